//! Parameters against the schema that declares them.

use std::collections::BTreeMap;

use hanzo_envelope::{dispatch, Action, Outcome, Schema, Tool};
use serde_json::{json, Map, Value};

/// The violations of one parameter `p` that is declared so, as pointers and rules.
fn broken(declared: &Value, value: &Value) -> Vec<(String, String)> {
    let schema: Schema =
        serde_json::from_value(json!({"properties": {"p": declared}})).expect("a sound schema");
    let action = Action::new(schema, |params| Ok(Outcome::from(json!(params))));
    let tool = Tool {
        name: "t".to_owned(),
        version: "1".to_owned(),
        backend: None,
        actions: BTreeMap::from([("a".to_owned(), action)]),
    };
    let params = Map::from_iter([("p".to_owned(), value.clone())]);
    let Some(error) = dispatch(&tool, Some("a"), &params, None).error else {
        return Vec::new();
    };
    assert_eq!(error.code.as_str(), "INVALID_PARAMS");
    assert!(!error.message.is_empty());
    let violations = error.details["violations"].as_array().expect("a list");
    let text = |item: &Value, name: &str| item[name].as_str().expect("text").to_owned();
    violations.iter().map(|item| (text(item, "pointer"), text(item, "rule"))).collect()
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
