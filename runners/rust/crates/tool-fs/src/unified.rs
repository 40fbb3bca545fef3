//! Unified diffs of one file as data: strict reading, hunks of bytes.
//!
//! Here lives the form. Whether a hunk fits a content is the business of `patching`.

use hanzo_envelope::ToolError;
use hanzo_tools::{failure, violation};
use serde_json::json;

const NO_NEWLINE: &[u8] = b"\\ No newline at end of file";
/// What git writes above the file names and what says nothing about content.
const SILENT: [&[u8]; 4] = [b"diff ", b"index ", b"similarity index ", b"dissimilarity index "];
const OTHER_FEATURES: [(&[u8], &str); 8] = [
    (b"new file mode ", "create"),
    (b"deleted file mode ", "delete"),
    (b"rename ", "rename"),
    (b"copy ", "copy"),
    (b"old mode ", "mode"),
    (b"new mode ", "mode"),
    (b"GIT binary patch", "binary"),
    (b"Binary files ", "binary"),
];
const MOST_DIGITS: usize = 9;

/// Lines that stand in a row and those that take their place, terminators included.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hunk<'a> {
    /// How many lines of the old file stand before them.
    pub old_index: usize,
    /// How many lines of the new file stand before them.
    pub new_index: usize,
    /// What has to be there.
    pub old: Vec<&'a [u8]>,
    /// What is there afterwards.
    pub new: Vec<&'a [u8]>,
}

/// The hunks of a unified diff of one file; there is at least one.
///
/// # Errors
///
/// `INVALID_PARAMS` for what is malformed, `UNSUPPORTED` with `feature` for what asks for more than
/// to change the content of a file. Spec: FS-47 to FS-60.
pub fn parse(patch: &str) -> Result<Vec<Hunk<'_>>, ToolError> {
    let mut reader = Reader::new(patch)?;
    skip_names(&mut reader)?;
    let mut hunks: Vec<Hunk<'_>> = Vec::new();
    while let Some(line) = reader.line() {
        let hunk = hunk(&mut reader, line, hunks.last())?;
        hunks.push(hunk);
    }
    if hunks.is_empty() {
        return Err(reader.malformed("there is no hunk"));
    }
    Ok(hunks)
}

fn unsupported(feature: &str) -> ToolError {
    let message = format!("a patch cannot do this: {feature}");
    failure("UNSUPPORTED", message, json!({"feature": feature}))
}

/// The lines of a patch, each with its line feed, one at a time.
struct Reader<'a> {
    lines: Vec<&'a [u8]>,
    index: usize,
    /// Whether the last line of a side had no terminator, so that nothing may follow on it.
    old_ended: bool,
    new_ended: bool,
}

impl<'a> Reader<'a> {
    fn new(patch: &'a str) -> Result<Self, ToolError> {
        let lines = patch.as_bytes().split_inclusive(|&byte| byte == b'\n').collect();
        let reader = Self { lines, index: 0, old_ended: false, new_ended: false };
        match reader.lines.last() {
            Some(last) if last.ends_with(b"\n") => Ok(reader),
            _ => Err(reader.malformed("the last line is cut off")),
        }
    }

    /// The line without its line feed.
    fn line(&self) -> Option<&'a [u8]> {
        self.lines.get(self.index).map(|line| &line[..line.len() - 1])
    }

    fn malformed(&self, reason: &str) -> ToolError {
        let number = self.index + 1;
        violation("/patch", "patch", format!("line {number} of the patch: {reason}"))
    }
}

/// Reads what stands above the first hunk.
fn skip_names(reader: &mut Reader<'_>) -> Result<(), ToolError> {
    while let Some(line) = reader.line().filter(|line| !line.starts_with(b"--- ")) {
        if let Some((_, feature)) = OTHER_FEATURES.iter().find(|(start, _)| line.starts_with(start))
        {
            return Err(unsupported(feature));
        }
        if !SILENT.iter().any(|start| line.starts_with(start)) {
            return Err(reader.malformed("neither a file name nor a hunk"));
        }
        reader.index += 1;
    }
    for (start, feature) in [(b"--- ", "create"), (b"+++ ", "delete")] {
        let name = reader.line().and_then(|line| line.strip_prefix(start));
        let Some(name) = name.filter(|name| !name.is_empty()) else {
            return Err(reader.malformed("expected the name of a file"));
        };
        // A time may follow the name after a tab.
        let name = name.split(|&byte| byte == b'\t').next().unwrap_or_default();
        if name.strip_suffix(b"\r").unwrap_or(name) == b"/dev/null" {
            return Err(unsupported(feature));
        }
        reader.index += 1;
    }
    Ok(())
}

fn hunk<'a>(
    reader: &mut Reader<'a>,
    line: &[u8],
    before: Option<&Hunk<'_>>,
) -> Result<Hunk<'a>, ToolError> {
    let Some([old, new]) = head(line) else {
        let another = line.starts_with(b"diff ") || line.starts_with(b"--- ");
        return Err(if another && before.is_some() {
            unsupported("several-files")
        } else {
            reader.malformed("expected the head of a hunk")
        });
    };
    let (Some(old_index), Some(new_index)) = (index(old), index(new)) else {
        return Err(reader.malformed("lines are counted from 1"));
    };
    let mut hunk = Hunk { old_index, new_index, old: Vec::new(), new: Vec::new() };
    refuse_disorder(reader, &hunk, before)?;
    reader.index += 1;
    let mut changes = false;
    while hunk.old.len() < old.count || hunk.new.len() < new.count {
        changes |= body_line(reader, &mut hunk)?;
    }
    if hunk.old.len() > old.count || hunk.new.len() > new.count {
        return Err(reader.malformed("the hunk has more lines than its head says"));
    }
    if !changes {
        return Err(reader.malformed("the hunk changes nothing"));
    }
    Ok(hunk)
}

/// A side of a hunk as its head tells it.
#[derive(Clone, Copy)]
struct Span {
    start: usize,
    count: usize,
}

/// POSIX diff -u: a count that is left out is 1; GNU and git put text behind the second "@@".
fn head(line: &[u8]) -> Option<[Span; 2]> {
    let (old, rest) = span(line.strip_prefix(b"@@ -")?)?;
    let (new, rest) = span(rest.strip_prefix(b" +")?)?;
    rest.starts_with(b" @@").then_some([old, new])
}

fn span(text: &[u8]) -> Option<(Span, &[u8])> {
    let (start, rest) = number(text)?;
    match rest.strip_prefix(b",") {
        Some(rest) => number(rest).map(|(count, rest)| (Span { start, count }, rest)),
        None => Some((Span { start, count: 1 }, rest)),
    }
}

fn number(text: &[u8]) -> Option<(usize, &[u8])> {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    if digits == 0 || digits > MOST_DIGITS {
        return None;
    }
    let (digits, rest) = text.split_at(digits);
    Some((std::str::from_utf8(digits).ok()?.parse().ok()?, rest))
}

/// How many lines stand before a hunk: an empty side is numbered by the line before it.
fn index(Span { start, count }: Span) -> Option<usize> {
    if count == 0 {
        Some(start)
    } else {
        start.checked_sub(1)
    }
}

fn refuse_disorder(
    reader: &Reader<'_>,
    hunk: &Hunk<'_>,
    before: Option<&Hunk<'_>>,
) -> Result<(), ToolError> {
    let (old_end, new_end) = before.map_or((0, 0), |before| {
        (before.old_index + before.old.len(), before.new_index + before.new.len())
    });
    if hunk.old_index < old_end {
        return Err(reader.malformed("the hunk begins before the end of the one above"));
    }
    // As many lines lie between two hunks in the new file as in the old one.
    if hunk.new_index.checked_sub(new_end) != Some(hunk.old_index - old_end) {
        return Err(reader.malformed("the line numbers of old and new do not agree"));
    }
    Ok(())
}

/// Reads a line into a hunk; whether it changes something.
fn body_line<'a>(reader: &mut Reader<'a>, hunk: &mut Hunk<'a>) -> Result<bool, ToolError> {
    let Some(&line) = reader.lines.get(reader.index) else {
        return Err(reader.malformed("the hunk has fewer lines than its head says"));
    };
    // GNU diffutils, suppress-blank-empty: an empty line of context may have lost its space.
    let (mark, mut content) = if line == b"\n" { (b' ', line) } else { (line[0], &line[1..]) };
    if !matches!(mark, b' ' | b'-' | b'+') {
        return Err(reader.malformed("a line of a hunk begins with a space, - or +"));
    }
    reader.index += 1;
    let ended = reader.line() == Some(NO_NEWLINE);
    if ended {
        content = &content[..content.len() - 1];
        if content.is_empty() {
            return Err(reader.malformed("a line of no bytes is no line"));
        }
        reader.index += 1;
    }
    if mark != b'+' {
        if reader.old_ended {
            return Err(reader.malformed("a line follows the end of the old file"));
        }
        hunk.old.push(content);
        reader.old_ended = ended;
    }
    if mark != b'-' {
        if reader.new_ended {
            return Err(reader.malformed("a line follows the end of the new file"));
        }
        hunk.new.push(content);
        reader.new_ended = ended;
    }
    Ok(mark != b' ')
}
