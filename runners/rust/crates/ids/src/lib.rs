//! Stable identifiers: what tools hand on to each other without interpreting it.
//!
//! Here live the URI of a path and the path of a URI, the hash of content, what a range of a text
//! contains, and what a position is in other units. No file system is asked for anything.
//!
//! ```
//! use hanzo_ids::{convert_position, slice_text, uri_from_path, Encoding, Position, Range};
//!
//! assert_eq!(uri_from_path("/src//my file.py")?, "file:///src/my%20file.py");
//!
//! let range = Range { start: Position { line: 0, col: 3 }, end: Position { line: 1, col: 1 } };
//! assert_eq!(slice_text("café\r\nbar\n", range, Encoding::default())?, "é\r\nb");
//!
//! let position = Position { line: 0, col: 3 };
//! let bytes = convert_position("a😀b", position, Encoding::Utf16, Encoding::Utf8)?;
//! assert_eq!(bytes.col, 5);
//! # Ok::<(), hanzo_ids::InvalidParams>(())
//! ```

mod error;
mod hash;
mod positions;
mod uris;

pub use error::InvalidParams;
pub use hash::content_hash;
pub use positions::{convert_position, slice_text, Encoding, Position, Range};
pub use uris::{path_from_uri, uri_from_path};
