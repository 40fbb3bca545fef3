//! Calls of tools: routing, judging, answering.

use std::panic::resume_unwind;

use hanzo_envelope::{check, dispatch, Action, Envelope, Outcome, Paging, Schema, Tool, ToolError};
use serde_json::{json, Map, Value};

fn schema(schema: Value) -> Schema {
    serde_json::from_value(schema).expect("a sound schema")
}

fn tool(actions: Vec<(&str, Action)>) -> Tool {
    let actions = actions.into_iter().map(|(name, action)| (name.to_owned(), action));
    Tool {
        name: "fs".to_owned(),
        version: "1.2".to_owned(),
        backend: Some("local".to_owned()),
        actions: actions.collect(),
    }
}

fn echo(declared: Value) -> Action {
    Action::new(schema(declared), |params| Ok(Outcome::from(json!(params))))
}

/// The answer to a call, which is always a sound envelope.
fn call(tool: &Tool, action: Option<&str>, params: Value) -> Envelope {
    let Value::Object(params) = params else {
        panic!("params are an object");
    };
    let envelope = dispatch(tool, action, &params, Some("t-1"));
    let written = serde_json::to_value(&envelope).expect("JSON");
    assert_eq!(check(&written), [], "{written}");
    assert_eq!(envelope.meta.trace_id.as_deref(), Some("t-1"));
    assert_eq!(envelope.meta.action, action.unwrap_or("help"));
    envelope
}

fn code(envelope: &Envelope) -> &'static str {
    envelope.error.as_ref().map_or("none", |error| error.code.as_str())
}

/// The violations of one parameter `p` that is declared so.
fn broken(declared: &Value, value: &Value) -> Vec<(String, String)> {
    let tool = tool(vec![("a", echo(json!({"properties": {"p": declared}})))]);
    let envelope = call(&tool, Some("a"), json!({ "p": value }));
    let Some(error) = envelope.error else {
        return Vec::new();
    };
    assert_eq!(error.code.as_str(), "INVALID_PARAMS");
    assert!(!error.message.is_empty());
    let violations = error.details["violations"].as_array().expect("a list").clone();
    let text = |item: &Value, name: &str| item[name].as_str().expect("text").to_owned();
    violations.iter().map(|item| (text(item, "pointer"), text(item, "rule"))).collect()
}

#[test]
fn no_action_means_help() {
    let tool =
        tool(vec![("stat", echo(json!({}))), ("read", echo(json!({"description": "Reads."})))]);
    let help = call(&tool, None, json!({}));
    assert_eq!(
        help.data["actions"],
        json!({
            "read": {"description": "Reads.", "params": []},
            "stat": {"description": "", "params": []},
        })
    );
    assert_eq!(help.data["text"], "# fs\n\n- `read()` Reads.\n- `stat()`\n");
    assert_eq!(help.meta.backend.as_deref(), Some("local"));
    assert_eq!(call(&tool, Some("help"), json!({})).data, help.data);
}

#[test]
fn help_and_schema_are_never_replaced_and_status_is() {
    let plain = tool(vec![]);
    let expected = json!({"tool": "fs", "enabled": true, "version": "1.2", "backend": "local"});
    assert_eq!(call(&plain, Some("status"), json!({})).data, expected);
    let own = ["help", "schema", "status"].map(|name| (name, echo(json!({}))));
    let tool = tool(own.into_iter().collect());
    assert_eq!(call(&tool, Some("status"), json!({})).data, json!({}));
    let help = call(&tool, Some("help"), json!({})).data;
    assert_eq!(
        help["actions"].as_object().expect("an object").keys().collect::<Vec<_>>(),
        ["status"]
    );
    let schemas = call(&tool, Some("schema"), json!({})).data;
    assert_eq!(
        schemas,
        json!({"schemas": {"status": {"type": "object", "additionalProperties": false}}})
    );
}

#[test]
fn an_unknown_action_is_told_what_there_is() {
    let tool = tool(vec![
        ("\u{ff5e}", echo(json!({}))),
        ("😀", echo(json!({}))),
        ("help", echo(json!({}))),
    ]);
    for action in ["", "Help", "constructor", "read "] {
        let envelope = call(&tool, Some(action), json!({"x": 1}));
        assert_eq!(code(&envelope), "UNKNOWN_ACTION");
        let available = &envelope.error.expect("an error").details["available"];
        assert_eq!(available, &json!(["help", "schema", "status", "\u{ff5e}", "😀"]));
    }
}

#[test]
fn parameters_are_judged_before_the_action_runs() {
    let explode = || Action::new(schema(json!({"required": ["a"]})), |_| panic!("it ran"));
    let tool = tool(vec![("go", explode())]);
    for params in [json!({}), json!({"a": 1}), json!({"a": null, "b": 1})] {
        assert_eq!(code(&call(&tool, Some("go"), params)), "INVALID_PARAMS");
    }
    for action in [None, Some("help"), Some("schema"), Some("status")] {
        assert_eq!(code(&call(&tool, action, json!({"x": 1}))), "INVALID_PARAMS");
    }
}

#[test]
fn types_are_those_of_json() {
    let values = [
        ("null", json!(null)),
        ("boolean", json!(false)),
        ("integer", json!(-1)),
        ("number", json!(0.5)),
        ("string", json!("1")),
        ("array", json!([])),
        ("object", json!({})),
    ];
    for (name, _) in &values {
        for (kind, value) in &values {
            let fits = name == kind || (*name == "number" && *kind == "integer");
            let found = broken(&json!({ "type": name }), value);
            assert_eq!(found.is_empty(), fits, "{name} {value}");
            if !fits {
                assert_eq!(found, [("/p".to_owned(), "type".to_owned())]);
            }
        }
    }
    assert!(broken(&json!({"type": ["null", "string"]}), &json!(null)).is_empty());
    assert!(!broken(&json!({"type": ["null", "string"]}), &json!(0)).is_empty());
    assert!(broken(&json!({"type": "integer"}), &json!(2.0)).is_empty());
}

#[test]
fn a_value_is_one_of_an_enum_if_it_is_the_same_json_value() {
    let allowed = json!({"enum": [1, "a", {"x": [1], "y": null}, null]});
    for value in [json!(1), json!(1.0), json!("a"), json!({"y": null, "x": [1]}), json!(null)] {
        assert!(broken(&allowed, &value).is_empty(), "{value}");
    }
    for value in [
        json!(true),
        json!("1"),
        json!("A"),
        json!({"x": [1]}),
        json!({"x": [1], "z": null}),
        json!(false),
    ] {
        assert_eq!(broken(&allowed, &value).len(), 1, "{value}");
    }
    assert_eq!(broken(&json!({"enum": []}), &json!(null)).len(), 1);
}

#[test]
fn bounds_hold_exactly_and_for_numbers_only() {
    let most = 9_007_199_254_740_991_i64;
    for (value, fits) in [
        (json!(0), true),
        (json!(-0.5), false),
        (json!(-1), false),
        (json!(most), true),
        (json!(u64::MAX), false),
        (json!(1e300), false),
        (json!(-1e300), false),
        (json!("-1"), true),
        (json!(true), true),
        (json!(null), true),
    ] {
        let found = broken(&json!({"minimum": 0, "maximum": most}), &value);
        assert_eq!(found.is_empty(), fits, "{value}");
    }
    // A double has no room for this bound.
    let bound = json!({"maximum": 9_007_199_254_740_993_i64});
    assert!(broken(&bound, &json!(9_007_199_254_740_993_i64)).is_empty());
    assert!(!broken(&bound, &json!(9_007_199_254_740_994_i64)).is_empty());
    assert!(broken(&bound, &json!(9_007_199_254_740_992.0)).is_empty());
}

#[test]
fn every_violation_is_named_at_its_depth_and_in_order() {
    let declared = json!({
        "properties": {"list": {"items": {"type": "object", "required": ["a/b"], "properties": {
            "n": {"type": "integer", "minimum": 1, "enum": [5]},
        }, "additionalProperties": {"type": "string"}}}},
        "additionalProperties": false,
    });
    let value = json!({"list": [{"n": 0, "~": 1}, 7, {"a/b": "x", "n": 5}], "z": 1});
    let found: Vec<String> = broken(&declared, &value)
        .iter()
        .map(|(pointer, rule)| format!("{pointer} {rule}"))
        .collect();
    let expected = [
        "/p/list/0/a~1b required",
        "/p/list/0/n enum",
        "/p/list/0/n minimum",
        "/p/list/0/~0 type",
        "/p/list/1 type",
        "/p/z additionalProperties",
    ];
    assert_eq!(found, expected);
    assert!(broken(&json!({"type": "object"}), &json!({"anything": 1})).is_empty());
}

#[test]
fn an_action_answers_with_its_own_backend_or_that_of_the_tool() {
    let paging = Paging { cursor: Some("c".to_owned()), more: true };
    let own =
        Outcome { data: json!([1]), backend: Some("remote".to_owned()), paging: Some(paging) };
    let tool = tool(vec![
        ("plain", echo(json!({}))),
        ("own", Action::new(Schema::default(), move |_| Ok(own.clone()))),
    ]);
    assert_eq!(call(&tool, Some("plain"), json!({})).meta.backend.as_deref(), Some("local"));
    let envelope = call(&tool, Some("own"), json!({}));
    assert_eq!(envelope.meta.backend.as_deref(), Some("remote"));
    assert_eq!(envelope.meta.paging.cursor.as_deref(), Some("c"));
}

#[test]
fn a_failure_is_answered_whether_it_was_foreseen_or_not() {
    type Run = fn(&Map<String, Value>) -> Result<Outcome, ToolError>;
    let details = || Some(Map::from_iter([("uri".to_owned(), json!("x"))]));
    let foreseen: Run = |_| Err(ToolError::new("INTERNAL_ERROR", "alias"));
    let text: Run = |_| resume_unwind(Box::new("boom"));
    let string: Run = |_| resume_unwind(Box::new(format!("boom {}", 1)));
    let other: Run = |_| resume_unwind(Box::new(1));
    let contradiction: Run = |_| {
        let paging = Some(Paging { cursor: None, more: true });
        Ok(Outcome { paging, ..Outcome::default() })
    };
    for (run, message) in [
        (foreseen, "alias"),
        (text, "boom"),
        (string, "boom 1"),
        (other, "the action panicked"),
        (contradiction, "there is more exactly if there is a cursor"),
    ] {
        let tool = tool(vec![("go", Action::new(Schema::default(), run))]);
        let envelope = call(&tool, Some("go"), json!({}));
        assert_eq!(code(&envelope), "ERROR");
        let error = envelope.error.expect("an error");
        assert_eq!((error.message.as_str(), error.details), (message, Map::new()));
    }
    let missing = Action::new(Schema::default(), move |_| {
        Err(ToolError { details: details(), ..ToolError::new("NOT_FOUND", "no such file") })
    });
    let envelope = call(&tool(vec![("go", missing)]), Some("go"), json!({}));
    assert_eq!(code(&envelope), "NOT_FOUND");
    assert_eq!(envelope.error.map(|error| error.details), details());
}

#[test]
fn help_lists_required_parameters_first_and_schema_shows_what_was_declared() {
    let declared = json!({
        "description": "Goes.",
        "properties": {"b": {}, "a": {"type": "string", "default": null}, "😀": {}, "\u{ff5e}": {}},
        "required": ["z", "b"],
    });
    let tool = tool(vec![("go", echo(declared.clone()))]);
    let help = call(&tool, None, json!({})).data;
    assert_eq!(help["actions"]["go"]["params"], json!(["b", "z", "a?", "\u{ff5e}?", "😀?"]));
    let mut expected = declared;
    expected["type"] = json!("object");
    expected["additionalProperties"] = json!(false);
    assert_eq!(call(&tool, Some("schema"), json!({})).data["schemas"]["go"], expected);
}

#[test]
fn a_schema_of_other_keywords_is_none() {
    for declared in [
        json!([]),
        json!({"pattern": "a"}),
        json!({"type": "text"}),
        json!({"type": []}),
        json!({"type": ["null", "null"]}),
        json!({"type": null}),
        json!({"title": 1}),
        json!({"minimum": 0.5}),
        json!({"maximum": null}),
        json!({"enum": {}}),
        json!({"required": ["a", "a"]}),
        json!({"required": "a"}),
        json!({"items": true}),
        json!({"properties": {"a": []}}),
        json!({"properties": {"a": {"x": 1}}}),
        json!({"additionalProperties": null}),
    ] {
        assert!(serde_json::from_value::<Schema>(declared.clone()).is_err(), "{declared}");
    }
    let sound = json!({"type": ["null", "object"], "default": null, "additionalProperties": true});
    let read: Schema = serde_json::from_value(sound.clone()).expect("a sound schema");
    assert_eq!(serde_json::to_value(read).expect("JSON"), sound);
    assert_eq!(serde_json::to_value(Schema::default()).expect("JSON"), json!({}));
}

#[test]
fn a_tool_without_a_backend_names_none() {
    let tool = Tool { backend: None, ..tool(vec![]) };
    assert_eq!(call(&tool, Some("status"), json!({})).data["backend"], json!(null));
}
