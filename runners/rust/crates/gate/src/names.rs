//! The name under which rules, prompters and hooks know a call.

use serde_json::{Map, Value};

/// The tools of HIP-0300, whose actions are told apart; other tools are one thing each.
const TOOLS: [&str; 16] = [
    "browser", "code", "fs", "hanzo", "llm", "memory", "mode", "net", "plan", "proc", "search",
    "test", "think", "ui", "vcs", "ws",
];
/// What a call without an action asks for.
const DEFAULT_ACTION: &str = "help";

/// `fs.write` for a tool of HIP-0300, else the tool's name; none where the action is no text.
///
/// Spec: GATE-13 to GATE-16.
#[must_use]
pub fn gate_name(name: &str, input: &Map<String, Value>) -> Option<String> {
    if !TOOLS.contains(&name) {
        return Some(name.to_owned());
    }
    let action = match input.get("action") {
        None | Some(Value::Null) => DEFAULT_ACTION,
        Some(action) => action.as_str()?,
    };
    Some(format!("{name}.{action}"))
}
