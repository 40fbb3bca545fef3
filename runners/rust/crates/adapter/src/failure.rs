//! Answers that are errors: their codes and their shape.

use std::borrow::Cow;

use serde::Serialize;
use serde_json::Value;

/// The error member of an answer: `{code, message, data?}`.
///
/// Spec: JSON-RPC 2.0 §5.1; domain errors carry `{code, details?}` as data.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Failure {
    code: i32,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    // Boxed, so that a `Result` with a failure in it stays small.
    data: Option<Box<DomainError>>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
struct DomainError {
    code: Cow<'static, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    details: Option<Value>,
}

impl Failure {
    /// A specified outcome (-32000): `code` is compared by the harness, `message` is for people.
    pub fn domain(code: impl Into<Cow<'static, str>>, message: impl Into<String>) -> Self {
        let error = DomainError { code: code.into(), details: None };
        Self { data: Some(Box::new(error)), ..Self::plain(-32000, message) }
    }

    /// The same domain error with details; any other failure stays as it is.
    #[must_use]
    pub fn with_details(mut self, details: Value) -> Self {
        if let Some(error) = &mut self.data {
            error.details = Some(details);
        }
        self
    }

    /// The line is no JSON (-32700).
    pub fn parse_error(message: impl Into<String>) -> Self {
        Self::plain(-32700, message)
    }

    /// The line is JSON but no request (-32600).
    pub fn invalid_request(message: impl Into<String>) -> Self {
        Self::plain(-32600, message)
    }

    /// No operation has this name (-32601).
    #[must_use]
    pub fn method_not_found(name: &str) -> Self {
        Self::plain(-32601, format!("no operation is called {name}"))
    }

    /// A member of params is unknown, missing or of the wrong type (-32602).
    pub fn invalid_params(message: impl Into<String>) -> Self {
        Self::plain(-32602, message)
    }

    /// The implementation broke (-32603).
    pub fn internal(message: impl Into<String>) -> Self {
        Self::plain(-32603, message)
    }

    /// The JSON-RPC error code.
    #[must_use]
    pub fn code(&self) -> i32 {
        self.code
    }

    /// The code of a domain error, such as `INVALID_NAME`.
    #[must_use]
    pub fn domain_code(&self) -> Option<&str> {
        self.data.as_ref().map(|error| error.code.as_ref())
    }

    /// The details of a domain error where its domain specifies them.
    #[must_use]
    pub fn details(&self) -> Option<&Value> {
        self.data.as_ref().and_then(|error| error.details.as_ref())
    }

    fn plain(code: i32, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), data: None }
    }
}
