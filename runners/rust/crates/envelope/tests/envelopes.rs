//! Envelopes, written and checked.

use hanzo_envelope::{check, error, success, Code, Envelope, Paging, SuccessMeta};
use serde_json::{json, Map, Value};

fn written(envelope: &Envelope) -> Value {
    serde_json::to_value(envelope).expect("an envelope is JSON")
}

/// The violations as text, `pointer rule`.
fn found(envelope: &Value) -> Vec<String> {
    check(envelope).into_iter().map(|item| format!("{} {}", item.pointer, item.rule)).collect()
}

/// A sound success with members, named by pointers, set to other values.
fn with(changes: &[(&str, Value)]) -> Value {
    let mut envelope = json!({
        "ok": true, "data": 1, "error": null,
        "meta": {
            "tool": "fs", "action": "read", "trace_id": null, "backend": "local",
            "paging": {"cursor": null, "more": false},
        },
    });
    for (pointer, value) in changes {
        let (parent, name) = pointer.rsplit_once('/').expect("a pointer");
        let parent = envelope.pointer_mut(parent).expect("the parent is there");
        parent[name] = value.clone();
    }
    envelope
}

/// A sound error with one change.
fn failed(pointer: &str, value: Value) -> Value {
    let body = json!({"code": "NOT_FOUND", "message": "", "details": {}});
    with(&[("/ok", json!(false)), ("/data", json!(null)), ("/error", body), (pointer, value)])
}

#[test]
fn a_success_has_every_member_in_its_order() {
    let envelope = success("fs", "read", json!(null), SuccessMeta::default());
    let text = serde_json::to_string(&envelope.expect("sound paging")).expect("JSON");
    let expected = concat!(
        r#"{"ok":true,"data":null,"error":null,"meta":{"tool":"fs","action":"read","#,
        r#""trace_id":null,"backend":null,"paging":{"cursor":null,"more":false}}}"#
    );
    assert_eq!(text, expected);
}

#[test]
fn paging_that_contradicts_itself_is_no_success() {
    for (cursor, more, sound) in [
        (None, false, true),
        (Some("c"), true, true),
        (None, true, false),
        (Some("c"), false, false),
        (Some(""), true, false),
        (Some(""), false, false),
    ] {
        let paging = Some(Paging { cursor: cursor.map(str::to_owned), more });
        let envelope =
            success("t", "a", json!([]), SuccessMeta { paging, ..SuccessMeta::default() });
        let expected = if sound { Ok(()) } else { Err("INVALID_PARAMS") };
        assert_eq!(envelope.map(|_| ()).map_err(|error| error.code()), expected);
    }
}

#[test]
fn an_error_keeps_its_details_apart() {
    let details = Map::from_iter([("code".to_owned(), json!("x")), ("uri".to_owned(), json!(1))]);
    let envelope =
        error("fs", "read", "CONFLICT", "changed", Some(details), Some("t-1".to_owned()));
    let body =
        json!({"code": "CONFLICT", "message": "changed", "details": {"code": "x", "uri": 1}});
    assert_eq!(written(&envelope)["error"], body);
    assert_eq!(written(&envelope)["meta"]["trace_id"], "t-1");
    assert!(check(&written(&envelope)).is_empty());
    let bare = error("fs", "read", "CONFLICT", "", None, None);
    assert_eq!(written(&bare)["error"]["details"], json!({}));
}

#[test]
fn what_is_no_code_becomes_error() {
    for (given, code) in [
        ("UNKNOWN_ACTION", Code::UnknownAction),
        ("TIMEOUT", Code::Timeout),
        ("INTERNAL_ERROR", Code::Error),
        ("timeout", Code::Error),
        ("TIMEOUT ", Code::Error),
        ("", Code::Error),
    ] {
        assert_eq!(Code::from(given), code, "{given}");
    }
}

#[test]
fn a_sound_envelope_has_no_violations() {
    for envelope in [
        with(&[]),
        with(&[("/data", json!(null)), ("/meta/intent", json!("ship"))]),
        with(&[("/meta/paging", json!({"cursor": "c", "more": true}))]),
        failed("/meta/backend", json!(null)),
        failed("/error/details", json!({"anything": [1]})),
    ] {
        assert!(found(&envelope).is_empty(), "{envelope}");
    }
}

#[test]
fn every_departure_is_named_at_its_place() {
    let mut unknown = with(&[]);
    unknown["a~/b"] = json!(1);
    let cases: [(Value, &[&str]); 27] = [
        (json!([]), &[" type"]),
        (json!({}), &["/data missing", "/error missing", "/meta missing", "/ok missing"]),
        (with(&[("/ok", json!(1))]), &["/ok type"]),
        (unknown, &["/a~0~1b unknown"]),
        (with(&[("/meta", json!(null))]), &["/meta type"]),
        (with(&[("/meta/x", json!(1))]), &["/meta/x unknown"]),
        (with(&[("/meta/tool", json!(null))]), &["/meta/tool type"]),
        (with(&[("/meta/backend", json!(1))]), &["/meta/backend type"]),
        (with(&[("/meta/intent", json!("Ship"))]), &["/meta/intent intent"]),
        (with(&[("/meta/intent", json!(null))]), &["/meta/intent intent"]),
        (with(&[("/meta/paging", json!([]))]), &["/meta/paging type"]),
        (with(&[("/meta/paging", json!({"more": true}))]), &["/meta/paging/cursor missing"]),
        (with(&[("/meta/paging/more", json!(true))]), &["/meta/paging/more more"]),
        (with(&[("/meta/paging/cursor", json!("c"))]), &["/meta/paging/more more"]),
        (
            with(&[("/meta/paging/cursor", json!(""))]),
            &["/meta/paging/cursor cursor", "/meta/paging/more more"],
        ),
        (with(&[("/meta/paging/cursor", json!(1))]), &["/meta/paging/cursor type"]),
        (with(&[("/meta/paging/more", json!(0))]), &["/meta/paging/more type"]),
        (with(&[("/error", json!({"x": 1}))]), &["/error error-on-success"]),
        (with(&[("/error", json!(false))]), &["/error error-on-success"]),
        (failed("/data", json!(false)), &["/data data-on-error"]),
        (failed("/error", json!(null)), &["/error no-error"]),
        (failed("/error", json!("boom")), &["/error type"]),
        (failed("/error/details", json!(null)), &["/error/details type"]),
        (failed("/error/uri", json!("x")), &["/error/uri unknown"]),
        (failed("/error/code", json!("not_found")), &["/error/code code"]),
        (failed("/error/code", json!("INTERNAL_ERROR")), &["/error/code alias"]),
        (failed("/error/code", json!(1)), &["/error/code type"]),
    ];
    for (envelope, expected) in cases {
        assert_eq!(found(&envelope), expected, "{envelope}");
    }
}

#[test]
fn an_unknown_action_lists_what_there_is() {
    let listed = |available: Value| {
        let details = json!({"available": available});
        let body = json!({"code": "UNKNOWN_ACTION", "message": "m", "details": details});
        found(&failed("/error", body)).is_empty()
    };
    assert!(listed(json!(["help", "read", "schema", "status"])));
    for available in [
        json!(null),
        json!("help"),
        json!(["help", "schema"]),
        json!(["help", "schema", "status", "read"]),
        json!(["help", "help", "schema", "status"]),
        json!(["help", "schema", "status", 1]),
        // By bytes U+FF5E comes first, by UTF-16 units the emoji.
        json!(["help", "schema", "status", "😀", "\u{ff5e}"]),
    ] {
        assert!(!listed(available.clone()), "{available}");
    }
    assert!(listed(json!(["help", "schema", "status", "\u{ff5e}", "😀"])));
}
