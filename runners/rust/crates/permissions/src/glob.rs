//! Glob patterns over tool names: compiled to tokens, matched by two pointers.
//!
//! ```text
//! pattern = { run / one / set / literal }        the whole name, case-sensitive, by code points
//! run     = "*"                                  any number of code points, whichever they are
//! one     = "?"                                  one code point
//! set     = "[" [ "!" ] first { member } "]"     one code point inside; with "!", one outside
//! literal = any other code point, also a "[" that nothing closes
//! ```
//!
//! No escape, no braces, no character classes, no path semantics. Regular expressions are not
//! used: translated stars backtrack without bound in some engines.

use std::str::Chars;

/// A compiled pattern; every text is one.
///
/// Spec: HIP-0301 §7; Python library reference, fnmatch.
#[derive(Debug, Clone)]
pub struct Glob {
    tokens: Vec<Token>,
}

#[derive(Debug, Clone)]
enum Token {
    Run,
    One,
    Literal(char),
    /// Inclusive ranges: one of them or, negated, none.
    Set {
        negated: bool,
        ranges: Vec<(char, char)>,
    },
}

impl Glob {
    /// Compiles a pattern, which is counted in code points.
    #[must_use]
    pub fn new(pattern: &str) -> Self {
        let points: Vec<char> = pattern.chars().collect();
        // Nothing closes a set behind the last bracket; without this, each of many open brackets
        // would search to the end.
        let last_close = points.iter().rposition(|&point| point == ']').unwrap_or(0);
        let mut tokens = Vec::with_capacity(points.len());
        let mut at = 0;
        while at < points.len() {
            let point = points[at];
            at += 1;
            tokens.push(match point {
                '*' => Token::Run,
                '?' => Token::One,
                '[' => match closing_bracket(&points[..=last_close], at) {
                    Some(close) => {
                        let negated = points[at] == '!';
                        let inside = &points[at + usize::from(negated)..close];
                        at = close + 1;
                        Token::Set { negated, ranges: members(inside) }
                    }
                    None => Token::Literal(point),
                },
                _ => Token::Literal(point),
            });
        }
        Self { tokens }
    }

    /// Whether the pattern covers the whole name.
    ///
    /// A star is first taken as empty. On a mismatch the latest star takes one code point more and
    /// matching resumes behind it. Earlier stars need no second try: whatever they could still
    /// give up, the latest one can take as well. Hence at most pattern × name steps, and no memory.
    #[must_use]
    pub fn matches(&self, name: &str) -> bool {
        let mut token = 0;
        let mut rest = name.chars();
        let mut latest: Option<(usize, Chars<'_>)> = None;
        while let Some(point) = rest.clone().next() {
            match self.tokens.get(token) {
                Some(Token::Run) => {
                    latest = Some((token, rest.clone()));
                    token += 1;
                }
                Some(other) if other.accepts(point) => {
                    rest.next();
                    token += 1;
                }
                _ => {
                    let Some((star, resume)) = &mut latest else {
                        return false;
                    };
                    resume.next();
                    token = *star + 1;
                    rest = resume.clone();
                }
            }
        }
        self.tokens[token..].iter().all(|left| matches!(left, Token::Run))
    }
}

/// Whether a pattern covers a whole name.
///
/// Spec: HIP-0301 §7; Python library reference, fnmatch.
#[must_use]
pub fn matches(pattern: &str, name: &str) -> bool {
    Glob::new(pattern).matches(name)
}

impl Token {
    fn accepts(&self, point: char) -> bool {
        match self {
            Self::Run | Self::One => true,
            Self::Literal(literal) => *literal == point,
            Self::Set { negated, ranges } => {
                ranges.iter().any(|(low, high)| (low..=high).contains(&&point)) != *negated
            }
        }
    }
}

/// Where the set whose inside begins at `at` ends.
///
/// The first member is passed over without a look, so that `]` can be one. Ranges play no part: in
/// `[a-]x]` the first `]` closes.
fn closing_bracket(points: &[char], at: usize) -> Option<usize> {
    let first = at + usize::from(points.get(at) == Some(&'!'));
    let behind = first + 1;
    let length = points.get(behind..)?.iter().position(|&point| point == ']')?;
    Some(behind + length)
}

/// The ranges of a set, read from left to right; a single member is a range of one.
///
/// A hyphen makes a range when it has a code point on either side that is not used up yet: so it
/// is a member itself in first place, in last place and directly behind a range. Nothing lies
/// within a range from a higher to a lower code point.
fn members(inside: &[char]) -> Vec<(char, char)> {
    let mut ranges = Vec::with_capacity(inside.len());
    let mut at = 0;
    while at < inside.len() {
        let is_range = at + 2 < inside.len() && inside[at + 1] == '-';
        let high = if is_range { at + 2 } else { at };
        ranges.push((inside[at], inside[high]));
        at = high + 1;
    }
    ranges
}
