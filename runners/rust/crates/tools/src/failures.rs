//! Failures that several tools foresee.

use hanzo_envelope::ToolError;
use serde_json::{json, Value};

/// A failure with details, which are an object.
#[must_use]
pub fn failure(code: &str, message: impl Into<String>, details: Value) -> ToolError {
    let Value::Object(details) = details else {
        return ToolError::new(code, message);
    };
    ToolError { details: Some(details), ..ToolError::new(code, message) }
}

/// The refusal of a parameter that its schema cannot judge: `INVALID_PARAMS` with one violation.
#[must_use]
pub fn violation(pointer: &str, rule: &str, message: impl Into<String>) -> ToolError {
    let violations = json!({"violations": [{"pointer": pointer, "rule": rule}]});
    failure("INVALID_PARAMS", message, violations)
}

/// The refusal of a place that is not in the workspace.
#[must_use]
pub fn outside(uri: &str) -> ToolError {
    failure("PERMISSION_DENIED", format!("{uri} is outside the workspace"), json!({"uri": uri}))
}
