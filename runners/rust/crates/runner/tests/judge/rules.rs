//! The `where` rules of vectors: the part of JSON Schema that they are written in.
//!
//! A keyword that is not known here panics: a rule that is passed over would judge nothing.

use regex_lite::Regex;
use serde_json::Value;

/// Whether a value keeps to a schema of rules.
///
/// # Panics
/// When the schema has a keyword that is not known here, or one of another form than usual.
pub fn holds(schema: &Value, value: &Value) -> bool {
    match schema {
        Value::Bool(anything) => *anything,
        Value::Object(keywords) => {
            keywords.iter().all(|(keyword, rule)| holds_one(keyword, rule, schema, value))
        }
        _ => panic!("a schema is an object or a boolean, not {schema}"),
    }
}

fn holds_one(keyword: &str, rule: &Value, schema: &Value, value: &Value) -> bool {
    match keyword {
        "type" => has_type(rule, value),
        "const" => value == rule,
        "enum" => list(rule).contains(value),
        "not" => !holds(rule, value),
        "allOf" => list(rule).iter().all(|part| holds(part, value)),
        "pattern" => value.as_str().is_none_or(|text| pattern(rule).is_match(text)),
        "minLength" => value.as_str().is_none_or(|text| text.chars().count() >= size(rule)),
        "minItems" => value.as_array().is_none_or(|items| items.len() >= size(rule)),
        "maxItems" => value.as_array().is_none_or(|items| items.len() <= size(rule)),
        "uniqueItems" => rule == false || value.as_array().is_none_or(|items| distinct(items)),
        "items" => value.as_array().is_none_or(|items| items.iter().all(|at| holds(rule, at))),
        "contains" => value.as_array().is_none_or(|items| {
            let found = items.iter().filter(|item| holds(rule, item)).count();
            let least = schema.get("minContains").map_or(1, size);
            let most = schema.get("maxContains").map_or(usize::MAX, size);
            (least..=most).contains(&found)
        }),
        // Read together with `contains`, which they mean nothing without.
        "minContains" | "maxContains" => true,
        _ => panic!("the keyword {keyword} is judged by the harness only"),
    }
}

fn has_type(rule: &Value, value: &Value) -> bool {
    match rule.as_str().expect("a rule has one type") {
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        "integer" => value.is_i64() || value.is_u64(),
        other => panic!("the type {other} is judged by the harness only"),
    }
}

fn pattern(rule: &Value) -> Regex {
    let text = rule.as_str().expect("a pattern is text");
    Regex::new(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn list(rule: &Value) -> &[Value] {
    rule.as_array().expect("the keyword holds a list")
}

fn size(rule: &Value) -> usize {
    rule.as_u64().and_then(|number| usize::try_from(number).ok()).expect("a size is an integer")
}

fn distinct(items: &[Value]) -> bool {
    items.iter().enumerate().all(|(index, item)| !items[..index].contains(item))
}
