//! An adapter lets a conformance harness call an implementation: JSON-RPC 2.0, one object a line.
//!
//! Here live framing, dispatch, the shape of answers and the checks of params. What an operation
//! does is a function from typed params to a result that serialises, registered under its name.
//!
//! ```
//! use hanzo_adapter::{Adapter, Failure};
//! use serde::{Deserialize, Serialize};
//!
//! #[derive(Deserialize)]
//! #[serde(deny_unknown_fields)]
//! struct Halve {
//!     number: i64,
//! }
//!
//! #[derive(Serialize)]
//! struct Half {
//!     half: i64,
//! }
//!
//! let mut adapter = Adapter::new("example", "0.1.0");
//! adapter.register("number.halve", |params: Halve| {
//!     if params.number % 2 != 0 {
//!         return Err(Failure::domain("ODD", "an odd number has no half here"));
//!     }
//!     Ok(Half { half: params.number / 2 })
//! });
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
mod decimal;
mod failure;
mod message;
mod params;
mod serve;

pub use adapter::Adapter;
pub use decimal::Decimal;
pub use failure::Failure;
pub use params::{present, Base64, Object};
pub use serve::serve;
