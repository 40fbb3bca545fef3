//! What a JSON parser lets through and the protocol does not: nesting and halves of pairs.

use memchr::memchr2;

/// How deep a message may nest, its own object counted; `serde_json` reads 127 by default.
const DEEPEST: usize = 64;

/// What is wrong with a line that may be JSON, seen without parsing it.
///
/// Spec: adapter protocol, version 1; RFC 7493 §2.1.
pub(crate) fn breach(line: &[u8]) -> Option<&'static str> {
    let mut depth: usize = 0;
    let mut at = 0;
    while let Some(&byte) = line.get(at) {
        at += 1;
        match byte {
            b'"' => match end_of_text(line, at) {
                Some(end) => at = end,
                None => return Some("a text has half of a pair of surrogates"),
            },
            b'[' | b'{' => {
                depth += 1;
                if depth > DEEPEST {
                    return Some("nested more than 64 deep");
                }
            }
            b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    None
}

/// Where the text that begins at `at` is over; `None` when a surrogate in it is alone.
fn end_of_text(line: &[u8], mut at: usize) -> Option<usize> {
    loop {
        let Some(found) = line.get(at..).and_then(|rest| memchr2(b'"', b'\\', rest)) else {
            return Some(line.len());
        };
        at += found;
        if line[at] == b'"' {
            return Some(at + 1);
        }
        at = match escaped_unit(line, at) {
            Some(0xd800..=0xdbff) => match escaped_unit(line, at + 6) {
                Some(0xdc00..=0xdfff) => at + 12,
                _ => return None,
            },
            Some(0xdc00..=0xdfff) => return None,
            Some(_) => at + 6,
            None => at + 2,
        };
    }
}

/// The code unit of an escape such as `\u00e9` at this place.
fn escaped_unit(line: &[u8], at: usize) -> Option<u16> {
    let digits = line.get(at..at + 6)?.strip_prefix(br"\u")?;
    u16::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
}
