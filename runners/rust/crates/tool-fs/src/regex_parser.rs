//! The regular expressions that `search_text` takes, read and checked.
//!
//! ```text
//! pattern  = sequence { "|" sequence }
//! sequence = { part }
//! part     = "^" | "$" | "\b" | atom [ repeat [ "?" ] ]
//! repeat   = "*" | "+" | "?" | "{" n "}" | "{" n ",}" | "{" n "," m "}"
//! atom     = "." | class | escape | "(" [ "?:" ] pattern ")" | any other character
//! class    = "[" [ "^" ] item { item } "]"
//! item     = escape | char [ "-" char ]
//! escape   = "\" ( d | D | w | W | s | S | t | f | v | xHH | x{H…} | punctuation )
//! ```
//!
//! What a backtracking engine and an automaton answer differently is left out, so that every
//! engine gives the same matches: look-around, back-references, and repeating what can be empty.

use crate::regex_syntax::{ranges, without, Node, Ranges, SCALARS};

const LONGEST_PATTERN: usize = 1000;
const LARGEST_SIZE: u64 = 1000;
const LARGEST_COUNT: u32 = 1000;
const DEEPEST_GROUP: usize = 50;

const DIGITS: [(u32, u32); 1] = [(0x30, 0x39)];
const WORD: [(u32, u32); 4] = [(0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A)];
const SPACE: [(u32, u32); 3] = [(0x09, 0x09), (0x0B, 0x0C), (0x20, 0x20)];

/// A text that is no pattern, and why.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct PatternError(pub(crate) &'static str);

const ENDS_EARLY: PatternError = PatternError("it ends too early");
const LINE_END: PatternError = PatternError("a line end is never inside a line");
const NO_HYPHEN: PatternError = PatternError("a - without a backslash that means nothing here");
const NO_CHARACTER: PatternError = PatternError(r"a \x that names no character of a line");

/// The tree of a text that is searched for as it stands.
///
/// # Errors
///
/// The text is empty, too long, or has a line end in it.
pub(crate) fn parse_literal(pattern: &str, ignore_case: bool) -> Result<Node, PatternError> {
    refuse_length(pattern)?;
    if pattern.contains(['\n', '\r']) {
        return Err(LINE_END);
    }
    let cased = |char| cased(vec![(u32::from(char), u32::from(char))], ignore_case);
    Ok(Node::Sequenced(pattern.chars().map(cased).map(Node::Characters).collect()))
}

/// The tree of a regular expression.
///
/// # Errors
///
/// The text is none.
pub(crate) fn parse_regex(pattern: &str, ignore_case: bool) -> Result<Node, PatternError> {
    refuse_length(pattern)?;
    let pattern: Vec<char> = pattern.chars().collect();
    let mut parser = Parser { pattern: &pattern, at: 0, depth: 0, ignore_case };
    let found = parser.choices()?;
    if parser.peek().is_some() {
        return Err(PatternError("a ) without a ("));
    }
    if found.size() > LARGEST_SIZE {
        return Err(PatternError("written out, it has more than 1000 characters"));
    }
    Ok(found)
}

fn refuse_length(pattern: &str) -> Result<(), PatternError> {
    match pattern.chars().count() {
        0 => Err(PatternError("it is empty")),
        1..=LONGEST_PATTERN => Ok(()),
        _ => Err(PatternError("it has more than 1000 characters")),
    }
}

/// A line has no line ends in it, so no set needs them.
fn in_line() -> Ranges {
    without(&SCALARS, &[(0x0A, 0x0A), (0x0D, 0x0D)])
}

/// With the other case of each ASCII letter, if case is ignored.
fn cased(found: Ranges, ignore_case: bool) -> Ranges {
    if !ignore_case {
        return found;
    }
    let mut both = found.clone();
    for (low, high) in found {
        let (first, last) = (low.max(0x41), high.min(0x5A));
        both.push((first + 0x20, last + 0x20));
        let (first, last) = (low.max(0x61), high.min(0x7A));
        both.push((first - 0x20, last.saturating_sub(0x20)));
    }
    ranges(both)
}

type Counts = (u32, Option<u32>);

/// One pass over the pattern; `at` is the index of the next character.
struct Parser<'a> {
    pattern: &'a [char],
    at: usize,
    depth: usize,
    ignore_case: bool,
}

impl Parser<'_> {
    fn peek(&self) -> Option<char> {
        self.pattern.get(self.at).copied()
    }

    fn second(&self) -> Option<char> {
        self.pattern.get(self.at + 1).copied()
    }

    fn take(&mut self) -> Result<char, PatternError> {
        let found = self.peek().ok_or(ENDS_EARLY)?;
        self.at += 1;
        Ok(found)
    }

    fn took(&mut self, char: char) -> bool {
        let found = self.peek() == Some(char);
        self.at += usize::from(found);
        found
    }

    fn choices(&mut self) -> Result<Node, PatternError> {
        let mut choices = vec![self.sequence()?];
        while self.took('|') {
            choices.push(self.sequence()?);
        }
        Ok(Node::Either(choices))
    }

    fn sequence(&mut self) -> Result<Node, PatternError> {
        let mut parts = Vec::new();
        while !matches!(self.peek(), None | Some('|' | ')')) {
            let part = self.part()?;
            parts.push(self.repeated(part)?);
        }
        Ok(Node::Sequenced(parts))
    }

    fn part(&mut self) -> Result<Node, PatternError> {
        if self.counts_follow() {
            return Err(PatternError("a repetition of nothing"));
        }
        match self.take()? {
            '^' => Ok(Node::LineStart),
            '$' => Ok(Node::LineEnd),
            '.' => Ok(Node::Characters(in_line())),
            '(' => self.group(),
            '[' => self.class(),
            '\\' if self.took('b') => Ok(Node::WordEdge),
            '\\' => Ok(Node::Characters(cased(self.escape()?, self.ignore_case))),
            '\n' | '\r' => Err(LINE_END),
            char => {
                let char = u32::from(char);
                Ok(Node::Characters(cased(vec![(char, char)], self.ignore_case)))
            }
        }
    }

    fn group(&mut self) -> Result<Node, PatternError> {
        if self.took('?') && !self.took(':') {
            return Err(PatternError("a group is (…) or (?:…)"));
        }
        self.depth += 1;
        if self.depth > DEEPEST_GROUP {
            return Err(PatternError("groups stand more than 50 deep"));
        }
        let found = self.choices()?;
        if !self.took(')') {
            return Err(PatternError("a ( without a )"));
        }
        self.depth -= 1;
        Ok(found)
    }

    fn repeated(&mut self, part: Node) -> Result<Node, PatternError> {
        let Some((least, most)) = self.counts()? else {
            return Ok(part);
        };
        if part.nullable() {
            return Err(PatternError("a repetition of what can be empty"));
        }
        let greedy = !self.took('?');
        Ok(Node::Repeated { part: Box::new(part), least, most, greedy })
    }

    fn counts_follow(&self) -> bool {
        match self.peek() {
            Some('*' | '+' | '?') => true,
            Some('{') => self.second().is_some_and(|next| next == ',' || next.is_ascii_digit()),
            _ => false,
        }
    }

    fn counts(&mut self) -> Result<Option<Counts>, PatternError> {
        if !self.counts_follow() {
            return Ok(None);
        }
        match self.take()? {
            '*' => return Ok(Some((0, None))),
            '+' => return Ok(Some((1, None))),
            '?' => return Ok(Some((0, Some(1)))),
            _ => {}
        }
        let least = self.count()?;
        let most = match (self.took(','), self.peek()) {
            (false, _) => Some(least),
            (true, Some('}')) => None,
            (true, _) => Some(self.count()?),
        };
        if !self.took('}') {
            return Err(PatternError("a { without a }"));
        }
        if most.is_some_and(|most| most < least) {
            return Err(PatternError("a repetition whose bounds are the wrong way round"));
        }
        Ok(Some((least, most)))
    }

    fn count(&mut self) -> Result<u32, PatternError> {
        let start = self.at;
        let mut count = 0;
        while let Some(digit) = self.peek().and_then(|char| char.to_digit(10)) {
            self.at += 1;
            count = count * 10 + digit;
            if count > LARGEST_COUNT || self.at - start > 5 {
                return Err(PatternError("a repetition counts from 0 to 1000"));
            }
        }
        if self.at == start {
            return Err(PatternError("a repetition without a count"));
        }
        Ok(count)
    }

    /// What a backslash, already taken, stands for with what follows.
    fn escape(&mut self) -> Result<Ranges, PatternError> {
        let code = match self.take()? {
            'd' => return Ok(DIGITS.to_vec()),
            'w' => return Ok(WORD.to_vec()),
            's' => return Ok(SPACE.to_vec()),
            'D' => return Ok(without(&in_line(), &DIGITS)),
            'W' => return Ok(without(&in_line(), &WORD)),
            'S' => return Ok(without(&in_line(), &SPACE)),
            't' => 0x09,
            'v' => 0x0B,
            'f' => 0x0C,
            'x' => self.hexadecimal()?,
            char if char.is_ascii_punctuation() => u32::from(char),
            _ => return Err(PatternError("a backslash before a letter without a meaning")),
        };
        Ok(vec![(code, code)])
    }

    fn hexadecimal(&mut self) -> Result<u32, PatternError> {
        let braced = self.took('{');
        let longest = if braced { 6 } else { 2 };
        let start = self.at;
        let mut code = 0;
        while let Some(digit) = self.peek().and_then(|char| char.to_digit(16)) {
            if self.at - start == longest {
                break;
            }
            self.at += 1;
            code = code * 16 + digit;
        }
        let digits = self.at - start;
        let whole = if braced { digits > 0 && self.took('}') } else { digits == 2 };
        let known = in_line().iter().any(|(low, high)| (low..=high).contains(&&code));
        if whole && known {
            Ok(code)
        } else {
            Err(NO_CHARACTER)
        }
    }

    fn class(&mut self) -> Result<Node, PatternError> {
        let negated = self.took('^');
        if self.peek() == Some(']') {
            return Err(PatternError("a class that is empty, or a ] without a backslash"));
        }
        let mut found = Vec::new();
        let mut first = true;
        while !self.took(']') {
            found.extend(self.item(first)?);
            first = false;
        }
        let inside = cased(ranges(found), self.ignore_case);
        Ok(Node::Characters(if negated { without(&in_line(), &inside) } else { inside }))
    }

    fn item(&mut self, first: bool) -> Result<Ranges, PatternError> {
        if self.peek() == Some('-') && !first && self.second() != Some(']') {
            return Err(NO_HYPHEN);
        }
        let low = self.member()?;
        if self.peek() != Some('-') || self.second() == Some(']') {
            return Ok(low);
        }
        self.at += 1;
        if self.peek() == Some('-') {
            return Err(NO_HYPHEN);
        }
        match (single(&low), single(&self.member()?)) {
            (Some(low), Some(high)) if low <= high => Ok(vec![(low, high)]),
            _ => Err(PatternError("a range goes from one character to a later one")),
        }
    }

    fn member(&mut self) -> Result<Ranges, PatternError> {
        match self.take()? {
            '\\' => self.escape(),
            '[' => Err(PatternError("a [ in a class without a backslash")),
            '\n' | '\r' => Err(LINE_END),
            char => Ok(vec![(u32::from(char), u32::from(char))]),
        }
    }
}

fn single(found: &[(u32, u32)]) -> Option<u32> {
    match found {
        [(low, high)] if low == high => Some(*low),
        _ => None,
    }
}
