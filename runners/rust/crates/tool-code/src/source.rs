//! A text in UTF-16 code units: what grammars are given, so that their offsets are columns.
//!
//! An offset counts units from the start of the text.

use hanzo_ids::{Position, Range};

/// A line of a minified file says nothing and may be long.
const SNIPPET_CHARACTERS: usize = 200;

/// From one offset up to and without another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Span {
    pub start: usize,
    pub end: usize,
}

impl Span {
    pub fn covers(self, other: Self) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    /// An order by place, outer ones first.
    pub fn by_place(self) -> (usize, std::cmp::Reverse<usize>) {
        (self.start, std::cmp::Reverse(self.end))
    }
}

/// A text and its lines, which LF, CR LF and CR end.
pub(crate) struct Source {
    pub units: Vec<u16>,
    lines: Vec<Span>,
}

impl Source {
    pub fn new(text: &str) -> Self {
        let units: Vec<u16> = text.encode_utf16().collect();
        let mut lines = Vec::new();
        let (mut start, mut at) = (0, 0);
        while at < units.len() {
            let length = match (units[at], units.get(at + 1)) {
                (0x0D, Some(0x0A)) => 2,
                (0x0D | 0x0A, _) => 1,
                _ => 0,
            };
            if length > 0 {
                lines.push(Span { start, end: at });
                start = at + length;
            }
            at += length.max(1);
        }
        lines.push(Span { start, end: units.len() });
        Self { units, lines }
    }

    /// The text of a span.
    pub fn part(&self, span: Span) -> String {
        String::from_utf16_lossy(&self.units[span.start..span.end])
    }

    /// Line and column of an offset; one inside of a terminator is the end of the line.
    pub fn position(&self, offset: usize) -> Position {
        let number = self.line_of(offset);
        let line = self.lines[number];
        let col = offset.min(line.end) - line.start;
        let narrow = |value: usize| u32::try_from(value).unwrap_or(u32::MAX);
        Position { line: narrow(number), col: narrow(col) }
    }

    pub fn range(&self, span: Span) -> Range {
        Range { start: self.position(span.start), end: self.position(span.end) }
    }

    /// The offset of a position, none for a line that the text does not have.
    ///
    /// Columns past the end mean the end, one inside of a character its start.
    /// Spec: CODE-4, CODE-5.
    pub fn offset(&self, position: Position) -> Option<usize> {
        let line = self.lines.get(position.line as usize)?;
        let offset = (line.start + position.col as usize).min(line.end);
        let is_inside = offset < line.end && (0xDC00..0xE000).contains(&self.units[offset]);
        Some(if is_inside { offset - 1 } else { offset })
    }

    /// The beginning of the line in which an offset lies. Spec: CODE-7.
    pub fn snippet(&self, offset: usize) -> String {
        let line = self.lines[self.line_of(offset)];
        // A character has two units at most.
        let end = line.end.min(line.start + 2 * SNIPPET_CHARACTERS);
        self.part(Span { end, ..line }).chars().take(SNIPPET_CHARACTERS).collect()
    }

    fn line_of(&self, offset: usize) -> usize {
        self.lines.partition_point(|line| line.start <= offset) - 1
    }
}

/// A text on one line, each run of white space a blank, cut like a snippet.
pub(crate) fn shortened(text: &str) -> String {
    let words: Vec<&str> = text
        .split([' ', '\t', '\r', '\n', '\u{c}', '\u{b}'])
        .filter(|word| !word.is_empty())
        .collect();
    words.join(" ").chars().take(SNIPPET_CHARACTERS).collect()
}
