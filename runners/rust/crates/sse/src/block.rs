//! Fields between two blank lines, and the frame that they make.

/// The largest `retry` that every implementation holds exactly: 2^53 − 1 milliseconds.
const LARGEST_RETRY: u64 = (1 << 53) - 1;

/// One dispatched event: `retry` in milliseconds, `None` for each field that its block did not set.
///
/// Spec: HIP-0301 §3 and §16, WHATWG HTML §9.2.6.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct SseFrame {
    /// The event type, never empty; `None` stands for the default type of the standard.
    pub event: Option<String>,
    /// The values of the block's `data` fields, joined by line feeds.
    pub data: String,
    /// The last valid `id` of this block, possibly empty.
    pub id: Option<String>,
    /// The last valid `retry` of this block, at most 2^53 − 1.
    pub retry: Option<u64>,
}

/// The fields of the block that is being read; `data` still has the line feed after each value.
#[derive(Debug, Clone, Default)]
pub(crate) struct Block(SseFrame);

impl Block {
    /// UTF-8 bytes in the data buffer, with its line feeds.
    pub(crate) fn data_bytes(&self) -> usize {
        self.0.data.len()
    }

    /// The last valid `id` of this block.
    pub(crate) fn id(&self) -> Option<&str> {
        self.0.id.as_deref()
    }

    /// Takes one field; a valid `retry` comes back, since it counts from its own line on.
    ///
    /// Spec: WHATWG HTML §9.2.6, the table of fields; names compare exactly, unknown ones are
    /// ignored.
    pub(crate) fn take(&mut self, name: &str, value: &str) -> Option<u64> {
        match name {
            "data" => {
                self.0.data.push_str(value);
                self.0.data.push('\n');
            }
            "event" => self.0.event = Some(value.to_owned()).filter(|kind| !kind.is_empty()),
            "id" if !value.contains('\0') => self.0.id = Some(value.to_owned()),
            "retry" => {
                let milliseconds = retry(value);
                self.0.retry = milliseconds.or(self.0.retry);
                return milliseconds;
            }
            _ => {}
        }
        None
    }

    /// Ends the block: its frame, unless its data buffer is empty.
    pub(crate) fn dispatch(&mut self) -> Option<SseFrame> {
        let mut frame = std::mem::take(&mut self.0);
        // The buffer of `data:` alone is one line feed, so it is not empty and dispatches "".
        frame.data.pop().map(|_| frame)
    }
}

/// One or more ASCII digits, saturating; signs, spaces and other digits make the field invalid.
fn retry(value: &str) -> Option<u64> {
    if value.is_empty() || !value.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let milliseconds = value
        .bytes()
        .fold(0_u64, |sum, digit| sum.saturating_mul(10).saturating_add(u64::from(digit - b'0')));
    Some(milliseconds.min(LARGEST_RETRY))
}
