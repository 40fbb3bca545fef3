//! Session compaction: how a conversation with a model is brought back under its token budget.
//!
//! Here live the shape of messages, what they cost, which of them belong together, and what is
//! dropped. The summary comes in as text; asking a model for it does not live here.
//!
//! ```
//! use hanzo_session::{Content, Message, SessionCompactor, SummarySource};
//! use serde_json::json;
//!
//! let session: Vec<Message> = serde_json::from_value(json!([
//!     {"role": "system", "content": "Be brief."},
//!     {"role": "user", "content": "What is in the log?"},
//!     {"role": "assistant", "content": [
//!         {"type": "tool_use", "id": "t1", "name": "read", "input": {"path": "log"}},
//!     ]},
//!     {"role": "tool", "content": [
//!         {"type": "tool_result", "tool_use_id": "t1", "content": "ready\n".repeat(40)},
//!     ]},
//!     {"role": "user", "content": "And now?"},
//! ]))?;
//!
//! let compactor = SessionCompactor::new(50, 1)?;
//! assert_eq!(compactor.total_tokens(&session)?, 77);
//! assert!(compactor.should_compact(&session)?);
//! let done = compactor.compact(&session, None)?;
//! assert_eq!((done.tokens_saved, done.results_compacted, done.fits), (58, 1, true));
//!
//! let smaller = SessionCompactor::new(15, 1)?.compact(&session, Some("Read the log."))?;
//! assert_eq!(smaller.summary_source, SummarySource::Model);
//! assert_eq!(smaller.messages[1].content, Content::Text("Read the log.".to_owned()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod compactor;
mod error;
mod message;
mod shape;
mod tokens;
mod turns;

pub use compactor::{CompactionResult, SessionCompactor, SummarySource};
pub use error::SessionError;
pub use message::{Block, Content, Message, Role};
