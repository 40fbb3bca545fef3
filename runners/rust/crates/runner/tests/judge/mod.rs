//! The judge of answers: the one place of these crates that knows when an answer is the expected one.

use hanzo_adapter::Adapter;
use serde_json::{json, Value};

mod rules;

/// What is wrong with an adapter's answer to one question of a vector, if anything.
pub fn judge(adapter: &Adapter, question: &Value) -> Option<String> {
    let operation = question["operation"].as_str().expect("a vector has an operation");
    departure(answer(adapter, operation, &question["input"]), question)
}

/// The answer in the form of a vector's `expected`.
fn answer(adapter: &Adapter, operation: &str, input: &Value) -> Value {
    let failure = match adapter.call(operation, input) {
        Ok(result) => return json!({ "result": result }),
        Err(failure) => failure,
    };
    let Some(code) = failure.domain_code() else {
        return json!({ "failure": failure });
    };
    let mut error = json!({ "code": code });
    if let Some(details) = failure.details() {
        error["details"] = details.clone();
    }
    json!({ "error": error })
}

/// What is wrong with an answer: it equals the expected one but for the places of `where`.
pub fn departure(mut actual: Value, question: &Value) -> Option<String> {
    let mut expected = question["expected"].clone();
    let mut broken = Vec::new();
    for (pointer, rule) in question.get("where").and_then(Value::as_object).into_iter().flatten() {
        let pointer = format!("/result{pointer}");
        let place = actual.pointer_mut(&pointer);
        if !place.as_deref().is_some_and(|value| rules::holds(rule, value)) {
            broken.push(pointer.clone());
        }
        // Where a rule holds nothing is compared.
        *expected.pointer_mut(&pointer).expect("a rule has a place") = Value::Null;
        place.map(Value::take);
    }
    (!are_equal(&actual, &expected) || !broken.is_empty())
        .then(|| format!("expected {expected}\n  actual   {actual}\n  broken   {broken:?}"))
}

/// Whether two values are one in JSON, where a number has no form: 1.0 is 1.
fn are_equal(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => {
            one == other || (one.is_f64() != other.is_f64() && one.as_f64() == other.as_f64())
        }
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(a, b)| are_equal(a, b))
        }
        (Value::Object(one), Value::Object(other)) => {
            one.len() == other.len()
                && one.iter().all(|(name, a)| other.get(name).is_some_and(|b| are_equal(a, b)))
        }
        _ => one == other,
    }
}
