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
fn a_tool_without_a_backend_names_none() {
    let tool = Tool { backend: None, ..tool(vec![]) };
    assert_eq!(call(&tool, Some("status"), json!({})).data["backend"], json!(null));
}
