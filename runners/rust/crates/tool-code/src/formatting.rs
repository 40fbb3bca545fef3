//! What can be formatted without knowing a language's style: blanks at the end of lines. Pure.

use std::ops::RangeInclusive;

use crate::source::{Source, Span};

/// The text without blanks at line ends and with a line end at its end.
///
/// `lines` restricts it to some lines, counted from 0. Which blanks lie between tokens is asked of
/// the tree by the caller. Spec: CODE-48 to CODE-51.
pub(crate) fn trimmed(
    source: &Source,
    text: &str,
    lines: Option<&RangeInclusive<u32>>,
    is_between_tokens: impl Fn(Span) -> bool,
) -> String {
    let is_wanted =
        |offset| lines.is_none_or(|lines| lines.contains(&source.position(offset).line));
    let mut result = String::with_capacity(text.len() + 1);
    let mut units = 0;
    for line in text.split_inclusive('\n') {
        let body = line.strip_suffix('\n').unwrap_or(line);
        let body =
            if line.ends_with('\n') { body.strip_suffix('\r').unwrap_or(body) } else { body };
        let kept = body.trim_end_matches([' ', '\t']);
        let start = units + length(kept);
        let blanks = Span { start, end: start + body.len() - kept.len() };
        let goes = blanks.end > start && is_wanted(start) && is_between_tokens(blanks);
        result += if goes { kept } else { body };
        result += &line[body.len()..];
        units += length(line);
    }
    if !text.is_empty() && !text.ends_with('\n') && is_wanted(units) {
        let first = text.find('\n').map(|end| &text[..end]);
        result += if first.is_some_and(|line| line.ends_with('\r')) { "\r\n" } else { "\n" };
    }
    result
}

fn length(text: &str) -> usize {
    text.encode_utf16().count()
}
