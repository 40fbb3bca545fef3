//! What can go wrong, where; no error holds a value of a file.

use std::error::Error;
use std::fmt;

use crate::tiers::Tier;

/// A file that is there but cannot be used, which fails the whole load.
///
/// Spec: HIP-0301 §4.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfigError {
    pub(crate) kind: ConfigErrorKind,
    pub(crate) tier: Tier,
    pub(crate) path: String,
    pub(crate) problem: String,
}

/// In which way a file cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConfigErrorKind {
    /// It is not strict JSON, or not one object: `CONFIG_PARSE`.
    Parse,
    /// It has a member and its alias: `CONFIG_AMBIGUOUS`.
    Ambiguous,
    /// A known member is of the wrong type: `CONFIG_TYPE`.
    Type,
}

impl ConfigError {
    /// The error's code, the same in every language.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self.kind {
            ConfigErrorKind::Parse => "CONFIG_PARSE",
            ConfigErrorKind::Ambiguous => "CONFIG_AMBIGUOUS",
            ConfigErrorKind::Type => "CONFIG_TYPE",
        }
    }

    /// In which way the file cannot be used.
    #[must_use]
    pub fn kind(&self) -> ConfigErrorKind {
        self.kind
    }

    /// Whose file it is.
    #[must_use]
    pub fn tier(&self) -> Tier {
        self.tier
    }

    /// A JSON Pointer to the member, with names as the file has them; empty for `CONFIG_PARSE`.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.path
    }
}

impl fmt::Display for ConfigError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = if self.path.is_empty() { "" } else { ", " };
        write!(formatter, "{} settings{mark}{}: {}", self.tier, self.path, self.problem)
    }
}

impl Error for ConfigError {}
