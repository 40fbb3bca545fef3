//! Applying hunks to a content: exactly where they say, all of them or none.

use hanzo_envelope::ToolError;
use hanzo_tools::failure;
use serde_json::json;

use crate::unified::Hunk;

/// The content with every hunk applied.
///
/// # Errors
///
/// `PATCH_FAILED` with the number of the first hunk, from 1, that does not fit.
/// Spec: FS-61 to FS-66.
pub fn patched(content: &[u8], hunks: &[Hunk<'_>]) -> Result<Vec<u8>, ToolError> {
    let lines = lines_of(content);
    let mut found = Vec::with_capacity(content.len());
    let mut at = 0;
    for (number, hunk) in (1..).zip(hunks) {
        let end = hunk.old_index + hunk.old.len();
        if lines.get(hunk.old_index..end) != Some(&hunk.old[..]) {
            return Err(failed(number));
        }
        extend(&mut found, &lines[at..hunk.old_index]);
        // Joined to a line without a terminator, the first new line would be none of its own.
        if !hunk.new.is_empty() && !ends_a_line(&found) {
            return Err(failed(number));
        }
        extend(&mut found, &hunk.new);
        if !hunk.new.is_empty() && end < lines.len() && !ends_a_line(&found) {
            return Err(failed(number));
        }
        at = end;
    }
    extend(&mut found, &lines[at..]);
    Ok(found)
}

/// The lines of a content with their line feeds.
pub(crate) fn lines_of(content: &[u8]) -> Vec<&[u8]> {
    content.split_inclusive(|&byte| byte == b'\n').collect()
}

fn ends_a_line(content: &[u8]) -> bool {
    content.is_empty() || content.ends_with(b"\n")
}

fn extend(content: &mut Vec<u8>, lines: &[&[u8]]) {
    for line in lines {
        content.extend_from_slice(line);
    }
}

fn failed(number: usize) -> ToolError {
    failure("PATCH_FAILED", format!("hunk {number} does not fit"), json!({"hunk": number}))
}
