//! From the tools before HIP-0300 to the tools of HIP-0300, and the modes of a caller.
//!
//! ```
//! use hanzo_migration::{allowed, migrate, Mode};
//! use serde_json::json;
//!
//! let args = json!({"command": "vitest run", "cwd": "web"});
//! let call = migrate("npx", args.as_object().unwrap())?;
//! assert_eq!((call.tool, call.action.as_str()), ("proc", "exec"));
//! assert_eq!(call.args["command"], "npx vitest run");
//!
//! assert!(!allowed(Mode::Inspect, "fs", "apply_patch"));
//! # Ok::<(), hanzo_migration::Refused>(())
//! ```

mod modes;
mod rows;

pub use modes::{allowed, Mode};
pub use rows::{migrate, Call, Refused};
