//! The words of the envelope: error codes, their aliases, built-in actions, modes.

use std::fmt;

use serde::Serialize;

/// What went wrong, from a closed list that callers branch on.
///
/// Spec: HIP-0300 (Unified Envelope).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(into = "&'static str")]
pub enum Code {
    /// The tool has no such action.
    UnknownAction,
    /// A parameter is missing, unknown or ill-typed.
    InvalidParams,
    /// What is named does not exist.
    NotFound,
    /// What is to be made exists.
    Exists,
    /// Something has changed since it was read.
    Conflict,
    /// A patch does not apply.
    PatchFailed,
    /// It may not be done.
    PermissionDenied,
    /// It may be done once it is confirmed.
    ConfirmRequired,
    /// It took too long.
    Timeout,
    /// It cannot be done here.
    Unsupported,
    /// Anything else.
    Error,
}

/// On every tool; the first two cannot be replaced by an action of the tool.
pub(crate) const BUILT_IN: [&str; 3] = ["help", "schema", "status"];

/// Hints in `meta.intent` (HIP-0300, Modes).
pub(crate) const INTENTS: [&str; 4] = ["inspect", "apply", "verify", "ship"];

/// What shipped builds say, and the code that it means.
const ALIASES: [(&str, Code); 1] = [("INTERNAL_ERROR", Code::Error)];

impl Code {
    const ALL: [Self; 11] = [
        Self::UnknownAction,
        Self::InvalidParams,
        Self::NotFound,
        Self::Exists,
        Self::Conflict,
        Self::PatchFailed,
        Self::PermissionDenied,
        Self::ConfirmRequired,
        Self::Timeout,
        Self::Unsupported,
        Self::Error,
    ];

    /// The code as it is written.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::UnknownAction => "UNKNOWN_ACTION",
            Self::InvalidParams => "INVALID_PARAMS",
            Self::NotFound => "NOT_FOUND",
            Self::Exists => "EXISTS",
            Self::Conflict => "CONFLICT",
            Self::PatchFailed => "PATCH_FAILED",
            Self::PermissionDenied => "PERMISSION_DENIED",
            Self::ConfirmRequired => "CONFIRM_REQUIRED",
            Self::Timeout => "TIMEOUT",
            Self::Unsupported => "UNSUPPORTED",
            Self::Error => "ERROR",
        }
    }

    /// The code of exactly this name.
    pub(crate) fn named(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|code| code.as_str() == text)
    }

    /// The code that this alias stands for.
    pub(crate) fn aliased(text: &str) -> Option<Self> {
        ALIASES.into_iter().find(|(alias, _)| *alias == text).map(|(_, code)| code)
    }
}

/// The code that an envelope carries for a text: reporting a failure coarsely is better than not.
impl From<&str> for Code {
    fn from(text: &str) -> Self {
        Self::named(text).or_else(|| Self::aliased(text)).unwrap_or(Self::Error)
    }
}

impl From<Code> for &'static str {
    fn from(code: Code) -> Self {
        code.as_str()
    }
}

impl fmt::Display for Code {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}
