//! What compaction does to sessions.

use hanzo_session::{
    Block, CompactionResult, Content, Message, Role, SessionCompactor, SummarySource,
};
use serde_json::{json, Value};

fn session(messages: Value) -> Vec<Message> {
    serde_json::from_value(messages).expect("sound messages")
}

fn compact(
    messages: &[Message],
    max_tokens: i64,
    reserve: i64,
    summary: Option<&str>,
) -> CompactionResult {
    let compactor = SessionCompactor::new(max_tokens, reserve).expect("a budget");
    compactor.compact(messages, summary).expect("sound messages")
}

/// Two turns, in the first of which a tool is called.
fn two_turns() -> Vec<Message> {
    session(json!([
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": "What is in the log?"},
        {"role": "assistant", "content": [
            {"type": "tool_use", "id": "t", "name": "read", "input": {}},
        ]},
        {"role": "user", "token_count": 100, "content": [{
            "type": "tool_result", "tool_use_id": "t", "content": "x".repeat(400), "is_error": true,
        }]},
        {"role": "assistant", "content": "Nothing but x."},
        {"role": "user", "content": "And now?"},
    ]))
}

#[test]
fn a_session_that_is_not_over_the_trigger_stays() {
    let messages = two_turns();
    let done = compact(&messages, 1000, 0, Some("summary"));
    assert_eq!(done.messages, messages);
    assert_eq!((done.tokens_saved, done.fits), (0, true));
    assert_eq!(done.summary_source, SummarySource::None);
}

#[test]
fn results_go_first_and_leave_their_frame() {
    let messages = two_turns();
    let before = messages.clone();
    let done = compact(&messages, 60, 1, Some("summary"));
    assert_eq!(messages, before, "what was passed in is not touched");
    assert_eq!((done.compacted_count, done.results_compacted), (0, 1));
    assert_eq!(done.messages[3].token_count, Some(3));
    let Content::Blocks(blocks) = &done.messages[3].content else {
        panic!("blocks stay blocks");
    };
    let expected = Block::ToolResult {
        tool_use_id: "t".to_owned(),
        content: "[compacted]".into(),
        is_error: Some(true),
    };
    assert_eq!(blocks, &[expected]);
    assert_eq!(done.tokens_saved, 97);
    assert_eq!(done.messages[4], messages[4]);
}

#[test]
fn a_summary_takes_the_place_of_the_middle_only_if_it_is_smaller() {
    let messages = two_turns();
    let done = compact(&messages, 10, 1, Some("Read the log."));
    assert_eq!(done.messages.len(), 3);
    assert_eq!(done.messages[1].role, Role::Assistant);
    assert_eq!(done.messages[1].content, Content::Text("Read the log.".to_owned()));
    assert_eq!(done.messages[1].token_count, Some(4));
    assert_eq!((done.compacted_count, done.results_compacted), (4, 0));
    assert_eq!(done.summary_source, SummarySource::Model);

    let long = compact(&messages, 10, 1, Some(&"long ".repeat(100)));
    assert_eq!((long.compacted_count, long.results_compacted), (0, 1));
    assert_eq!((long.summary_source, long.fits), (SummarySource::None, false));
}

#[test]
fn a_blank_summary_is_replaced_by_a_count() {
    let messages = two_turns();
    for blank in [None, Some(""), Some(" \t\r\n")] {
        let done = compact(&messages, 10, 1, blank);
        assert_eq!(
            done.messages[1].content,
            Content::Text("[4 earlier messages compacted]".into())
        );
        assert_eq!(done.summary_source, SummarySource::Fallback);
    }
    for kept in ["\u{a0}", "\u{b}", "\u{3000}"] {
        assert_eq!(compact(&messages, 10, 1, Some(kept)).summary_source, SummarySource::Model);
    }
}

#[test]
fn the_protected_part_stays_even_if_it_does_not_fit() {
    let messages = two_turns();
    for reserve in [2, 3, i64::MAX] {
        let done = compact(&messages, 1, reserve, Some("S"));
        assert_eq!((done.messages, done.fits), (messages.clone(), false));
    }
    let nothing_reserved = compact(&messages, 1, 0, Some("S"));
    assert_eq!(nothing_reserved.compacted_count, 5);
}

#[test]
fn a_question_between_a_call_and_its_result_starts_no_turn() {
    let messages = session(json!([
        {"role": "user", "content": "one"},
        {"role": "assistant", "content": [
            {"type": "tool_use", "id": "t", "name": "read", "input": {}},
        ]},
        {"role": "user", "content": "never mind"},
        {"role": "user", "content": [
            {"type": "tool_result", "tool_use_id": "t", "content": "late"},
            {"type": "text", "text": "and more"},
        ]},
        {"role": "user", "content": "two"},
        {"role": "tool", "content": [
            {"type": "tool_result", "tool_use_id": "t", "content": "answers nothing"},
        ]},
        {"role": "user", "content": "three"},
    ]));
    // The turns begin at 0, 4 and 6.
    for (reserve, tail) in [(0, 7), (1, 6), (2, 4), (3, 0)] {
        let done = compact(&messages, 1, reserve, Some(""));
        let expected = if reserve == 3 { 0 } else { tail };
        assert_eq!(done.compacted_count, expected, "{reserve}");
        assert_eq!(done.messages[done.messages.len() - (7 - tail)..], messages[tail..]);
    }
}

#[test]
fn an_id_that_is_used_again_answers_the_nearest_call() {
    let call = json!({"role": "assistant", "content": [
        {"type": "tool_use", "id": "t", "name": "n", "input": {}},
    ]});
    let result = json!({"role": "tool", "content": [
        {"type": "tool_result", "tool_use_id": "t", "content": "long enough to be dropped"},
    ]});
    let messages = session(json!([
        {"role": "user", "content": "one"}, call,
        {"role": "user", "content": "two"}, call, result,
        {"role": "user", "content": "three"},
    ]));
    // The first call is never answered, so it holds nothing together: turns at 0, 2 and 5.
    assert_eq!(compact(&messages, 1, 2, Some("S")).compacted_count, 2);
}

#[test]
fn a_placeholder_may_cost_more_than_what_it_replaces() {
    let messages = session(json!([
        {"role": "tool", "content": [{"type": "tool_result", "tool_use_id": "t", "content": 1}]},
        {"role": "user", "content": "", "token_count": 50},
    ]));
    let done = compact(&messages, 10, 1, Some(&"long ".repeat(9)));
    assert_eq!((done.results_compacted, done.tokens_saved), (1, -2));
}
