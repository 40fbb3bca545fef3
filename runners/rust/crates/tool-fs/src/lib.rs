//! The tool `fs`: reads, creates, changes, removes, lists, searches and compares files.
//!
//! The pure parts work without a workspace:
//!
//! ```
//! use hanzo_tool_fs::{parse, patched, unified};
//!
//! let patch = unified(b"one\ntwo\n", b"one\n2\n", "a", "b");
//! assert_eq!(patch, b"--- a\n+++ b\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n");
//! let text = String::from_utf8(patch)?;
//! assert_eq!(patched(b"one\ntwo\n", &parse(&text)?)?, b"one\n2\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod differences;
mod diffing;
mod editing;
mod files;
mod globs;
mod ignoring;
mod list;
mod making;
mod pages;
mod patching;
mod places;
mod reading;
mod refusals;
mod regex_parser;
mod regex_syntax;
mod removing;
mod schemas;
mod search;
mod search_lines;
mod seen;
mod unified;
mod walking;

use std::sync::Arc;

use hanzo_envelope::Tool;
use hanzo_tools::{action, tool as declared, Context};

pub use crate::differences::unified;
pub use crate::patching::patched;
pub use crate::unified::{parse, Hunk};

/// The tool as it works in one workspace.
#[must_use]
pub fn tool(context: &Arc<Context>) -> Tool {
    declared(
        "fs",
        None,
        [
            ("read", action(context, schemas::read(), reading::read)),
            ("write", action(context, schemas::write(), making::write)),
            ("stat", action(context, schemas::stat(), reading::stat)),
            ("mkdir", action(context, schemas::mkdir(), making::mkdir)),
            ("rm", action(context, schemas::rm(), removing::rm)),
            ("apply_patch", action(context, schemas::apply_patch(), editing::apply_patch)),
            ("list", action(context, list::schema(), list::list)),
            ("search_text", action(context, search::schema(), search::search_text)),
            ("diff", action(context, schemas::diff(), diffing::diff)),
        ],
    )
}
