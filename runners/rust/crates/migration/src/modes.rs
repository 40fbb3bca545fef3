//! Which actions fit a mode. Modes are hints of a caller, no permissions.

use serde::Deserialize;

/// What a caller says that it is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
// Text only: a derived enum is also read from an object that has its name as a member.
#[serde(try_from = "String")]
pub enum Mode {
    /// Reading, searching, diagnosing.
    Inspect,
    /// Patches and renames besides.
    Apply,
    /// Commands and tests besides.
    Verify,
    /// Commits besides.
    Ship,
}

impl TryFrom<String> for Mode {
    type Error = String;

    /// The mode of exactly this name.
    fn try_from(name: String) -> Result<Self, String> {
        match name.as_str() {
            "inspect" => Ok(Self::Inspect),
            "apply" => Ok(Self::Apply),
            "verify" => Ok(Self::Verify),
            "ship" => Ok(Self::Ship),
            _ => Err("a mode is inspect, apply, verify or ship".to_owned()),
        }
    }
}

/// HIP-0300, The 8 Core Tools, and the optional ones below them.
const TOOLS: [&str; 11] =
    ["ws", "fs", "code", "proc", "test", "vcs", "net", "ui", "llm", "memory", "hanzo"];

/// Every tool answers these, and they change nothing.
const BUILT_IN: [&str; 3] = ["help", "schema", "status"];

/// Whether an action of a tool fits a mode; no name that nobody knows does.
///
/// Spec: MIGRATE-13 to MIGRATE-19.
#[must_use]
pub fn allowed(mode: Mode, tool: &str, action: &str) -> bool {
    if BUILT_IN.contains(&action) {
        return TOOLS.contains(&tool);
    }
    reads(tool, action) || adds(mode, tool, action)
}

fn reads(tool: &str, action: &str) -> bool {
    match tool {
        "ws" => matches!(action, "detect" | "capabilities"),
        "fs" => matches!(action, "read" | "stat" | "list" | "search_text" | "diff"),
        "code" => matches!(
            action,
            "definition" | "references" | "diagnostics" | "search_symbol" | "hover" | "completion"
        ),
        "proc" => matches!(action, "ps" | "logs"),
        "test" => matches!(action, "list" | "status"),
        "vcs" => matches!(action, "status" | "diff" | "log"),
        _ => false,
    }
}

fn adds(mode: Mode, tool: &str, action: &str) -> bool {
    matches!(
        (mode, tool, action),
        (Mode::Apply, "fs", "apply_patch")
            | (Mode::Apply, "code", "rename")
            | (Mode::Verify, "proc", "exec")
            | (Mode::Verify, "test", "run")
            | (Mode::Ship, "vcs", "commit")
    )
}
