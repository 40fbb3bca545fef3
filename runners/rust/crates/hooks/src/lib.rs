//! Shell commands that are asked before a tool runs, and told after it has.
//!
//! Here live which hooks a call concerns, what each is given, what their ends amount to, and the
//! runner that starts them. Who asks them, and what is done about it, does not.
//!
//! ```
//! use hanzo_hooks::{judge, select, End, Event, HookConfig};
//!
//! let hooks = [
//!     HookConfig::new(Event::PreToolUse, "./guard", "fs.*"),
//!     HookConfig::new(Event::PostToolUse, "./log", "*"),
//! ];
//! assert_eq!(select(&hooks, Event::PreToolUse, "fs.write"), [0]);
//!
//! let ends = [End::exit(0, ""), End::exit(2, "not today\n")];
//! let result = judge(Event::PreToolUse, ends);
//! assert_eq!(result.reason.as_deref(), Some("not today"));
//! ```

mod error;
mod hook;
mod judgement;
mod preparation;
mod runner;

pub use error::HookError;
pub use hook::{read_hooks, select, Event, HookConfig};
pub use judgement::{judge, Cause, Decision, End, HookResult, Judgement};
pub use preparation::{prepare, Call, Prepared, ToolResult};
pub use runner::HookRunner;
