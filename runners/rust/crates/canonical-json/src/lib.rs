//! Canonical JSON (RFC 8785): one value, one sequence of bytes, in every language.
//!
//! Here lives the writing only. Domains use it to count, hash and compare values.
//!
//! ```
//! use hanzo_canonical_json::canonical_json;
//! use serde_json::json;
//!
//! let value = json!({"b": [1e21, true], "a": "é\n"});
//! assert_eq!(canonical_json(&value)?, "{\"a\":\"é\\n\",\"b\":[1e+21,true]}");
//! # Ok::<(), hanzo_canonical_json::InexactInteger>(())
//! ```

mod number;

use std::error::Error;
use std::fmt::{self, Write};

use serde_json::{Map, Value};

/// An integer lies beyond ±(2^53 − 1), where canonical JSON cannot tell it from its neighbours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InexactInteger;

impl fmt::Display for InexactInteger {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an integer beyond ±9007199254740991 has no exact JSON form")
    }
}

impl Error for InexactInteger {}

/// The canonical text of a value; its bytes are the UTF-8 that RFC 8785 asks for.
///
/// # Errors
/// When an integer in the value has no exact form.
///
/// Spec: RFC 8785 §3.2; RFC 7493 §2.2.
pub fn canonical_json(value: &Value) -> Result<String, InexactInteger> {
    let mut text = String::new();
    write_value(value, &mut text)?;
    Ok(text)
}

/// The canonical text of an object, given by its members.
///
/// # Errors
/// As `canonical_json`.
///
/// Spec: RFC 8785 §3.2.
pub fn canonical_object(members: &Map<String, Value>) -> Result<String, InexactInteger> {
    let mut text = String::new();
    write_object(members, &mut text)?;
    Ok(text)
}

fn write_value(value: &Value, text: &mut String) -> Result<(), InexactInteger> {
    match value {
        Value::Null => text.push_str("null"),
        Value::Bool(true) => text.push_str("true"),
        Value::Bool(false) => text.push_str("false"),
        Value::Number(number) => text.push_str(&number::canonical(number)?),
        Value::String(string) => write_string(string, text),
        Value::Array(items) => {
            text.push('[');
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    text.push(',');
                }
                write_value(item, text)?;
            }
            text.push(']');
        }
        Value::Object(members) => write_object(members, text)?,
    }
    Ok(())
}

fn write_object(members: &Map<String, Value>, text: &mut String) -> Result<(), InexactInteger> {
    let mut sorted: Vec<(&String, &Value)> = members.iter().collect();
    // RFC 8785 §3.2.3: names compare as UTF-16 code units, so that U+10000 and beyond come before
    // U+E000 to U+FFFF.
    sorted.sort_by(|(one, _), (other, _)| one.encode_utf16().cmp(other.encode_utf16()));
    text.push('{');
    for (index, (name, member)) in sorted.into_iter().enumerate() {
        if index > 0 {
            text.push(',');
        }
        write_string(name, text);
        text.push(':');
        write_value(member, text)?;
    }
    text.push('}');
    Ok(())
}

/// RFC 8785 §3.2.2.2: the five controls that have a short escape, the quote and the backslash;
/// every other control as four lower-case digits; nothing else, DEL and U+2028 included.
fn write_string(string: &str, text: &mut String) {
    text.push('"');
    for point in string.chars() {
        match point {
            '"' => text.push_str("\\\""),
            '\\' => text.push_str("\\\\"),
            '\u{8}' => text.push_str("\\b"),
            '\t' => text.push_str("\\t"),
            '\n' => text.push_str("\\n"),
            '\u{c}' => text.push_str("\\f"),
            '\r' => text.push_str("\\r"),
            control if control < ' ' => {
                write!(text, "\\u{:04x}", u32::from(control)).expect("a String takes any text");
            }
            other => text.push(other),
        }
    }
    text.push('"');
}
