//! Rules in order: the first whose pattern covers the name decides, else the user is asked.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use crate::glob::Glob;

/// What is done with a call to a tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
pub enum PermissionMode {
    /// The tool runs.
    Allow,
    /// The call is refused.
    Deny,
    /// The user is asked.
    Prompt,
}

impl PermissionMode {
    /// The mode's name, as it is read and written.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Allow => "allow",
            Self::Deny => "deny",
            Self::Prompt => "prompt",
        }
    }
}

impl fmt::Display for PermissionMode {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

impl FromStr for PermissionMode {
    type Err = InvalidMode;

    /// The mode of exactly this name; any other text is `INVALID_MODE`.
    fn from_str(text: &str) -> Result<Self, InvalidMode> {
        [Self::Allow, Self::Deny, Self::Prompt]
            .into_iter()
            .find(|mode| mode.as_str() == text)
            .ok_or_else(|| InvalidMode { text: text.to_owned() })
    }
}

/// A text is not the name of a mode: `INVALID_MODE`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvalidMode {
    text: String,
}

impl InvalidMode {
    /// The error's code, the same in every language.
    #[must_use]
    pub fn code(&self) -> &'static str {
        "INVALID_MODE"
    }
}

impl fmt::Display for InvalidMode {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:?} is none of allow, deny, prompt", self.text)
    }
}

impl Error for InvalidMode {}

/// One line of a policy.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct PermissionRule {
    /// A glob over tool names.
    pub tool_pattern: String,
    /// What is done with the tools that it covers.
    pub mode: PermissionMode,
    /// Why, if somebody said so; an empty text is a text. Without one, JSON has no such member.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub reason: Option<String>,
}

/// The outcome for one tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Evaluation<'a> {
    /// What is to be done.
    pub mode: PermissionMode,
    /// The pattern of the rule that decided, as it was written; none by default.
    pub rule_matched: Option<&'a str>,
    /// The reason of that rule, if it has one.
    pub reason: Option<&'a str>,
}

/// An ordered list of rules, with their patterns compiled once.
///
/// Spec: HIP-0301 §7.
#[derive(Debug, Clone)]
pub struct PermissionPolicy {
    rules: Vec<(Glob, PermissionRule)>,
}

impl PermissionPolicy {
    /// A policy of these rules, the one with the highest precedence first.
    pub fn new(rules: impl IntoIterator<Item = PermissionRule>) -> Self {
        let compile = |rule: PermissionRule| (Glob::new(&rule.tool_pattern), rule);
        Self { rules: rules.into_iter().map(compile).collect() }
    }

    /// The mode for a tool.
    #[must_use]
    pub fn evaluate(&self, tool_name: &str) -> PermissionMode {
        self.explain(tool_name).mode
    }

    /// The mode for a tool with the rule that led to it; without a rule, the user is asked.
    #[must_use]
    pub fn explain(&self, tool_name: &str) -> Evaluation<'_> {
        self.rules.iter().find(|(glob, _)| glob.matches(tool_name)).map_or(
            Evaluation { mode: PermissionMode::Prompt, rule_matched: None, reason: None },
            |(_, rule)| Evaluation {
                mode: rule.mode,
                rule_matched: Some(&rule.tool_pattern),
                reason: rule.reason.as_deref(),
            },
        )
    }
}

impl FromIterator<PermissionRule> for PermissionPolicy {
    fn from_iter<I: IntoIterator<Item = PermissionRule>>(rules: I) -> Self {
        Self::new(rules)
    }
}
