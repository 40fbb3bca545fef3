//! Server-sent event frames out of a stream that arrives in pieces.
//!
//! Here live the decoding of bytes, the rules of lines and the rules of fields. What does not live
//! here: connections, reconnecting, the meaning of event names and of data.
//!
//! ```
//! use hanzo_sse::SseFrameBuffer;
//!
//! let mut buffer = SseFrameBuffer::new();
//! assert!(buffer.feed("event: delta\ndata: {\"text\":").is_empty());
//!
//! let frames = buffer.feed("\"hi\"}\n\n");
//! assert_eq!(frames[0].event.as_deref(), Some("delta"));
//! assert_eq!(frames[0].data, "{\"text\":\"hi\"}");
//! ```

mod block;
mod buffer;
mod decoder;
mod stream;

pub use block::SseFrame;
pub use buffer::{SseBufferOverflow, SseFrameBuffer};
