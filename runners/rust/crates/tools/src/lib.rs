//! The hall of the tools: what they share, and how a call reaches one of them.
//!
//! Each tool is a crate of its own with a function that gives its [`Declaration`]. How an answer looks and how a call finds its action is the business of `hanzo-envelope`.
//!
//! ```
//! use std::collections::BTreeMap;
//!
//! use hanzo_envelope::Outcome;
//! use hanzo_tools::{action, tool, Declaration, Toolbox};
//! use serde::Deserialize;
//! use serde_json::json;
//!
//! #[derive(Deserialize)]
//! struct Greet {
//!     name: String,
//! }
//!
//! fn greeter() -> Declaration {
//!     let schema = json!({
//!         "type": "object",
//!         "properties": {"name": {"type": "string"}},
//!         "required": ["name"],
//!     });
//!     let greet = action("greet", schema, |_, params: Greet| {
//!         Ok(Outcome::from(json!({"text": format!("Hello, {}", params.name)})))
//!     });
//!     tool("greeter", None, [greet])
//! }
//!
//! let toolbox = Toolbox::new([greeter()], BTreeMap::new());
//! let params = json!({"name": "Ada"});
//! let answer = toolbox.call("/", "greeter", Some("greet"), params.as_object().unwrap(), None);
//! assert_eq!(answer.unwrap().data, json!({"text": "Hello, Ada"}));
//! ```

mod context;
mod declaring;
mod endpoint;
mod failures;
mod guardian;
mod toolbox;
mod workspace;

pub use context::Context;
pub use declaring::{action, tool, Declaration, DeclaredAction, VERSION};
pub use endpoint::{json_in, unreadable, Endpoint};
pub use failures::{failure, outside, told_by_system, violation};
pub use guardian::{Beginning, Guarded, Guardian};
pub use toolbox::Toolbox;
pub use workspace::{open_file, Place, Workspace};
