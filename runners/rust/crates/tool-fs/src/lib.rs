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

use hanzo_tools::{action, tool as declared, Declaration};

pub use crate::differences::unified;
pub use crate::patching::patched;
pub use crate::unified::{parse, Hunk};

/// The tool as it works in any workspace.
#[must_use]
pub fn tool() -> Declaration {
    declared(
        "fs",
        None,
        [
            action("read", schemas::read(), reading::read),
            action("write", schemas::write(), making::write),
            action("stat", schemas::stat(), reading::stat),
            action("mkdir", schemas::mkdir(), making::mkdir),
            action("rm", schemas::rm(), removing::rm),
            action("apply_patch", schemas::apply_patch(), editing::apply_patch),
            action("list", list::schema(), list::list),
            action("search_text", search::schema(), search::search_text),
            action("diff", schemas::diff(), diffing::diff),
        ],
    )
}
