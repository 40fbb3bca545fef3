//! Parameters against their declaration: a validator of the keywords that `schema` reads.

use serde_json::{Map, Number, Value};

use crate::number::{compare, equal, is_integer};
use crate::schema::{Additional, Node, Schema, Type};
use crate::violation::{below, Violation};

/// All that parameters break, sorted; the rule of each is the keyword.
///
/// Spec: HIP-0300 (Base Class); JSON Schema 2020-12 Validation §6.
pub(crate) fn violations(schema: &Schema, params: &Map<String, Value>) -> Vec<Violation> {
    let mut found = Vec::new();
    // The copy gives the root, which is no exception, the one way that all values go.
    check_value(&schema.root, &Value::Object(params.clone()), "", &mut found);
    found.sort_unstable();
    found
}

/// The names of the parameters, the optional ones last and with `?`.
pub(crate) fn signature(schema: &Schema) -> Vec<String> {
    let Node { required, properties, .. } = &schema.root;
    let mut names = required.clone();
    names.sort_unstable();
    let optional = properties.keys().filter(|name| !required.contains(name));
    names.extend(optional.map(|name| format!("{name}?")));
    names
}

fn check_value(node: &Node, value: &Value, pointer: &str, found: &mut Vec<Violation>) {
    let fits = |types: &Vec<Type>| types.iter().any(|name| name.fits(value));
    if !node.types.as_ref().is_none_or(fits) {
        found.push(Violation::new(pointer, "type"));
    }
    let listed = |values: &Vec<Value>| values.iter().any(|listed| equal(listed, value));
    if !node.values.as_ref().is_none_or(listed) {
        found.push(Violation::new(pointer, "enum"));
    }
    match value {
        Value::Number(number) => check_number(node, number, pointer, found),
        Value::Array(items) => {
            if let Some(node) = &node.items {
                for (index, item) in items.iter().enumerate() {
                    check_value(node, item, &below(pointer, &index.to_string()), found);
                }
            }
        }
        Value::Object(members) => check_object(node, members, pointer, found),
        _ => {}
    }
}

fn check_number(node: &Node, number: &Number, pointer: &str, found: &mut Vec<Violation>) {
    let against = |bound: i64| compare(number, &Number::from(bound));
    if node.minimum.is_some_and(|bound| against(bound).is_lt()) {
        found.push(Violation::new(pointer, "minimum"));
    }
    if node.maximum.is_some_and(|bound| against(bound).is_gt()) {
        found.push(Violation::new(pointer, "maximum"));
    }
}

fn check_object(
    node: &Node,
    members: &Map<String, Value>,
    pointer: &str,
    found: &mut Vec<Violation>,
) {
    for name in &node.required {
        if !members.contains_key(name) {
            found.push(Violation::new(below(pointer, name), "required"));
        }
    }
    for (name, member) in members {
        let place = below(pointer, name);
        match (node.properties.get(name), &node.additional) {
            (Some(declared), _) => check_value(declared, member, &place, found),
            (None, Some(Additional::Fitting(others))) => {
                check_value(others, member, &place, found);
            }
            (None, Some(Additional::Nothing)) => {
                found.push(Violation::new(place, "additionalProperties"));
            }
            // JSON Schema lets an object have members that nobody declared.
            (None, Some(Additional::Anything) | None) => {}
        }
    }
}

impl Type {
    fn fits(self, value: &Value) -> bool {
        match self {
            Self::Null => value.is_null(),
            Self::Boolean => value.is_boolean(),
            Self::Integer => value.as_number().is_some_and(is_integer),
            Self::Number => value.is_number(),
            Self::String => value.is_string(),
            Self::Array => value.is_array(),
            Self::Object => value.is_object(),
        }
    }
}
