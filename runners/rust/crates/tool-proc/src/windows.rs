//! Which part of a stream is shown, and how its bytes become text.
//!
//! Here lives the arithmetic; reading is done by whoever calls.

use base64::engine::general_purpose::STANDARD;
use base64::Engine;
use serde_json::{json, Value};

/// A page of output that a conversation can bear.
const MOST_BYTES: u64 = 65_536;

/// A part of a stream, in bytes from its beginning, and whether it leaves out what is around.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Window {
    /// The first byte of the part.
    pub start: u64,
    /// The first byte after it.
    pub end: u64,
    /// Whether there are bytes before it that could be shown.
    pub cut_before: bool,
    /// Whether there are bytes after it, or may come some.
    pub cut_after: bool,
}

/// The part to read of a stream of `size` bytes; what comes before `since` is known.
///
/// Spec: PROC-30, PROC-32.
#[must_use]
pub fn window(size: u64, since: Option<u64>, from_end: bool, growing: bool) -> Window {
    let first = since.unwrap_or(0).min(size);
    if since.is_none() || from_end {
        let start = first.max(size.saturating_sub(MOST_BYTES));
        return Window { start, end: size, cut_before: start > first, cut_after: growing };
    }
    let end = size.min(first + MOST_BYTES);
    Window { start: first, end, cut_before: false, cut_after: growing || end < size }
}

/// The last lines; what follows the last line feed is one, too, unless it is nothing.
///
/// Spec: PROC-31.
#[must_use]
pub fn last_lines(data: &[u8], count: u64) -> &[u8] {
    let mut place = data.len() - usize::from(data.ends_with(b"\n"));
    for _ in 0..count {
        match data[..place].iter().rposition(|&byte| byte == b'\n') {
            Some(found) => place = found,
            None => return data,
        }
    }
    &data[place + 1..]
}

/// The bytes of a window as they are shown.
///
/// Spec: PROC-29, PROC-31, PROC-33, PROC-34.
#[must_use]
pub fn shown(part: Window, data: &[u8], size: u64, tail: Option<u64>) -> Value {
    let end = part.start + data.len() as u64;
    let mut kept = data;
    if part.cut_before {
        kept = &kept[continued(kept)..];
    }
    let mut kept_end = end;
    if part.cut_after {
        let begun = begun(kept);
        kept = &kept[..kept.len() - begun];
        kept_end -= begun as u64;
    }
    if let Ok(text) = std::str::from_utf8(chosen(kept, tail)) {
        let start = kept_end - text.len() as u64;
        return json!({
            "text": text, "bytes_b64": null, "encoding": "utf-8",
            "start": start, "end": kept_end, "size": size,
        });
    }
    let raw = chosen(data, tail);
    json!({
        "text": null, "bytes_b64": STANDARD.encode(raw), "encoding": "base64",
        "start": end - raw.len() as u64, "end": end, "size": size,
    })
}

fn chosen(data: &[u8], tail: Option<u64>) -> &[u8] {
    tail.map_or(data, |count| last_lines(data, count))
}

/// How many bytes at the beginning belong to a character that began before.
///
/// RFC 3629 §3: a byte 10xxxxxx continues a character, which has three of them at most.
fn continued(data: &[u8]) -> usize {
    data.iter().take(3).take_while(|&&byte| byte & 0xC0 == 0x80).count()
}

/// How many bytes at the end begin a character that is not complete.
///
/// RFC 3629 §3: the first byte tells how many there are, 110xxxxx two to 11110xxx four.
fn begun(data: &[u8]) -> usize {
    for (back, byte) in (1..=3).zip(data.iter().rev()) {
        if byte & 0xC0 != 0x80 {
            let needed = match byte {
                0xF0.. => 4,
                0xE0.. => 3,
                0xC0.. => 2,
                _ => 1,
            };
            return if needed > back { back } else { 0 };
        }
    }
    0
}
