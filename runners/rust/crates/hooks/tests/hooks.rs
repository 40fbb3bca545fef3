//! Lists, preparations and judgements.

use std::collections::BTreeMap;

use hanzo_hooks::{
    judge, prepare, read_hooks, select, Call, Cause, Decision, End, Event, HookConfig, HookError,
    ToolResult,
};
use serde_json::{json, Map, Value};

fn members(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(members) => members,
        _ => panic!("an object was meant"),
    }
}

fn hook(changes: Value) -> Map<String, Value> {
    let right = json!({"event": "pre_tool_use", "command": "true", "tool_pattern": "*"});
    let mut hook = members(right);
    hook.extend(members(changes));
    hook
}

fn call<'a>(input: &'a Map<String, Value>, result: Option<&'a ToolResult>) -> Call<'a> {
    let event = if result.is_some() { Event::PostToolUse } else { Event::PreToolUse };
    Call { event, tool_name: "fs.read", input, session_id: "s", result }
}

#[test]
fn an_ill_formed_member_is_named_with_its_hook() {
    for (member, value) in [
        ("event", json!("PreToolUse")),
        ("command", json!("a\0")),
        ("command", json!(7)),
        ("tool_pattern", json!(null)),
        ("timeout_ms", json!(0)),
        ("timeout_ms", json!(-1)),
        ("timeout_ms", json!(600_001)),
        ("timeout_ms", json!(1.5)),
        ("timeout_ms", json!(true)),
    ] {
        let found = read_hooks(&[hook(json!({})), hook(json!({ member: value }))]);
        assert_eq!(found, Err(HookError::InvalidHook { index: 1, member }));
    }
    // A NUL in the command stands before a pattern that is missing.
    let mut bad = hook(json!({"command": "\0", "timeout_ms": 0}));
    bad.remove("tool_pattern");
    assert_eq!(read_hooks(&[bad]), Err(HookError::InvalidHook { index: 0, member: "command" }));
}

#[test]
fn a_time_is_a_whole_number_by_value_and_five_seconds_without() {
    for (given, expected) in [(json!(250.0), 250), (json!(null), 5000), (json!(600_000), 600_000)] {
        let read = read_hooks(&[hook(json!({ "timeout_ms": given }))]).expect("it is right");
        assert_eq!(read[0].timeout_ms, expected);
    }
    assert_eq!(read_hooks(&[hook(json!({"x": 1}))]).expect("it is right")[0].timeout_ms, 5000);
}

#[test]
fn who_is_asked_is_who_has_the_event_and_the_pattern() {
    let hooks = [
        HookConfig::new(Event::PreToolUse, "", "fs.*"),
        HookConfig::new(Event::PostToolUse, "", "fs.*"),
        HookConfig::new(Event::PreToolUse, "", "*.read"),
    ];
    assert_eq!(select(&hooks, Event::PreToolUse, "fs.read"), [0, 2]);
    assert_eq!(select(&hooks, Event::PostToolUse, "fs.read"), [1]);
}

#[test]
fn what_a_hook_is_given_says_what_was_asked() {
    let input = members(json!({"b": "it's $(x)\n", "a": ["😀"]}));
    let made = prepare(&call(&input, None)).expect("it can be asked");
    let text = "{\"a\":[\"😀\"],\"b\":\"it's $(x)\\n\"}";
    let told = format!("\"input\":{text},\"session_id\":\"s\",\"tool_name\":\"fs.read\"");
    assert_eq!(made.stdin, format!("{{\"event\":\"pre_tool_use\",{told}}}\n"));
    let owned = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
    let parent = [("HANZO_TOOL_OUTPUT", "x"), ("HANZO_TOOL", "x"), ("HANZO_SESSION_IDS", "")];
    let own = [
        ("HANZO_SESSION_ID", "s"),
        ("HANZO_TOOL", "x"),
        ("HANZO_TOOL_INPUT", text),
        ("HANZO_TOOL_NAME", "fs.read"),
    ];
    assert_eq!(made.environment(parent.map(owned)), BTreeMap::from(own.map(owned)));
}

#[test]
fn the_limit_is_one_of_bytes() {
    for (count, fits) in [(16_384, true), (16_385, false)] {
        let output = "😀".repeat(count);
        let result = ToolResult { output: output.clone(), error: None, is_error: false };
        let input = Map::new();
        let made = prepare(&call(&input, Some(&result))).expect("it can be asked");
        let environment = made.environment(BTreeMap::<String, String>::new());
        assert_eq!(environment["HANZO_TOOL_OUTPUT"] == output, fits);
        assert_eq!(environment.contains_key("HANZO_TOOL_OUTPUT_TRUNCATED"), !fits);
        assert!(made.stdin.contains(&output));
    }
}

#[test]
fn what_cannot_be_asked_is_refused() {
    let (empty, big) = (Map::new(), members(json!({"n": 9_007_199_254_740_992_u64})));
    let result = ToolResult { output: String::new(), error: None, is_error: false };
    let right = call(&empty, None);
    for wrong in [
        Call { result: Some(&result), ..right },
        Call { event: Event::PostToolUse, ..right },
        Call { tool_name: "a\0", ..right },
        Call { session_id: "\0", ..right },
        call(&big, None),
    ] {
        let error = prepare(&wrong).expect_err("it cannot be asked");
        assert_eq!(error.code(), "INVALID_CALL", "{error}");
    }
    assert_eq!("stop".parse::<Event>().expect_err("it is none").code(), "INVALID_CALL");
}

#[test]
fn before_the_tool_the_first_that_does_not_allow_decides() {
    let end = |cause| End { cause, stderr: b"said\r\n\n".to_vec() };
    for (cause, decision, name, code) in [
        (Cause::Exit(2), Decision::Deny, "exit", Some(2)),
        (Cause::Exit(1), Decision::Error, "exit", Some(1)),
        (Cause::Signal(9), Decision::Error, "signal", Some(137)),
        (Cause::Timeout, Decision::Error, "timeout", None),
        (Cause::Spawn, Decision::Error, "spawn", None),
    ] {
        let found = judge(Event::PreToolUse, [End::exit(0, ""), end(cause), End::exit(2, "no")]);
        assert_eq!((found.decision, found.hook, found.ran), (decision, Some(1), 2));
        assert_eq!((found.cause, found.exit_code), (Some(name), code));
        assert_eq!(found.reason.as_deref(), (decision == Decision::Deny).then_some("said"));
    }
}

#[test]
fn behind_the_tool_nobody_blocks_and_those_that_fail_are_named() {
    let ends = [End::exit(2, ""), End::exit(0, ""), End { cause: Cause::Timeout, stderr: vec![] }];
    let found = judge(Event::PostToolUse, ends);
    assert_eq!((found.decision, found.ran, found.failed), (Decision::Allow, 3, vec![0, 2]));
}

#[test]
fn a_reason_is_decoded_and_bounded() {
    let reason = |bytes: &[u8]| judge(Event::PreToolUse, [End::exit(2, bytes)]).reason;
    for (bytes, expected) in [
        (&b"\r\n"[..], "denied by hook"),
        (b" ", " "),
        (b"\xef\xbb\xbfa", "\u{feff}a"),
        (b"\xe2\x82", "\u{fffd}"),
        (b"\xc0\xaf", "\u{fffd}\u{fffd}"),
    ] {
        assert_eq!(reason(bytes).as_deref(), Some(expected), "{bytes:?}");
    }
    let cut = reason(&["a".repeat(65_535).as_bytes(), "é".as_bytes()].concat()).expect("it denies");
    assert_eq!(cut, "a".repeat(65_535) + "\u{fffd}");
}
