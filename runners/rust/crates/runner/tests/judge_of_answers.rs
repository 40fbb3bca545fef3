//! The judge notices what is wrong with an answer.

use serde_json::{json, Value};

mod judge;

use judge::{departure, judge};

fn agrees(actual: &Value, expected: &Value) -> bool {
    departure(actual.clone(), &json!({ "expected": expected })).is_none()
}

#[test]
fn an_answer_agrees_with_an_equal_one_and_with_no_other() {
    let expected = json!({"result": {"a": [1, "x"], "b/c": null}});
    assert!(agrees(&expected, &expected));
    for other in [
        json!({"result": {"a": [1, "y"], "b/c": null}}),
        json!({"result": {"a": ["1", "x"], "b/c": null}}),
        json!({"result": {"a": [1, "x"], "b/c": null, "d": null}}),
        json!({"result": {"a": [1, "x"]}}),
        json!({"result": {"a": ["x", 1], "b/c": null}}),
        json!({"error": {"code": "E"}}),
        json!({"failure": "none of the domain's"}),
    ] {
        assert!(!agrees(&other, &expected), "{other}");
    }
}

#[test]
fn a_number_is_what_it_counts_and_not_how_it_is_written() {
    let expected = json!({"result": {"a": [1, -0.5]}});
    assert!(agrees(&json!({"result": {"a": [1.0, -0.5]}}), &expected));
    assert!(!agrees(&json!({"result": {"a": [1.5, -0.5]}}), &expected));
    assert!(!agrees(&json!({"result": {"a": [1, -1]}}), &expected));
}

#[test]
fn an_error_agrees_by_its_code_and_its_details() {
    let expected = json!({"error": {"code": "E", "details": {"at": 1}}});
    assert!(agrees(&expected, &expected));
    assert!(!agrees(&json!({"error": {"code": "F", "details": {"at": 1}}}), &expected));
    assert!(!agrees(&json!({"error": {"code": "E", "details": {"at": 2}}}), &expected));
    assert!(!agrees(&json!({"error": {"code": "E"}}), &expected));
}

#[test]
fn where_a_rule_stands_it_is_held_in_the_place_of_the_value_and_the_rest_is_compared() {
    let question = json!({
        "expected": {"result": {"now": 0, "b/c": "x"}},
        "where": {"/now": {"type": "integer", "enum": [7, 8]}},
    });
    let told = |actual: Value| departure(actual, &question);
    assert_eq!(told(json!({"result": {"now": 7, "b/c": "x"}})), None);
    for wrong in [
        json!({"result": {"now": 4, "b/c": "x"}}),
        json!({"result": {"b/c": "x"}}),
        json!({"result": {"now": 7, "b/c": "y"}}),
        json!({"error": {"code": "E"}}),
    ] {
        assert!(told(wrong.clone()).is_some(), "{wrong}");
    }
}

#[test]
fn an_adapter_is_judged_by_what_it_answers() {
    let adapter = hanzo_rust_adapter::adapter();
    let asked = |expected: Value| {
        let input = json!({"pattern": "a*", "name": "ab"});
        json!({"operation": "permissions.match", "input": input, "expected": expected})
    };
    assert_eq!(judge(&adapter, &asked(json!({"result": {"matches": true}}))), None);
    let told = judge(&adapter, &asked(json!({"result": {"matches": false}}))).expect("it differs");
    assert!(told.contains("true"), "{told}");
    let mistaken =
        json!({"operation": "permissions.match", "input": {}, "expected": {"result": 1}});
    assert!(judge(&adapter, &mistaken).is_some());
}
