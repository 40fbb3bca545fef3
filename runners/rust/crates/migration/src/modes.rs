//! Which actions fit a mode. Modes are hints of a caller, no permissions.

/// HIP-0300, The 8 Core Tools, and the optional ones below them.
const TOOLS: [&str; 11] =
    ["ws", "fs", "code", "proc", "test", "vcs", "net", "ui", "llm", "memory", "hanzo"];

/// Every tool answers these, and they change nothing.
const BUILT_IN: [&str; 3] = ["help", "schema", "status"];

/// Whether an action of a tool fits a mode; no name that nobody knows does.
///
/// Spec: MIGRATE-13 to MIGRATE-19.
#[must_use]
pub fn allowed(mode: &str, tool: &str, action: &str) -> bool {
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

fn adds(mode: &str, tool: &str, action: &str) -> bool {
    matches!(
        (mode, tool, action),
        ("apply", "fs", "apply_patch")
            | ("apply", "code", "rename")
            | ("verify", "proc", "exec")
            | ("verify", "test", "run")
            | ("ship", "vcs", "commit")
    )
}
