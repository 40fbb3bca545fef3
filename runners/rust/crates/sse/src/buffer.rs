//! What a response body is fed into, and the overflow of a bounded one.

use std::error::Error;
use std::fmt;

use crate::block::SseFrame;
use crate::stream::Stream;

/// Takes a stream in chunks of any size and gives its frames as they become complete.
///
/// How the stream is cut into chunks never changes its frames.
///
/// Spec: HIP-0301 §3 and §16, WHATWG HTML §9.2.5 and §9.2.6.
#[derive(Debug, Clone, Default)]
pub struct SseFrameBuffer {
    max_buffer: Option<usize>,
    overflowed: bool,
    stream: Stream,
}

/// More is held back than the buffer may hold: `SSE_BUFFER_OVERFLOW`.
///
/// Spec: HIP-0301 §3 under the bound `max_buffer`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SseBufferOverflow {
    /// The bound in UTF-8 bytes.
    pub max_buffer: usize,
    /// What the failing chunk had completed before; empty for each chunk after it.
    pub frames: Vec<SseFrame>,
}

impl SseBufferOverflow {
    /// The error's code, the same in every language.
    #[must_use]
    pub fn code(&self) -> &'static str {
        "SSE_BUFFER_OVERFLOW"
    }
}

impl fmt::Display for SseBufferOverflow {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bound = self.max_buffer;
        write!(formatter, "the unfinished line and its event's data exceed {bound} bytes")
    }
}

impl Error for SseBufferOverflow {}

impl SseFrameBuffer {
    /// A buffer that holds back unfinished events of any size.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A buffer that holds back at most `bytes` of UTF-8: the unfinished line together with the
    /// data that waits for its blank line.
    #[must_use]
    pub fn with_max_buffer(bytes: usize) -> Self {
        Self { max_buffer: Some(bytes), ..Self::default() }
    }

    /// The frames that this text completes; on a bounded buffer prefer `try_feed`, since here an
    /// overflow shows only in that no frames come any more.
    ///
    /// Spec: HIP-0301 §16.
    pub fn feed(&mut self, chunk: &str) -> Vec<SseFrame> {
        self.try_feed(chunk).unwrap_or_else(|error| error.frames)
    }

    /// The frames that these bytes complete, each maximal subpart of ill-formed UTF-8 read as one
    /// U+FFFD; on a bounded buffer prefer `try_feed_bytes`.
    ///
    /// Spec: WHATWG HTML §9.2.5, Encoding §8.1.1.
    pub fn feed_bytes(&mut self, chunk: &[u8]) -> Vec<SseFrame> {
        self.try_feed_bytes(chunk).unwrap_or_else(|error| error.frames)
    }

    /// The frames that this text completes.
    ///
    /// Text counts as its UTF-8 bytes, so a code point that earlier bytes left unfinished becomes
    /// U+FFFD before it.
    ///
    /// # Errors
    /// `SSE_BUFFER_OVERFLOW` at the code point that goes beyond the bound, and for each chunk
    /// after it until `reset`.
    pub fn try_feed(&mut self, chunk: &str) -> Result<Vec<SseFrame>, SseBufferOverflow> {
        if self.stream.decoder.is_at_boundary() {
            self.read(chunk)
        } else {
            self.try_feed_bytes(chunk.as_bytes())
        }
    }

    /// The frames that these bytes complete.
    ///
    /// # Errors
    /// `SSE_BUFFER_OVERFLOW` at the code point that goes beyond the bound, and for each chunk
    /// after it until `reset`.
    pub fn try_feed_bytes(&mut self, chunk: &[u8]) -> Result<Vec<SseFrame>, SseBufferOverflow> {
        let text = self.stream.decoder.decode(chunk);
        self.read(&text)
    }

    /// End of the stream: what is incomplete is discarded, and the next stream may begin.
    ///
    /// `last_event_id` and `reconnection_time` stay, and an overflow stays too.
    ///
    /// Spec: WHATWG HTML §9.2.6 on the end of the file.
    pub fn close(&mut self) {
        self.stream = self.stream.next();
    }

    /// Forgets everything but the bound, an overflow included.
    pub fn reset(&mut self) {
        self.overflowed = false;
        self.stream = Stream::default();
    }

    /// The id that a reconnecting client sends; empty when no block has set one.
    #[must_use]
    pub fn last_event_id(&self) -> &str {
        &self.stream.last_event_id
    }

    /// Milliseconds to wait before reconnecting, or none when the stream named none.
    #[must_use]
    pub fn reconnection_time(&self) -> Option<u64> {
        self.stream.reconnection_time
    }

    fn read(&mut self, text: &str) -> Result<Vec<SseFrame>, SseBufferOverflow> {
        let bound = self.max_buffer.unwrap_or(usize::MAX);
        let mut frames = Vec::new();
        if !self.overflowed {
            self.overflowed = self.stream.read(text, bound, &mut frames).is_err();
        }
        if self.overflowed {
            return Err(SseBufferOverflow { max_buffer: bound, frames });
        }
        Ok(frames)
    }
}
