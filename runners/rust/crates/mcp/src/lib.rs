//! Names of MCP tools: one name for each tool of each server.
//!
//! Here live the rule that joins a server and a tool, the splitting of such a name, and the
//! registry that settles collisions and lengths. Connections, tool lists and calls do not.
//!
//! ```
//! use hanzo_mcp_names::{normalize, MaxLength, Registry};
//!
//! assert_eq!(normalize("my files", "read.text")?, "mcp__my_files__read_text");
//!
//! let tools = [("files", "read"), ("a__b", "c"), ("a", "b__c")];
//! let registry = Registry::new(tools, MaxLength::default())?;
//! let name = &registry.entries()[2].name;
//! assert_eq!(name, "mcp__a__b__c_01b8a75bced8");
//! assert_eq!(registry.find(name).map(|entry| entry.server.as_str()), Some("a"));
//! # Ok::<(), hanzo_mcp_names::InvalidName>(())
//! ```

mod names;
mod registry;

pub use names::{is_reversible, normalize, parse, InvalidName};
pub use registry::{Entry, MaxLength, OutOfRange, Registry};
