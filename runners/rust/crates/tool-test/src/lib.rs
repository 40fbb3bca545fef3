//! The tool `test`: suites are found and run, and what runners print is brought into one form.
//!
//! Running is the business of `proc`, by way of the context.
//!
//! Spec: `test/spec.md` (TEST-1 to TEST-30).

mod actions;
mod output;
mod recognition;
mod report_file;
mod runs;
mod suites;

use hanzo_tools::{action, Declaration};
use serde_json::json;

pub use output::{read_report, reader, Failure, Reader, Tally};
pub use recognition::{runners, LOOKED_INTO, READ};

/// The tool as it works in any workspace, whose toolbox has `proc`.
#[must_use]
pub fn tool() -> Declaration {
    let text = || json!({"type": "string"});
    let integer =
        |least: u32, most: u32| json!({"type": "integer", "minimum": least, "maximum": most});
    let list = json!({
        "type": "object",
        "description": "Lists test suites.",
        "properties": {"path": text(), "limit": integer(1, 1000), "cursor": text()},
        "additionalProperties": false,
    });
    let run = json!({
        "type": "object",
        "description": "Runs a test suite.",
        "properties": {
            "suite": text(),
            "filter": text(),
            "parallel": integer(1, 256),
            "env": {"type": "object", "additionalProperties": text()},
            "timeout": integer(1, 86_400),
            "background_after_ms": integer(0, 600_000),
        },
        "additionalProperties": false,
    });
    let status = json!({
        "type": "object",
        "description": "Tells how a run goes or went.",
        "properties": {"run_id": text()},
        "required": ["run_id"],
        "additionalProperties": false,
    });
    hanzo_tools::tool(
        "test",
        None,
        [
            action("list", list, actions::list),
            action("run", run, actions::run),
            action("status", status, actions::status),
        ],
    )
}
