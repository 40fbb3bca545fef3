//! Strict JSON: a parser for files in which a mistake must not pass unseen.
//!
//! What it accepts is RFC 8259 without what readers disagree about: text is well-formed UTF-8
//! without a byte order mark, names are unique within their object, escapes name Unicode scalar
//! values, numbers are integers that every reader holds exactly, and nesting has a limit. Messages
//! between machines may have fractions as well.
//!
//! ```text
//! document = ws value ws
//! value    = object / array / string / integer / "true" / "false" / "null"
//! object   = "{" ws [ member *( ws "," ws member ) ws ] "}"       member = string ws ":" ws value
//! array    = "[" ws [ value *( ws "," ws value ) ws ] "]"
//! integer  = [ "-" ] ( "0" / 1-9 *digit )
//! ws       = *( space / tab / line feed / carriage return )
//! ```
//!
//! Objects keep the order of the text.

mod strings;

use std::error::Error;
use std::fmt;
use std::str::from_utf8;

use serde_json::{Map, Value};

/// Containers within containers, the outermost counted as one.
const MAX_DEPTH: usize = 128;
/// The largest integer that a double holds together with both its neighbours (RFC 7493 §2.2).
const MAX_INTEGER: i64 = (1 << 53) - 1;

/// Bytes that are no strict JSON, and the place of the first problem.
///
/// Its text quotes names of members, never values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JsonError {
    /// What is wrong, for people.
    pub problem: String,
    /// From 1.
    pub line: usize,
    /// In code points, from 1.
    pub column: usize,
}

impl fmt::Display for JsonError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "line {}, column {}: {}", self.line, self.column, self.problem)
    }
}

impl Error for JsonError {}

/// The value that these bytes spell.
///
/// # Errors
/// When they are no strict JSON.
///
/// Spec: RFC 8259; RFC 7493 §2.
pub fn parse(data: &[u8]) -> Result<Value, JsonError> {
    read(data, false)
}

/// The same for what machines write to each other: a number is the double that it names, and one
/// beyond all doubles is none.
///
/// # Errors
/// When they are no strict JSON but for such numbers.
///
/// Spec: RFC 8259; RFC 7493 §2.
pub fn parse_with_fractions(data: &[u8]) -> Result<Value, JsonError> {
    read(data, true)
}

fn read(data: &[u8], takes_fractions: bool) -> Result<Value, JsonError> {
    let text = from_utf8(data).map_err(|problem| {
        let before = from_utf8(&data[..problem.valid_up_to()]).unwrap_or_default();
        error_behind(before, "not UTF-8".to_owned())
    })?;
    let mut reader = Reader { text, at: 0, takes_fractions };
    let value = reader.value(1)?;
    reader.skip_white_space();
    match reader.peek() {
        None => Ok(value),
        Some(_) => Err(reader.error("expected the end of the text")),
    }
}

fn error_behind(before: &str, problem: String) -> JsonError {
    let line_start = before.rfind('\n').map_or(0, |end| end + 1);
    JsonError {
        problem,
        line: before.matches('\n').count() + 1,
        column: before[line_start..].chars().count() + 1,
    }
}

/// A place in a text; each method reads one production from there and moves behind it.
struct Reader<'a> {
    text: &'a str,
    /// In bytes; between two characters when a production begins.
    at: usize,
    takes_fractions: bool,
}

impl Reader<'_> {
    fn error(&self, problem: impl Into<String>) -> JsonError {
        error_behind(&self.text[..self.at], problem.into())
    }

    fn rest(&self) -> &[u8] {
        &self.text.as_bytes()[self.at..]
    }

    fn peek(&self) -> Option<u8> {
        self.rest().first().copied()
    }

    fn skip_white_space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    /// Moves behind this byte if it is the next one after white space.
    fn take(&mut self, byte: u8) -> bool {
        self.skip_white_space();
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    fn value(&mut self, depth: usize) -> Result<Value, JsonError> {
        self.skip_white_space();
        match self.peek() {
            Some(b'{' | b'[') if depth > MAX_DEPTH => {
                Err(self.error(format!("nested more than {MAX_DEPTH} deep")))
            }
            Some(b'{') => self.object(depth),
            Some(b'[') => self.array(depth),
            Some(b'"') => self.string().map(Value::String),
            Some(b'-' | b'0'..=b'9') if self.takes_fractions => self.number(),
            Some(b'-' | b'0'..=b'9') => self.integer(),
            _ => self.word(),
        }
    }

    fn word(&mut self) -> Result<Value, JsonError> {
        let words =
            [("true", Value::Bool(true)), ("false", Value::Bool(false)), ("null", Value::Null)];
        for (word, value) in words {
            if self.rest().starts_with(word.as_bytes()) {
                self.at += word.len();
                return Ok(value);
            }
        }
        Err(self.error("expected a value"))
    }

    fn object(&mut self, depth: usize) -> Result<Value, JsonError> {
        let mut members = Map::new();
        self.at += 1;
        if self.take(b'}') {
            return Ok(Value::Object(members));
        }
        loop {
            let name = self.name(&members)?;
            if !self.take(b':') {
                return Err(self.error("expected ':' behind the name"));
            }
            let member = self.value(depth + 1)?;
            members.insert(name, member);
            if self.take(b'}') {
                return Ok(Value::Object(members));
            }
            if !self.take(b',') {
                return Err(self.error("expected ',' or '}'"));
            }
        }
    }

    /// A name that the object does not have yet, compared as text, not as it is spelt.
    fn name(&mut self, members: &Map<String, Value>) -> Result<String, JsonError> {
        self.skip_white_space();
        if self.peek() != Some(b'"') {
            return Err(self.error("expected a name in double quotes"));
        }
        let start = self.at;
        let name = self.string()?;
        if members.contains_key(&name) {
            self.at = start;
            return Err(self.error(format!("the name {name:?} stands twice in this object")));
        }
        Ok(name)
    }

    fn array(&mut self, depth: usize) -> Result<Value, JsonError> {
        let mut items = Vec::new();
        self.at += 1;
        if self.take(b']') {
            return Ok(Value::Array(items));
        }
        loop {
            items.push(self.value(depth + 1)?);
            if self.take(b']') {
                return Ok(Value::Array(items));
            }
            if !self.take(b',') {
                return Err(self.error("expected ',' or ']'"));
            }
        }
    }

    /// RFC 8259 §6.
    fn number(&mut self) -> Result<Value, JsonError> {
        let start = self.at;
        self.skip(b"-");
        let whole = self.digits();
        let is_integer = !matches!(self.peek(), Some(b'.' | b'e' | b'E'));
        let mut is_sound = whole == 1 || whole > 1 && self.text.as_bytes()[self.at - whole] != b'0';
        if self.skip(b".") {
            is_sound &= self.digits() > 0;
        }
        if self.skip(b"eE") {
            self.skip(b"+-");
            is_sound &= self.digits() > 0;
        }
        let spelt = &self.text[start..self.at];
        let number =
            spelt.parse().ok().filter(|_| is_sound).filter(|value: &f64| value.is_finite());
        let exact = || spelt.parse().ok().filter(|value: &i64| value.abs() <= MAX_INTEGER);
        match (is_integer.then(exact).flatten(), number) {
            (Some(integer), Some(_)) => Ok(Value::from(integer)),
            (_, Some(number)) => Ok(Value::from(number)),
            (_, None) => Err(self.error("no number, or one beyond all doubles")),
        }
    }

    /// Moves behind one of these bytes if it is the next one.
    fn skip(&mut self, bytes: &[u8]) -> bool {
        let found = self.peek().is_some_and(|byte| bytes.contains(&byte));
        self.at += usize::from(found);
        found
    }

    /// Moves behind the digits ahead; how many there are.
    fn digits(&mut self) -> usize {
        let length = self.rest().iter().take_while(|byte| byte.is_ascii_digit()).count();
        self.at += length;
        length
    }

    fn integer(&mut self) -> Result<Value, JsonError> {
        let start = self.at;
        let negative = self.take(b'-');
        let length = self.rest().iter().take_while(|byte| byte.is_ascii_digit()).count();
        let digits = &self.text[self.at..self.at + length];
        if digits.is_empty() {
            return Err(self.error("expected a digit"));
        }
        if digits.starts_with('0') && length > 1 {
            return Err(self.error("a number does not begin with a zero"));
        }
        self.at += length;
        if matches!(self.peek(), Some(b'.' | b'e' | b'E')) {
            return Err(self.error("a fraction or an exponent; only integers are accepted"));
        }
        // Digits that do not fit into 64 bits are too large as well.
        match digits.parse::<i64>() {
            Ok(size) if size <= MAX_INTEGER => Ok(Value::from(if negative { -size } else { size })),
            _ => {
                self.at = start;
                Err(self.error(format!("an integer beyond {MAX_INTEGER}")))
            }
        }
    }
}
