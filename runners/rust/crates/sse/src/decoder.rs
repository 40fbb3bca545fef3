//! Bytes to text across cuts at any byte; a byte order mark is text like any other here.

use std::borrow::Cow;
use std::str;

/// Decodes UTF-8 and keeps the start of a code point until its rest arrives.
///
/// Each maximal subpart of an ill-formed sequence becomes one U+FFFD, which is what the standard
/// library reports as one error.
///
/// Spec: WHATWG Encoding §8.1.1, Unicode §3.9.
#[derive(Debug, Clone, Default)]
pub(crate) struct Utf8Decoder {
    /// A well-formed but incomplete sequence: at most three bytes.
    unfinished: Vec<u8>,
}

impl Utf8Decoder {
    /// Whether the bytes so far end between two code points.
    pub(crate) fn is_at_boundary(&self) -> bool {
        self.unfinished.is_empty()
    }

    /// The text that is certain once these bytes are known.
    pub(crate) fn decode<'a>(&mut self, bytes: &'a [u8]) -> Cow<'a, str> {
        if self.unfinished.is_empty() {
            if let Ok(text) = str::from_utf8(bytes) {
                return Cow::Borrowed(text);
            }
        }
        let mut all = std::mem::take(&mut self.unfinished);
        all.extend_from_slice(bytes);
        Cow::Owned(self.repair(&all))
    }

    fn repair(&mut self, mut bytes: &[u8]) -> String {
        let mut text = String::with_capacity(bytes.len());
        while let Err(error) = str::from_utf8(bytes) {
            let (valid, rest) = bytes.split_at(error.valid_up_to());
            // Valid already, so nothing is replaced; looking again is the price of safe code.
            text.push_str(&String::from_utf8_lossy(valid));
            let Some(length) = error.error_len() else {
                // The sequence is well-formed as far as it goes.
                self.unfinished.extend_from_slice(rest);
                return text;
            };
            text.push(char::REPLACEMENT_CHARACTER);
            bytes = &rest[length..];
        }
        text.push_str(&String::from_utf8_lossy(bytes));
        text
    }
}
