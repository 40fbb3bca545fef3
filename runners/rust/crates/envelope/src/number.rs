//! Numbers compared by their value, exactly, and values compared as JSON.

use std::cmp::Ordering;

use serde_json::{Number, Value};

/// Whether a number has no fractional part.
///
/// Spec: JSON Schema 2020-12 Validation §6.1.1.
pub(crate) fn is_integer(number: &Number) -> bool {
    number.as_f64().is_some_and(|double| double.fract() == 0.0)
}

/// The order of two numbers, exact also where a double has no room for an integer.
pub(crate) fn compare(one: &Number, other: &Number) -> Ordering {
    match (integer(one), integer(other)) {
        (Some(one), Some(other)) => one.cmp(&other),
        (Some(one), None) => compare_mixed(one, double(other)),
        (None, Some(other)) => compare_mixed(other, double(one)).reverse(),
        (None, None) => in_order(double(one), double(other)),
    }
}

/// The number where it is written as an integer.
fn integer(number: &Number) -> Option<i128> {
    number.as_i64().map(i128::from).or_else(|| number.as_u64().map(i128::from))
}

fn double(number: &Number) -> f64 {
    number.as_f64().unwrap_or_default()
}

fn compare_mixed(integer: i128, double: f64) -> Ordering {
    // The cast cuts the fraction off and saturates, far beyond every integer that comes here.
    #[allow(clippy::cast_possible_truncation)]
    let whole = double.trunc() as i128;
    integer.cmp(&whole).then_with(|| in_order(0.0, double.fract()))
}

/// JSON has no NaN, so there always is an order; minus zero equals zero.
fn in_order(one: f64, other: f64) -> Ordering {
    one.partial_cmp(&other).unwrap_or(Ordering::Equal)
}

/// Whether two values are the same JSON value: numbers by value, members in any order.
///
/// Spec: JSON Schema 2020-12 Core §4.2.2.
pub(crate) fn equal(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => compare(one, other).is_eq(),
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| equal(one, other))
        }
        (Value::Object(one), Value::Object(other)) => {
            one.len() == other.len()
                && one
                    .iter()
                    .all(|(name, member)| other.get(name).is_some_and(|other| equal(member, other)))
        }
        _ => one == other,
    }
}
