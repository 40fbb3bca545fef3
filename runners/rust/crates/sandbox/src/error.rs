//! What is no path, or leads nowhere.

use std::error::Error;
use std::fmt;

/// A path that cannot be followed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SandboxError {
    /// It is no path, or cannot be read: `SANDBOX_PATH`.
    Path(String),
    /// There are more than 40 symbolic links on the way: `SANDBOX_LOOP`.
    Loop,
}

impl SandboxError {
    /// The error's code, the same in every language.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Path(_) => "SANDBOX_PATH",
            Self::Loop => "SANDBOX_LOOP",
        }
    }

    pub(crate) fn path(problem: impl Into<String>) -> Self {
        Self::Path(problem.into())
    }
}

impl fmt::Display for SandboxError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Path(problem) => formatter.write_str(problem),
            Self::Loop => formatter.write_str("more than 40 symbolic links on the way"),
        }
    }
}

impl Error for SandboxError {}
