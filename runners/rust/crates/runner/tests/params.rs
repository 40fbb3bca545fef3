//! Params that do not fit an operation are the caller's mistake, and no outcome of the domain.

use serde_json::{json, Value};

fn refusal(operation: &str, params: &Value) -> Option<i32> {
    let answer = hanzo_rust_adapter::adapter().call(operation, params);
    answer.err().map(|failure| failure.code())
}

/// Params that fit, and changes of one member each that do not; one less or more does not either.
fn check(operation: &str, params: &Value, changes: &[(&str, Value)]) {
    assert_eq!(refusal(operation, params), None, "{operation} {params}");
    for (pointer, value) in changes {
        let mut altered = params.clone();
        let (parent, name) = pointer.rsplit_once('/').expect("a pointer");
        match altered.pointer_mut(parent).expect("the parent is there") {
            Value::Array(items) => items[name.parse::<usize>().expect("an index")] = value.clone(),
            object => object[name] = value.clone(),
        }
        assert_eq!(refusal(operation, &altered), Some(-32602), "{operation} {altered}");
    }
    for name in params.as_object().expect("an object").keys() {
        let mut fewer = params.clone();
        fewer.as_object_mut().expect("an object").remove(name);
        assert_eq!(refusal(operation, &fewer), Some(-32602), "{operation} without {name}");
    }
    let mut more = params.clone();
    more["more"] = json!(null);
    assert_eq!(refusal(operation, &more), Some(-32602), "{operation} {more}");
    assert_eq!(refusal(operation, &json!([params])), Some(-32602), "{operation} as a list");
}

#[test]
fn rules_names_and_times_have_their_types() {
    let rule = json!({"tool_pattern": "*", "mode": "allow"});
    check(
        "permissions.match",
        &json!({"pattern": "", "name": ""}),
        &[("/pattern", json!(null)), ("/name", json!(1))],
    );
    check(
        "permissions.evaluate",
        &json!({"rules": [rule], "tool_name": ""}),
        &[
            ("/rules/0", json!(["*", "allow", null])),
            ("/rules/0/mode", json!(1)),
            ("/rules/0/reason", json!(1)),
            ("/rules/0/more", json!(1)),
        ],
    );
    check(
        "permissions.audit",
        &json!({"rules": [], "tool_name": "", "session_id": "", "timestamp_ms": 0}),
        &[
            ("/timestamp_ms", json!("0")),
            ("/timestamp_ms", json!(0.5)),
            ("/timestamp_ms", json!(253_402_300_800_000_i64)),
            ("/timestamp_ms", json!(-62_167_219_200_001_i64)),
        ],
    );
}

#[test]
fn a_session_and_its_budget_have_their_types() {
    check(
        "session.should_compact",
        &json!({"messages": [], "max_tokens": 1}),
        &[("/max_tokens", json!(true)), ("/messages", json!(["text"]))],
    );
    check(
        "session.compact",
        &json!({"messages": [], "max_tokens": 1, "reserve_recent": 0, "summary": null}),
        &[("/summary", json!(1)), ("/reserve_recent", json!(null))],
    );
}

#[test]
fn quantities_and_counts_keep_to_their_ranges() {
    check(
        "backoff.ceilings",
        &json!({"base_ms": "1", "max_ms": "1", "start": 0, "count": 1024}),
        &[
            ("/base_ms", json!(1)),
            ("/max_ms", json!("01")),
            ("/start", json!(4_294_967_296_i64)),
            ("/count", json!(1025)),
        ],
    );
    check(
        "backoff.delays",
        &json!({"base_ms": "1", "max_ms": "1", "seed": "0", "calls": ["next", "reset"]}),
        &[
            ("/calls/0", json!("Next")),
            ("/calls/0", json!({"next": null})),
            ("/calls", json!(vec!["next"; 1025])),
        ],
    );
    check(
        "backoff.sample",
        &json!({"base_ms": "1", "max_ms": "1", "attempt": 0, "count": 1}),
        &[("/attempt", json!(-1)), ("/count", json!(-1))],
    );
}

#[test]
fn files_are_base64_or_null_and_never_absent() {
    check(
        "config.merge",
        &json!({"user_b64": null, "project_b64": "e30=", "local_b64": null, "env": {}}),
        &[
            ("/user_b64", json!("e30")),
            ("/user_b64", json!("e31=")),
            ("/local_b64", json!("e3 0=")),
            ("/env", json!({"A": null})),
        ],
    );
    check(
        "config.argv",
        &json!({"command": ["a"], "args": []}),
        &[("/command", json!([1])), ("/command", json!(null)), ("/args", json!("a"))],
    );
}

#[test]
fn steps_of_a_buffer_have_what_their_kind_has() {
    check(
        "sse.buffer",
        &json!({"script": [{"type": "feed", "text": ""}, {"type": "close"}]}),
        &[
            ("/script", json!({})),
            ("/script/0/type", json!("feed_bytes")),
            ("/script/0/type", json!({"feed": null})),
            ("/script/0", json!({"type": "feed_bytes", "data_b64": "QQ"})),
            ("/script/0", json!({"type": "feed", "text": "", "data_b64": ""})),
            ("/script/1", json!({"type": "reset", "text": ""})),
            ("/script/1", json!("close")),
        ],
    );
}

#[test]
fn positions_encodings_and_bytes_keep_to_their_forms() {
    let position = json!({"line": 0, "col": 0});
    check(
        "ids.slice",
        &json!({"text": "", "range": {"start": position, "end": position}}),
        &[
            ("/encoding", json!(null)),
            ("/encoding", json!("utf16")),
            ("/encoding", json!({"utf-16": null})),
            ("/range", json!([position, position])),
            ("/range/start", json!([0, 0])),
            ("/range/end/col", json!(2_147_483_648_i64)),
        ],
    );
    check(
        "ids.convert",
        &json!({"text": "", "position": position, "from": "utf-8", "to": "utf-8"}),
        &[("/position/line", json!(-1)), ("/from", json!("UTF-8"))],
    );
    check("ids.hash", &json!({"content_b64": ""}), &[("/content_b64", json!("AB=="))]);
}

#[test]
fn calls_tools_and_pages_have_their_types() {
    let tool = json!({"name": "t", "version": "1", "backend": null, "actions": {}});
    let action = |params: Value, outcome: Value| {
        let actions = json!({"a": {"params": params, "outcome": outcome}});
        json!({"name": "t", "version": "1", "backend": null, "actions": actions})
    };
    check(
        "envelope.success",
        &json!({"tool": "", "action": "", "data": null}),
        &[
            ("/paging", json!([null, false])),
            ("/paging", json!({"more": false})),
            ("/trace_id", json!(1)),
        ],
    );
    check(
        "envelope.error",
        &json!({"tool": "", "action": "", "code": "", "message": ""}),
        &[("/code", json!(null)), ("/details", json!([]))],
    );
    check(
        "envelope.dispatch",
        &json!({"tool": tool, "call": {"params": {}}, "trace_id": null}),
        &[
            ("/call", json!([null, {}])),
            ("/call/params", json!(null)),
            ("/tool", action(json!({"pattern": "a"}), json!({"data": 1}))),
            ("/tool", action(json!([]), json!({"data": 1}))),
            ("/tool", action(json!({}), json!({}))),
            ("/tool", action(json!({}), json!({"data": 1, "raised": ""}))),
            ("/tool", action(json!({}), json!({"error": ["ERROR", ""]}))),
        ],
    );
    check(
        "envelope.page",
        &json!({"items": [{"key": "a", "value": null}], "query": null}),
        &[("/items/0", json!(["a", null])), ("/limit", json!("1")), ("/cursor", json!(1))],
    );
}

#[test]
fn what_is_remembered_is_objects_and_modes_are_words() {
    let entry = json!({
        "id": "mem_1", "content": "a", "tags": [], "scope": "project", "created_ms": 1,
        "updated_ms": 1,
    });
    let fact = json!({"subject": "a", "predicate": "b", "object": "c", "scope": "global"});
    check(
        "memory.apply",
        &json!({
            "state": {"next": 2, "memories": [entry], "facts": [fact]}, "now_ms": 1,
            "action": "recall", "params": {},
        }),
        &[
            ("/state", json!([1, [], []])),
            ("/state/memories/0", json!(["mem_1", "a", [], "project", 1, 1])),
            ("/state/memories/0/scope", json!({"project": null})),
            ("/state/facts/0", json!(["a", "b", "c", "global"])),
            ("/params", json!([])),
        ],
    );
    check(
        "migration.allowed",
        &json!({"mode": "ship", "tool": "fs", "action": "read"}),
        &[("/mode", json!({"ship": null})), ("/mode", json!("Ship"))],
    );
    let call = json!({
        "workspace": "/", "tool": "fs", "action": "help", "params": {}, "intent": {"apply": null},
    });
    assert_eq!(refusal("tools.call", &call), Some(-32602));
}
