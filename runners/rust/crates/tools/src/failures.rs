//! Failures that several tools foresee.

use std::io::{Error, ErrorKind};

use hanzo_envelope::ToolError;
use rustix::io::Errno;
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

/// What the system says about a place, as a failure with its URI: `NOT_FOUND`, `EXISTS`,
/// `PERMISSION_DENIED`, else `ERROR`.
#[must_use]
pub fn told_by_system(uri: &str, problem: &Error) -> ToolError {
    let code = match (problem.kind(), Errno::from_io_error(problem)) {
        // ENOTDIR: a file stands where the path has a folder, so nothing can be below.
        // Neither can anything have a name longer than names are.
        (ErrorKind::NotFound, _) | (_, Some(Errno::NOTDIR | Errno::NAMETOOLONG)) => "NOT_FOUND",
        (ErrorKind::AlreadyExists, _) => "EXISTS",
        (_, Some(Errno::LOOP)) => return outside(uri),
        (ErrorKind::PermissionDenied, _) => "PERMISSION_DENIED",
        _ => return ToolError::new("ERROR", format!("{uri}: {problem}")),
    };
    failure(code, format!("{uri}: {problem}"), json!({"uri": uri}))
}
