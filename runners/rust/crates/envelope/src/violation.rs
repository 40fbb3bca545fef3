//! What is wrong where: the form in which checks of values answer.

use serde::Serialize;

/// A place in the value that was checked, and the rule that it breaks.
///
/// Violations sort by pointer, then by rule, both by UTF-8 bytes.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Violation {
    /// A JSON Pointer (RFC 6901), empty for the whole value.
    pub pointer: String,
    /// The rule's name.
    pub rule: &'static str,
}

impl Violation {
    pub(crate) fn new(pointer: impl Into<String>, rule: &'static str) -> Self {
        Self { pointer: pointer.into(), rule }
    }
}

/// The pointer to a member or item (RFC 6901 §3).
pub(crate) fn below(pointer: &str, name: &str) -> String {
    format!("{pointer}/{}", name.replace('~', "~0").replace('/', "~1"))
}
