//! The refusals of this tool, and what an entry is.

use hanzo_envelope::ToolError;
use hanzo_tools::failure;
use rustix::fs::{FileType, Stat};
use serde_json::json;

pub(crate) fn exists(uri: &str) -> ToolError {
    failure("EXISTS", format!("{uri} exists"), json!({"uri": uri}))
}

/// It is there and has no content.
pub(crate) fn no_file(uri: &str, kind: &str) -> ToolError {
    failure("UNSUPPORTED", format!("{uri} is no file"), json!({"uri": uri, "type": kind}))
}

pub(crate) fn conflict(expected: &str, actual: &str) -> ToolError {
    let details = json!({"expected": expected, "actual": actual});
    failure("CONFLICT", "the file has other content", details)
}

/// `file`, `directory`, `symlink` or `other`.
pub(crate) fn kind_of(status: &Stat) -> &'static str {
    match FileType::from_raw_mode(status.st_mode) {
        FileType::RegularFile => "file",
        FileType::Directory => "directory",
        FileType::Symlink => "symlink",
        _ => "other",
    }
}
