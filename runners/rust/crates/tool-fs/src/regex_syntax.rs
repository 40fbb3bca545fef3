//! Regular expressions as trees: what they are made of, and the one text that the engine is given.
//!
//! Sets of characters are explicit, so that no engine's own idea of a digit, of case or of a dot
//! matters. Globs become the same trees.

use std::fmt::Write;

/// Inclusive ranges of code points, ascending, with a gap between one and the next.
pub(crate) type Ranges = Vec<(u32, u32)>;

/// Unicode scalar values: every code point but the surrogates.
pub(crate) const SCALARS: [(u32, u32); 2] = [(0, 0xD7FF), (0xE000, 0x0010_FFFF)];

/// An expression.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Node {
    /// The start of a line.
    LineStart,
    /// The end of a line.
    LineEnd,
    /// Where an ASCII word begins or ends.
    WordEdge,
    /// One character out of these; without any it matches nothing.
    Characters(Ranges),
    /// One part after the other.
    Sequenced(Vec<Node>),
    /// The first of these that leads to a match.
    Either(Vec<Node>),
    /// A part again and again, without bound if `most` is none.
    Repeated { part: Box<Node>, least: u32, most: Option<u32>, greedy: bool },
}

impl Node {
    /// One character.
    pub(crate) fn character(char: char) -> Self {
        Self::Characters(vec![(u32::from(char), u32::from(char))])
    }

    /// A part again and again, as often as possible.
    pub(crate) fn repeated(part: Self, least: u32) -> Self {
        Self::Repeated { part: Box::new(part), least, most: None, greedy: true }
    }

    /// Whether the empty text can match.
    pub(crate) fn nullable(&self) -> bool {
        match self {
            Self::LineStart | Self::LineEnd | Self::WordEdge => true,
            Self::Characters(_) => false,
            Self::Sequenced(parts) => parts.iter().all(Self::nullable),
            Self::Either(choices) => choices.iter().any(Self::nullable),
            Self::Repeated { part, least, .. } => *least == 0 || part.nullable(),
        }
    }

    /// How many single characters and places it has once repetitions are written out.
    pub(crate) fn size(&self) -> u64 {
        match self {
            Self::Sequenced(parts) | Self::Either(parts) => {
                parts.iter().fold(0, |sum, part| part.size().saturating_add(sum))
            }
            Self::Repeated { part, least, most, .. } => {
                part.size().saturating_mul(u64::from(most.unwrap_or(*least).max(1)))
            }
            _ => 1,
        }
    }

    /// The expression in the engine's syntax, which needs no flags.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        self.write(&mut text);
        text
    }

    fn write(&self, text: &mut String) {
        match self {
            Self::LineStart => text.push_str("(?m:^)"),
            Self::LineEnd => text.push_str("(?m:$)"),
            Self::WordEdge => text.push_str(r"(?-u:\b)"),
            Self::Characters(found) => write_set(found, text),
            Self::Sequenced(parts) => parts.iter().for_each(|part| part.write_grouped(text)),
            Self::Either(choices) => {
                for (index, choice) in choices.iter().enumerate() {
                    if index > 0 {
                        text.push('|');
                    }
                    choice.write(text);
                }
            }
            Self::Repeated { part, least, most, greedy } => {
                part.write_grouped(text);
                let most = most.map(|most| most.to_string()).unwrap_or_default();
                let lazy = if *greedy { "" } else { "?" };
                write!(text, "{{{least},{most}}}{lazy}").expect("text grows");
            }
        }
    }

    fn write_grouped(&self, text: &mut String) {
        text.push_str("(?:");
        self.write(text);
        text.push(')');
    }
}

fn write_set(found: &Ranges, text: &mut String) {
    if found.is_empty() {
        text.push_str(r"[^\x{0}-\x{10FFFF}]");
        return;
    }
    text.push('[');
    for (low, high) in found {
        write!(text, r"\x{{{low:X}}}-\x{{{high:X}}}").expect("text grows");
    }
    text.push(']');
}

/// Ranges in ascending order, those that touch joined; empty pairs are dropped.
pub(crate) fn ranges(pairs: impl IntoIterator<Item = (u32, u32)>) -> Ranges {
    let mut sorted: Ranges = pairs.into_iter().filter(|(low, high)| low <= high).collect();
    sorted.sort_unstable();
    let mut found: Ranges = Vec::with_capacity(sorted.len());
    for (low, high) in sorted {
        match found.last_mut() {
            Some(last) if low <= last.1 + 1 => last.1 = last.1.max(high),
            _ => found.push((low, high)),
        }
    }
    found
}

/// The characters of `whole` that are not in `taken`.
pub(crate) fn without(whole: &[(u32, u32)], taken: &[(u32, u32)]) -> Ranges {
    let mut left = Vec::new();
    for &(low, high) in whole {
        let mut start = low;
        for &(first, last) in taken {
            if last < start || first > high {
                continue;
            }
            if first > start {
                left.push((start, first - 1));
            }
            start = last + 1;
        }
        if start <= high {
            left.push((start, high));
        }
    }
    ranges(left)
}
