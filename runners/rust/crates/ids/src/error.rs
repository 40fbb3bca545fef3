//! The one thing that can go wrong.

use std::error::Error;
use std::fmt;

/// A path, a URI or a place names nothing: `INVALID_PARAMS`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InvalidParams {
    pub(crate) reason: &'static str,
}

impl InvalidParams {
    /// The error's code, the same in every language.
    #[must_use]
    pub fn code(&self) -> &'static str {
        "INVALID_PARAMS"
    }
}

impl fmt::Display for InvalidParams {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.reason)
    }
}

impl Error for InvalidParams {}
