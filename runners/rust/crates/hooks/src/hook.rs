//! Hooks as they are configured: which rules each keeps, and which ones a tool concerns.

use std::str::FromStr;

use hanzo_permissions::matches;
use serde_json::{Map, Value};

use crate::error::HookError;

const DEFAULT_TIMEOUT_MS: u64 = 5000;
const LONGEST_TIMEOUT_MS: u64 = 600_000;

/// When hooks are asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Event {
    /// Before a tool, which they can block.
    PreToolUse,
    /// After it, which nobody blocks.
    PostToolUse,
}

impl Event {
    /// The event's name, as it is read and written.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::PreToolUse => "pre_tool_use",
            Self::PostToolUse => "post_tool_use",
        }
    }
}

impl FromStr for Event {
    type Err = HookError;

    /// The event of exactly this name; any other text is `INVALID_CALL`.
    fn from_str(text: &str) -> Result<Self, HookError> {
        [Self::PreToolUse, Self::PostToolUse]
            .into_iter()
            .find(|event| event.as_str() == text)
            .ok_or_else(|| HookError::InvalidCall(format!("no event {text:?}")))
    }
}

/// One hook.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HookConfig {
    /// When it is asked.
    pub event: Event,
    /// What `/bin/sh` runs.
    pub command: String,
    /// A glob over tool names.
    pub tool_pattern: String,
    /// How long it may take.
    pub timeout_ms: u64,
}

impl HookConfig {
    /// A hook with the usual five seconds.
    pub fn new(event: Event, command: impl Into<String>, pattern: impl Into<String>) -> Self {
        Self {
            event,
            command: command.into(),
            tool_pattern: pattern.into(),
            timeout_ms: DEFAULT_TIMEOUT_MS,
        }
    }

    /// The name of the first member that no hook may have so. Spec: HOOK-3, HOOK-6.
    pub(crate) fn ill_formed(&self) -> Option<&'static str> {
        if self.command.contains('\0') {
            // No system takes a NUL in an argument.
            Some("command")
        } else if !(1..=LONGEST_TIMEOUT_MS).contains(&self.timeout_ms) {
            Some("timeout_ms")
        } else {
            None
        }
    }
}

/// The hooks that these objects describe, each of them judged.
///
/// # Errors
/// `INVALID_HOOK` for the first member, of the first hook, that is missing or ill-formed.
///
/// Spec: HOOK-1 to HOOK-9.
pub fn read_hooks(hooks: &[Map<String, Value>]) -> Result<Vec<HookConfig>, HookError> {
    let read =
        |(index, hook)| read_hook(hook).map_err(|member| HookError::InvalidHook { index, member });
    hooks.iter().enumerate().map(read).collect()
}

fn read_hook(hook: &Map<String, Value>) -> Result<HookConfig, &'static str> {
    let text = |member: &'static str| hook.get(member).and_then(Value::as_str).ok_or(member);
    let event = text("event")?.parse().map_err(|_| "event")?;
    let command = text("command")?;
    // Judged before the members behind it.
    if command.contains('\0') {
        return Err("command");
    }
    let mut read = HookConfig::new(event, command, text("tool_pattern")?);
    read.timeout_ms = match hook.get("timeout_ms") {
        None | Some(Value::Null) => DEFAULT_TIMEOUT_MS,
        Some(value) => whole(value).ok_or("timeout_ms")?,
    };
    read.ill_formed().map_or(Ok(read), Err)
}

/// A whole number of a few digits, by value: 5000.0 is the same JSON number as 5000.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // within bounds and whole
fn whole(value: &Value) -> Option<u64> {
    let within = |number: &f64| (0.0..1e15).contains(number) && number.fract() == 0.0;
    value.as_u64().or_else(|| value.as_f64().filter(within).map(|number| number as u64))
}

/// The places of the hooks that are asked, in their order.
///
/// Spec: HOOK-11 to HOOK-13.
#[must_use]
pub fn select(hooks: &[HookConfig], event: Event, tool_name: &str) -> Vec<usize> {
    let asked = |hook: &HookConfig| hook.event == event && matches(&hook.tool_pattern, tool_name);
    hooks.iter().enumerate().filter(|(_, hook)| asked(hook)).map(|(index, _)| index).collect()
}
