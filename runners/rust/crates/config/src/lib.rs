//! Configuration in three tiers, and the environment.
//!
//! Here live how the bytes of settings files are read, how tiers become one configuration, which
//! servers are active, in which order permission rules stand, and what is left out with a warning.
//! Finding the files, reading them and logging the warnings do not.
//!
//! ```
//! use std::collections::HashMap;
//!
//! use hanzo_config::load_config;
//!
//! let loaded = load_config(
//!     Some(br#"{"model": "small", "mcp_servers": {"git": {"command": "git-mcp"}}}"#),
//!     Some(br#"{"api_key": "sk-1", "permissions": {"fs.*": "allow"}}"#),
//!     Some(br#"{"mcp_servers": {"git": {"disabled": true}}, "permissions": {"fs.rm": "deny"}}"#),
//!     &HashMap::from([("HANZO_MODEL".to_owned(), "large".to_owned())]),
//! )?;
//! assert_eq!(loaded.config["model"], "large");
//! assert!(loaded.config["api_key"].is_null());
//! assert!(loaded.active_servers.is_empty());
//! assert_eq!(loaded.permission_rules[0].tool_pattern, "fs.rm");
//! assert_eq!(loaded.warnings[0].key, "api_key");
//! # Ok::<(), hanzo_config::ConfigError>(())
//! ```

mod error;
mod loader;
mod members;
mod merge_patch;
mod rules;
mod servers;
pub mod strict_json;
mod tiers;

pub use error::{ConfigError, ConfigErrorKind};
pub use loader::{load_config, Loaded};
pub use merge_patch::merge_patch;
pub use servers::{argv, Command};
pub use strict_json::JsonError;
pub use tiers::{Tier, Warned};
