//! What this implementation can be asked.

// Not all of it is used before the first operation stands in the list; take this out then.
#![allow(dead_code)]

use serde_json::{Map, Value};

/// From params to a result.
pub type Operation = fn(&Map<String, Value>) -> Result<Value, Failure>;

/// Every operation that this implementation has. What is not here is "unsupported" in a run.
pub const OPERATIONS: &[(&str, Operation)] = &[
    // ("example.operation", first_operation),
];

/// Answers `example.operation`: call your implementation here and return its result.
///
/// What it is asked, and what it has to answer: hanzo-conformance show example-file/example-vector
fn first_operation(params: &Map<String, Value>) -> Result<Value, Failure> {
    only(params, &["example_member"])?;
    let value = text(params, "example_member")?;
    Err(Failure::Internal(format!(
        "example.operation of {value:?} is not written yet"
    )))
}

/// Why there is no result.
pub enum Failure {
    /// A specified failure: `code` is compared with the vector, `message` is for people.
    Domain {
        code: &'static str,
        message: String,
        details: Option<Value>,
    },
    /// Params that are not as the operation's input is specified.
    InvalidParams(String),
    /// This implementation broke.
    Internal(String),
}

/// Refuses members other than the known ones.
fn only(params: &Map<String, Value>, known: &[&str]) -> Result<(), Failure> {
    match params.keys().find(|name| !known.contains(&name.as_str())) {
        Some(name) => Err(Failure::InvalidParams(format!("unknown member {name:?}"))),
        None => Ok(()),
    }
}

/// A member that has to be there and to be a string; other types are read alike.
fn text<'a>(params: &'a Map<String, Value>, name: &str) -> Result<&'a str, Failure> {
    params
        .get(name)
        .and_then(Value::as_str)
        .ok_or_else(|| Failure::InvalidParams(format!("{name:?} is missing or no string")))
}
