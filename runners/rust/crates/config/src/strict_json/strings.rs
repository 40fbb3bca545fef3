//! Strings of strict JSON: runs of plain text, and escapes.

use super::{JsonError, Reader};

impl Reader<'_> {
    /// The text between the quote ahead and the one that closes it.
    pub(super) fn string(&mut self) -> Result<String, JsonError> {
        let mut string = String::new();
        self.at += 1;
        loop {
            // No part of a longer character is such a byte, so the run ends between characters.
            let special = |byte: &u8| matches!(byte, b'"' | b'\\' | ..=0x1f);
            let plain = self.rest().iter().position(special).unwrap_or(self.rest().len());
            string.push_str(&self.text[self.at..self.at + plain]);
            self.at += plain;
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(string);
                }
                Some(b'\\') => string.push(self.escape()?),
                Some(_) => return Err(self.error("a control character that is not escaped")),
                None => return Err(self.error("the text ends inside a string")),
            }
        }
    }

    fn escape(&mut self) -> Result<char, JsonError> {
        let short = match self.rest().get(1) {
            Some(&byte @ (b'"' | b'\\' | b'/')) => char::from(byte),
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            _ => return self.unicode_escape(),
        };
        self.at += 2;
        Ok(short)
    }

    /// `\uXXXX`; beyond the Basic Multilingual Plane a code point is spelt as two of them.
    fn unicode_escape(&mut self) -> Result<char, JsonError> {
        let Some(first) = utf16_unit(self.rest()) else {
            return Err(self.error("an escape that JSON does not have"));
        };
        let (point, length) = match (first, utf16_unit(&self.rest()[6..])) {
            (0xd800..=0xdbff, Some(second @ 0xdc00..=0xdfff)) => {
                let high = (u32::from(first) - 0xd800) << 10;
                (0x10000 + high + (u32::from(second) - 0xdc00), 12)
            }
            _ => (u32::from(first), 6),
        };
        // What is left of the surrogates are halves of pairs, which are no characters.
        let Some(point) = char::from_u32(point) else {
            return Err(self.error("half of a surrogate pair"));
        };
        self.at += length;
        Ok(point)
    }
}

/// The number in an escape `\uXXXX` that the bytes begin with.
fn utf16_unit(bytes: &[u8]) -> Option<u16> {
    let digits = bytes.strip_prefix(b"\\u")?.get(..4)?;
    digits.iter().try_fold(0_u16, |unit, &digit| {
        // `from_str_radix` would take a sign; this takes the sixteen digits of either case.
        let value = char::from(digit).to_digit(16)?;
        Some(unit << 4 | u16::try_from(value).ok()?)
    })
}
