//! From a tool call to its result, past everybody who may object, and the turn loop around it.
//!
//! Here live the order in which a call is judged, what becomes of it, and how a conversation goes
//! on. Models, tools, hooks and whoever is asked for permission come from outside, as traits.
//!
//! ```
//! use hanzo_gate::{ExecuteError, Gate, ToolExecutor, ToolResult};
//! use hanzo_permissions::{PermissionMode, PermissionPolicy, PermissionRule, TimestampMs};
//! use serde_json::{Map, Value};
//!
//! struct Echo;
//!
//! impl ToolExecutor for Echo {
//!     fn execute(
//!         &mut self, name: &str, _: &Map<String, Value>, _: &str,
//!     ) -> Result<ToolResult, ExecuteError> {
//!         Ok(ToolResult { output: name.to_owned(), error: None, is_error: false })
//!     }
//! }
//!
//! let rule = |pattern: &str, mode| PermissionRule {
//!     tool_pattern: pattern.to_owned(), mode, reason: None,
//! };
//! let policy = PermissionPolicy::new([
//!     rule("fs.write", PermissionMode::Deny), rule("*", PermissionMode::Allow),
//! ]);
//! let now_ms = || TimestampMs::try_from(0).expect("a time");
//! let mut gate = Gate {
//!     policy: &policy, executor: &mut Echo, prompters: Vec::new(), hooks: None,
//!     session_id: "s-1", now_ms: &now_ms,
//! };
//! let mut input = Map::new();
//! assert_eq!(gate.call("fs", &input).result.output, "fs");
//! input.insert("action".to_owned(), "write".into());
//! assert_eq!(gate.call("fs", &input).result.error.as_deref(), Some("denied by policy"));
//! ```

mod agent_loop;
mod gate;
mod names;
mod protocols;
mod routing;
mod turn;

pub use agent_loop::{AgentLoop, Budget, Conversation, InvalidLimit, MaxRequests, Stop};
pub use gate::{Blocker, Gate, Passage};
pub use hanzo_hooks::ToolResult;
pub use names::gate_name;
pub use protocols::{
    Admission, ApiClient, ExecuteError, Failed, Hooks, PermissionDecision, PermissionPrompter,
    StreamEvent, ToolExecutor, ToolUse, Verdict,
};
pub use routing::{route, Server, UnknownTool};
