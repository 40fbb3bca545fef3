//! What is refused before any hook runs.

use std::error::Error;
use std::fmt;

/// A list of hooks, or a question to them, that cannot be meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HookError {
    /// A hook lacks a member or has an ill-formed one: `INVALID_HOOK`.
    InvalidHook {
        /// The place of the hook in its list.
        index: usize,
        /// The member's name.
        member: &'static str,
    },
    /// The hooks cannot be asked this: `INVALID_CALL`. Whoever asks takes it for a denial.
    InvalidCall(String),
}

impl HookError {
    /// The error's code, the same in every language.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::InvalidHook { .. } => "INVALID_HOOK",
            Self::InvalidCall(_) => "INVALID_CALL",
        }
    }
}

impl fmt::Display for HookError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::InvalidHook { index, member } => {
                write!(formatter, "hook {index}: ill-formed or missing {member}")
            }
            Self::InvalidCall(problem) => formatter.write_str(problem),
        }
    }
}

impl Error for HookError {}
