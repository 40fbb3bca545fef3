//! An adapter lets a conformance harness call an implementation: JSON-RPC 2.0, one object a line.
//!
//! Here live framing, dispatch, the shape of answers and the checks of params. What an operation
//! does is a function from typed params to a result that serialises, registered under its name.
//!
//! ```
//! use hanzo_adapter::{operations, reply, Adapter, Failure};
//!
//! operations! {
//!     fn register;
//!
//!     "number.halve" (number: i64) => {
//!         if number % 2 != 0 {
//!             return Err(Failure::domain("ODD", "an odd number has no half here"));
//!         }
//!         reply! { half: number / 2 }
//!     };
//! }
//!
//! let mut adapter = Adapter::new("example", "0.1.0");
//! register(&mut adapter);
//!
//! let line = br#"{"jsonrpc":"2.0","id":1,"method":"number.halve","params":{"number":6}}"#;
//! let mut output = Vec::new();
//! hanzo_adapter::serve(&adapter, &line[..], &mut output)?;
//! assert_eq!(output, b"{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"half\":3}}\n");
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! In a binary: `hanzo_adapter::serve(&adapter, io::stdin().lock(), io::stdout().lock())`.

mod adapter;
mod bounds;
mod decimal;
mod declare;
mod failure;
mod message;
mod params;
mod serve;
mod strict;

pub use adapter::Adapter;
pub use bounds::{Short, UpTo};
pub use decimal::Decimal;
pub use failure::Failure;
pub use params::{present, Base64, Object};
pub use serve::serve;
