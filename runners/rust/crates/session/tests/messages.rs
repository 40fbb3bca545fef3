//! The shape of messages, and what they cost.

use hanzo_session::{Message, SessionCompactor, SessionError};
use serde_json::{json, Map, Value};

fn read(value: &Value) -> Result<Message, SessionError> {
    let object: Map<String, Value> = value.as_object().expect("an object").clone();
    Message::try_from(object)
}

fn tokens(message: &Value) -> u64 {
    let compactor = SessionCompactor::new(1, 0).expect("a budget");
    let message = read(message).expect("a message");
    compactor.total_tokens(&[message]).expect("a small total")
}

#[test]
fn a_sound_message_reads_and_writes_as_it_is() {
    for message in [
        json!({"role": "system", "content": ""}),
        json!({"role": "user", "content": [], "token_count": 0}),
        json!({"role": "tool", "content": "é", "token_count": 9_007_199_254_740_991_u64}),
        json!({"role": "assistant", "content": [
            {"type": "text", "text": "a"},
            {"type": "tool_use", "id": "", "name": "n", "input": {"b": 1, "a": [null]}},
            {"type": "tool_result", "tool_use_id": "t", "content": null},
            {"type": "tool_result", "tool_use_id": "t", "content": {"x": []}, "is_error": false},
        ]}),
    ] {
        let read: Message = serde_json::from_value(message.clone()).expect("a message");
        assert_eq!(serde_json::to_value(&read).expect("JSON"), message);
    }
}

#[test]
fn anything_else_is_no_message() {
    let block = |block: Value| json!({"role": "user", "content": [block]});
    for message in [
        json!({}),
        json!({"role": "user"}),
        json!({"content": ""}),
        json!({"role": "User", "content": ""}),
        json!({"role": "", "content": ""}),
        json!({"role": null, "content": ""}),
        json!({"role": "user", "content": null}),
        json!({"role": "user", "content": {}}),
        json!({"role": "user", "content": "", "name": "x"}),
        json!({"role": "user", "content": "", "token_count": null}),
        json!({"role": "user", "content": "", "token_count": -1}),
        json!({"role": "user", "content": "", "token_count": true}),
        json!({"role": "user", "content": "", "token_count": "1"}),
        json!({"role": "user", "content": "", "token_count": 1.5}),
        block(json!("text")),
        block(json!(["text", "hi"])),
        block(json!({"text": "hi"})),
        block(json!({"type": "image", "text": "hi"})),
        block(json!({"type": null, "text": "hi"})),
        block(json!({"type": "text"})),
        block(json!({"type": "text", "text": 1})),
        block(json!({"type": "text", "text": "hi", "id": "x"})),
        block(json!({"type": "tool_use", "id": "x", "name": "n"})),
        block(json!({"type": "tool_use", "id": "x", "name": "n", "input": []})),
        block(json!({"type": "tool_use", "id": 1, "name": "n", "input": {}})),
        block(json!({"type": "tool_result", "content": ""})),
        block(json!({"type": "tool_result", "tool_use_id": "x"})),
        block(json!({"type": "tool_result", "tool_use_id": "x", "content": 1, "is_error": null})),
    ] {
        let error = read(&message).expect_err("it is malformed");
        assert_eq!(error.code(), "INVALID_MESSAGE", "{message}");
    }
    assert!(serde_json::from_value::<Message>(json!(["user", "hi"])).is_err());
}

#[test]
fn a_message_costs_what_it_says_or_an_estimate_of_its_bytes() {
    let of = |content: Value| tokens(&json!({"role": "user", "content": content}));
    for (content, expected) in [
        (json!(""), 1),
        (json!("abc"), 1),
        (json!("abcd"), 2),
        (json!("éé"), 2),
        (json!("😀"), 2),
        (json!([]), 0),
        (json!([{"type": "text", "text": "abc"}, {"type": "text", "text": "abc"}]), 2),
        // read{} has six bytes, read{"a":[1]} thirteen.
        (json!([{"type": "tool_use", "id": "0123456789", "name": "read", "input": {}}]), 2),
        (json!([{"type": "tool_use", "id": "", "name": "read", "input": {"a": [1]}}]), 4),
        (json!([{"type": "tool_result", "tool_use_id": "0123", "content": "abc\""}]), 2),
        (json!([{"type": "tool_result", "tool_use_id": "", "content": null}]), 2),
        (json!([{"type": "tool_result", "tool_use_id": "", "content": ["a"]}]), 2),
        (json!([{"type": "tool_result", "tool_use_id": "", "content": [0.5, 1e21]}]), 3),
    ] {
        assert_eq!(of(content.clone()), expected, "{content}");
    }
    assert_eq!(tokens(&json!({"role": "user", "content": "abcd", "token_count": 0})), 0);
}

#[test]
fn a_total_beyond_the_exact_integers_is_refused() {
    let most = 9_007_199_254_740_991_u64;
    let compactor = SessionCompactor::new(1, 0).expect("a budget");
    let message = |tokens: u64| {
        read(&json!({"role": "user", "content": "", "token_count": tokens})).expect("a message")
    };
    assert_eq!(compactor.total_tokens(&[message(most - 1), message(1)]), Ok(most));
    for messages in [[message(most), message(1)], [message(u64::MAX), message(u64::MAX)]] {
        let refused = compactor.compact(&messages, None).map_err(|error| error.code());
        assert_eq!(refused, Err("INVALID_MESSAGE"));
    }
}

#[test]
fn an_integer_that_is_not_exact_has_no_cost() {
    let use_it = json!([{"type": "tool_use", "id": "", "name": "", "input": {"a": u64::MAX}}]);
    let message = read(&json!({"role": "user", "content": use_it})).expect("a message");
    let compactor = SessionCompactor::new(1, 0).expect("a budget");
    let refused = compactor.should_compact(&[message]).map_err(|error| error.code());
    assert_eq!(refused, Err("INVALID_MESSAGE"));
}

#[test]
fn the_trigger_is_exact_up_to_the_largest_budget() {
    let most = 9_007_199_254_740_991_i64;
    for (tokens, budget, over) in [
        (9_u64, 10, false),
        (10, 10, true),
        (0, 1, false),
        (1, 1, true),
        (8_106_479_329_266_891, most, false),
        (8_106_479_329_266_892, most, true),
    ] {
        let compactor = SessionCompactor::new(budget, 0).expect("a budget");
        let message = json!({"role": "user", "content": "", "token_count": tokens});
        let messages = [read(&message).expect("a message")];
        assert_eq!(compactor.should_compact(&messages), Ok(over), "{tokens} of {budget}");
    }
}

#[test]
fn a_budget_has_a_least_size() {
    for (max_tokens, reserve_recent) in [(0, 3), (-1, 3), (i64::MIN, 0), (1, -1)] {
        let refused = SessionCompactor::new(max_tokens, reserve_recent);
        assert_eq!(refused.map_err(|error| error.code()), Err("INVALID_BUDGET"));
    }
    assert!(SessionCompactor::new(1, 0).is_ok());
    assert!(SessionCompactor::new(i64::MAX, i64::MAX).is_ok());
}
