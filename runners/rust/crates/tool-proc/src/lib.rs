//! The tool `proc`: commands are run, listed, ended, and their output is shown.
//!
//! A process is the first of a group of its own, and writes to files, past this program.
//!
//! Spec: `proc/spec.md` (PROC-1 to PROC-38).

mod actions;
mod commands;
mod environment;
mod registry;
mod running;
mod windows;

use hanzo_tools::{action, Declaration};
use serde_json::json;

pub use commands::places;
pub use environment::variables;
pub use windows::{last_lines, shown, window, Window};

/// The tool as it works in any workspace.
#[must_use]
pub fn tool() -> Declaration {
    let milliseconds = |most: u32| json!({"type": "integer", "minimum": 0, "maximum": most});
    let text = || json!({"type": "string"});
    let place = || json!({"type": "integer", "minimum": 0});
    let signals = [
        "SIGHUP", "SIGINT", "SIGQUIT", "SIGKILL", "SIGUSR1", "SIGUSR2", "SIGTERM", "SIGCONT",
        "SIGSTOP",
    ];
    let exec = json!({
        "type": "object",
        "description": "Runs a command.",
        "properties": {
            "command": {"type": ["string", "array"], "items": text()},
            "cwd": text(),
            "env": {"type": "object", "additionalProperties": text()},
            "timeout": {"type": "integer", "minimum": 1, "maximum": 86_400},
            "background_after_ms": milliseconds(600_000),
        },
        "required": ["command"],
        "additionalProperties": false,
    });
    let ps = json!({
        "type": "object",
        "description": "Lists processes.",
        "properties": {
            "filter": text(),
            "limit": {"type": "integer", "minimum": 1, "maximum": 1000},
            "cursor": text(),
        },
        "additionalProperties": false,
    });
    let kill = json!({
        "type": "object",
        "description": "Sends a signal to a process.",
        "properties": {
            "proc_id": text(),
            "signal": {"type": "string", "enum": signals},
            "wait_ms": milliseconds(60_000),
        },
        "required": ["proc_id"],
        "additionalProperties": false,
    });
    let logs = json!({
        "type": "object",
        "description": "Shows what a process wrote.",
        "properties": {
            "proc_id": {
                "type": "string",
                "description": "A process's id, or the ref of one of its streams.",
            },
            "tail": {"type": "integer", "minimum": 1},
            "since": {
                "type": "object",
                "description": "Places in both streams, in bytes from their beginning.",
                "properties": {"stdout": place(), "stderr": place()},
                "additionalProperties": false,
            },
            "wait_ms": milliseconds(60_000),
        },
        "required": ["proc_id"],
        "additionalProperties": false,
    });
    hanzo_tools::tool(
        "proc",
        None,
        [
            action("exec", exec, actions::execute),
            action("ps", ps, actions::processes),
            action("kill", kill, actions::kill),
            action("logs", logs, actions::logs),
        ],
    )
}
