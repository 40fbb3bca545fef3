//! Finding a pattern in the bytes of one file, and saying where: line, columns, and the text.
//!
//! The file is searched as a whole, which is what makes it fast, and only around a match are lines
//! looked at.

use std::borrow::Cow;
use std::ops::{ControlFlow, Range};
use std::str;

use memchr::memmem::Finder;
use memchr::{memchr, memchr2_iter, memchr_iter, memrchr};
use regex::{Regex, RegexBuilder};

use crate::globs::MOST_BYTES;
use crate::regex_syntax::Node;

/// UTF-16 units of a line that are given back, and how many of them stand before the match.
const LONGEST_TEXT: usize = 500;
const BEFORE_MATCH: usize = 100;

/// One match: 0-based line, columns in UTF-16 units, and the text from `text_col` on.
#[derive(Debug, PartialEq)]
pub(crate) struct Match {
    /// The line.
    pub(crate) line: usize,
    /// Where the match begins in it.
    pub(crate) start_col: usize,
    /// Where the match ends.
    pub(crate) end_col: usize,
    /// The line, or what of it is around the match.
    pub(crate) text: String,
    /// Where that begins.
    pub(crate) text_col: usize,
}

/// What is looked for.
#[derive(Debug)]
pub(crate) enum Pattern {
    /// A text as it stands.
    Literal(Box<Finder<'static>>),
    /// A regular expression.
    Expression(Regex),
}

impl Pattern {
    /// A text as it stands.
    pub(crate) fn literal(text: &str) -> Self {
        Self::Literal(Box::new(Finder::new(text.as_bytes()).into_owned()))
    }

    /// What a tree matches.
    ///
    /// # Panics
    ///
    /// Never: what the trees are made of has its text in the engine's syntax.
    pub(crate) fn expression(tree: &Node) -> Self {
        let built = RegexBuilder::new(&tree.text()).size_limit(MOST_BYTES).build();
        Self::Expression(built.expect("a tree is an expression"))
    }

    /// Visit every match in a file, in order, until the visitor breaks; none in what is no text.
    pub(crate) fn visit(
        &self,
        content: &[u8],
        visit: &mut dyn FnMut(Match) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut plain = true;
        for at in memchr2_iter(0, b'\r', content) {
            if content[at] == 0 {
                return ControlFlow::Continue(());
            }
            plain = false;
        }
        if let (Self::Literal(finder), true) = (self, plain) {
            if finder.find(content).is_none() {
                return ControlFlow::Continue(());
            }
        }
        let Ok(text) = str::from_utf8(content) else { return ControlFlow::Continue(()) };
        // LSP 3.17 has three line ends. No pattern matches any, so one is as good as the other.
        let lines: Cow<'_, str> =
            if plain { text.into() } else { text.replace("\r\n", "\n").replace('\r', "\n").into() };
        // What follows the last line end is no line when it is empty.
        let end = lines.len() - usize::from(lines.ends_with('\n'));
        let mut cursor = Cursor::new(&lines);
        for span in self.spans(&lines) {
            if span.start > end || lines.is_empty() {
                break;
            }
            visit(cursor.locate(span))?;
        }
        ControlFlow::Continue(())
    }

    /// Start and end of each match; an empty one that touches the one before it is none.
    fn spans<'a>(&'a self, lines: &'a str) -> Box<dyn Iterator<Item = Range<usize>> + 'a> {
        match self {
            Self::Literal(finder) => {
                let width = finder.needle().len();
                Box::new(finder.find_iter(lines.as_bytes()).map(move |at| at..at + width))
            }
            Self::Expression(regex) => Box::new(regex.find_iter(lines).map(|found| found.range())),
        }
    }
}

/// Goes through a text from match to match.
struct Cursor<'a> {
    lines: &'a str,
    /// The line that was last looked at: its number, where it is, how long in UTF-16 units.
    number: usize,
    line: Option<Range<usize>>,
    length: usize,
    /// A place in that line, and its column.
    at: usize,
    col: usize,
}

impl<'a> Cursor<'a> {
    fn new(lines: &'a str) -> Self {
        Self { lines, number: 0, line: None, length: 0, at: 0, col: 0 }
    }

    fn locate(&mut self, span: Range<usize>) -> Match {
        let line = self.enter(span.start);
        let start_col = self.column(span.start);
        let (text, text_col) = self.excerpt(&line);
        let end_col = self.column(span.end);
        Match { line: self.number, start_col, end_col, text, text_col }
    }

    /// The line that a place is in, which is not before the last one.
    fn enter(&mut self, at: usize) -> Range<usize> {
        let bytes = self.lines.as_bytes();
        let counted = match &self.line {
            Some(line) if at <= line.end => return line.clone(),
            Some(line) => line.start,
            None => 0,
        };
        self.number += memchr_iter(b'\n', &bytes[counted..at]).count();
        let start = memrchr(b'\n', &bytes[..at]).map_or(0, |found| found + 1);
        let end = memchr(b'\n', &bytes[at..]).map_or(bytes.len(), |found| at + found);
        (self.at, self.col) = (start, 0);
        self.length = units(&self.lines[start..end]);
        self.line = Some(start..end);
        start..end
    }

    /// The column of a place that is not before the last one.
    fn column(&mut self, at: usize) -> usize {
        self.col += units(&self.lines[self.at..at]);
        self.at = at;
        self.col
    }

    /// The line's text, or of a long one what is around this place, and where that starts.
    fn excerpt(&self, line: &Range<usize>) -> (String, usize) {
        if self.length <= LONGEST_TEXT {
            return (self.lines[line.clone()].to_owned(), 0);
        }
        let wanted = self.col.saturating_sub(BEFORE_MATCH).min(self.length - LONGEST_TEXT);
        // Half a character is none: whole ones are gone through, back and then on.
        let (mut first, mut start) = (self.at, self.col);
        for char in self.lines[line.start..self.at].chars().rev() {
            if start < wanted + char.len_utf16() {
                break;
            }
            start -= char.len_utf16();
            first -= char.len_utf8();
        }
        let (mut last, mut end) = (first, start);
        for char in self.lines[first..line.end].chars() {
            end += char.len_utf16();
            if end > wanted + LONGEST_TEXT {
                break;
            }
            last += char.len_utf8();
        }
        (self.lines[first..last].to_owned(), start)
    }
}

fn units(text: &str) -> usize {
    if text.is_ascii() {
        text.len()
    } else {
        text.chars().map(char::len_utf16).sum()
    }
}
