//! Positions in text: lines, columns in the units of an encoding, and slices between positions.

use crate::error::InvalidParams;

/// A place between two characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Position {
    /// From 0 to 2^31 − 1.
    #[cfg_attr(feature = "serde", serde(deserialize_with = "uinteger"))]
    pub line: u32,
    /// Code units from the start of the line, 0 to 2^31 − 1.
    #[cfg_attr(feature = "serde", serde(deserialize_with = "uinteger"))]
    pub col: u32,
}

/// From `start` up to and without `end`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Range {
    /// The first place.
    pub start: Position,
    /// The place behind the last character.
    pub end: Position,
}

/// The encoding whose code units columns count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
// Text only: a derived enum is also read from an object that has its name as a member.
#[cfg_attr(feature = "serde", serde(try_from = "String"))]
pub enum Encoding {
    /// Bytes of UTF-8.
    #[cfg_attr(feature = "serde", serde(rename = "utf-8"))]
    Utf8,
    /// Units of UTF-16, as language servers count unless they are told otherwise.
    #[default]
    #[cfg_attr(feature = "serde", serde(rename = "utf-16"))]
    Utf16,
    /// Code points.
    #[cfg_attr(feature = "serde", serde(rename = "utf-32"))]
    Utf32,
}

impl TryFrom<String> for Encoding {
    type Error = InvalidParams;

    /// The encoding of exactly this name; any other text is `INVALID_PARAMS`.
    fn try_from(name: String) -> Result<Self, InvalidParams> {
        match name.as_str() {
            "utf-8" => Ok(Self::Utf8),
            "utf-16" => Ok(Self::Utf16),
            "utf-32" => Ok(Self::Utf32),
            _ => Err(InvalidParams { reason: "an encoding is utf-8, utf-16 or utf-32" }),
        }
    }
}

impl Encoding {
    fn units(self, point: char) -> usize {
        match self {
            Self::Utf8 => point.len_utf8(),
            Self::Utf16 => point.len_utf16(),
            Self::Utf32 => 1,
        }
    }
}

/// The part of a text in a range whose columns count units of `encoding`.
///
/// # Errors
/// `INVALID_PARAMS` when the start is after the end, or the text has no such line.
///
/// Spec: HIP-0300 (Composability Primitives, range); LSP 3.17, Position and Range.
pub fn slice_text(text: &str, range: Range, encoding: Encoding) -> Result<&str, InvalidParams> {
    // The positions are compared as they were given, so the verdict does not depend on the text.
    if range.start > range.end {
        return Err(InvalidParams { reason: "the range ends before it starts" });
    }
    let start = index_of(text, range.start, encoding)?;
    let end = index_of(text, range.end, encoding)?;
    Ok(&text[start..end])
}

/// The same place with its column counted in units of another encoding.
///
/// # Errors
/// `INVALID_PARAMS` when the text has no such line, or the column would exceed 2^32 − 1.
///
/// Spec: LSP 3.17, `PositionEncodingKind`.
pub fn convert_position(
    text: &str,
    position: Position,
    from: Encoding,
    to: Encoding,
) -> Result<Position, InvalidParams> {
    let (start, _) = line_bounds(text, position.line)?;
    let before = &text[start..index_of(text, position, from)?];
    let col = before.chars().map(|point| to.units(point)).sum::<usize>();
    let col = u32::try_from(col).map_err(|_| InvalidParams { reason: "the line is too long" })?;
    Ok(Position { line: position.line, col })
}

/// The index of a position among the bytes of a text.
fn index_of(text: &str, position: Position, encoding: Encoding) -> Result<usize, InvalidParams> {
    let (start, end) = line_bounds(text, position.line)?;
    let mut left = position.col as usize;
    for (offset, point) in text[start..end].char_indices() {
        let width = encoding.units(point);
        // A column within this character's units means the character's start.
        if left < width {
            return Ok(start + offset);
        }
        left -= width;
    }
    // Columns past the end mean the end, which lies before the line terminator.
    Ok(end)
}

/// Where a line starts and ends among the bytes of a text, without its terminator.
///
/// LSP 3.17, Text Documents: the line terminators are LF, CR LF and CR, and no others.
fn line_bounds(text: &str, line: u32) -> Result<(usize, usize), InvalidParams> {
    let bytes = text.as_bytes();
    let is_end = |byte: &u8| matches!(byte, b'\n' | b'\r');
    let mut start = 0;
    let mut left = line;
    loop {
        let length = bytes[start..].iter().position(is_end);
        match length {
            _ if left == 0 => {
                return Ok((start, length.map_or(bytes.len(), |length| start + length)))
            }
            None => return Err(InvalidParams { reason: "the text has no such line" }),
            Some(length) => {
                let end = start + length;
                start = end + if bytes[end..].starts_with(b"\r\n") { 2 } else { 1 };
                left -= 1;
            }
        }
    }
}

/// LSP 3.17, Base Types: `uinteger` goes up to 2^31 − 1.
#[cfg(feature = "serde")]
fn uinteger<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    use serde::{de::Error, Deserialize};

    let number = u32::deserialize(deserializer)?;
    if number > i32::MAX.unsigned_abs() {
        return Err(D::Error::custom("a line or column is at most 2^31 - 1"));
    }
    Ok(number)
}
