//! The unified envelope: how every tool answers, and how lists come in pages.
//!
//! Here live the shape of answers, the routing of calls, the judging of parameters and the
//! cursors. What the tools do does not.
//!
//! ```
//! use std::collections::BTreeMap;
//!
//! use hanzo_envelope::{dispatch, page, Action, Item, Outcome, Tool, ToolError};
//! use serde_json::{json, Map};
//!
//! let schema = serde_json::from_value(json!({
//!     "description": "Reads a file.",
//!     "properties": {"uri": {"type": "string"}, "limit": {"type": "integer", "minimum": 1}},
//!     "required": ["uri"],
//! }))?;
//! let read = Action::new(schema, |params| {
//!     if params["uri"] == "file:///a" {
//!         return Ok(Outcome::from(json!({"text": "hello"})));
//!     }
//!     Err(ToolError::new("NOT_FOUND", "no such file"))
//! });
//! let fs = Tool {
//!     name: "fs".to_owned(),
//!     version: "1.0.0".to_owned(),
//!     backend: Some("local".to_owned()),
//!     actions: BTreeMap::from([("read".to_owned(), read)]),
//! };
//!
//! let params = json!({"uri": "file:///a"});
//! let answer = dispatch(&fs, Some("read"), params.as_object().unwrap(), None);
//! assert_eq!(answer.data, json!({"text": "hello"}));
//!
//! let params = json!({"limit": 0});
//! let answer = dispatch(&fs, Some("read"), params.as_object().unwrap(), None);
//! assert_eq!(
//!     answer.error.unwrap().details["violations"],
//!     json!([
//!         {"pointer": "/limit", "rule": "minimum"},
//!         {"pointer": "/uri", "rule": "required"},
//!     ])
//! );
//!
//! let help = dispatch(&fs, None, &Map::new(), None);
//! assert_eq!(help.data["actions"]["read"]["params"], json!(["uri", "limit?"]));
//!
//! let letters = ["a", "b", "c"].map(|key| Item { key: key.to_owned(), value: json!(null) });
//! let query = json!({"path": "/"});
//! let first = page(&letters, &query, Some(2), None)?;
//! assert_eq!(first.items.len(), 2);
//! let second = page(&letters, &query, Some(2), first.cursor.as_deref())?;
//! assert_eq!(second.items[0].key, "c");
//! assert!(!second.more());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod built_in;
mod checker;
mod codes;
mod dispatcher;
mod envelope;
mod number;
mod pager;
mod parameters;
mod schema;
mod violation;

pub use checker::check;
pub use codes::Code;
pub use dispatcher::{dispatch, Action, Outcome, Tool, ToolError};
pub use envelope::{
    error, success, Envelope, ErrorBody, Intent, InvalidParams, Meta, Paging, SuccessMeta,
};
pub use pager::{page, Item, Page};
pub use schema::{InvalidSchema, Schema};
pub use violation::Violation;
