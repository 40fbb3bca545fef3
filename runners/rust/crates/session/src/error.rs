//! What can go wrong.

use std::error::Error;
use std::fmt;

/// A specified failure; its text is for people.
///
/// Spec: HIP-0301 §5.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum SessionError {
    /// A message cannot be counted and compacted: `INVALID_MESSAGE`.
    InvalidMessage(String),
    /// `max_tokens` is below 1 or `reserve_recent` below 0: `INVALID_BUDGET`.
    InvalidBudget(&'static str),
}

impl SessionError {
    /// The error's code, the same in every language.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::InvalidMessage(_) => "INVALID_MESSAGE",
            Self::InvalidBudget(_) => "INVALID_BUDGET",
        }
    }
}

impl fmt::Display for SessionError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::InvalidMessage(reason) => formatter.write_str(reason),
            Self::InvalidBudget(reason) => formatter.write_str(reason),
        }
    }
}

impl Error for SessionError {}
