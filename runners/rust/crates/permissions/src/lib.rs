//! Permission rules over tool names: which tool may run, which may not, when the user is asked.
//!
//! Here live the globs, the rule that decides, and the record of each decision. Asking the user,
//! running tools and keeping the log do not.
//!
//! ```
//! use hanzo_permissions::{audit, PermissionMode, PermissionPolicy, PermissionRule, TimestampMs};
//!
//! let policy = PermissionPolicy::new([
//!     PermissionRule {
//!         tool_pattern: "fs.write".to_owned(),
//!         mode: "deny".parse()?,
//!         reason: Some("read-only session".to_owned()),
//!     },
//!     PermissionRule {
//!         tool_pattern: "mcp__github__*".to_owned(),
//!         mode: PermissionMode::Allow,
//!         reason: None,
//!     },
//! ]);
//! assert_eq!(policy.evaluate("mcp__github__get_issue"), PermissionMode::Allow);
//! assert_eq!(policy.evaluate("proc.exec"), PermissionMode::Prompt);
//!
//! let time = TimestampMs::try_from(1_700_000_000_000)?;
//! let record = audit(&policy, "fs.write", "s-1", time);
//! assert_eq!(record.timestamp, "2023-11-14T22:13:20.000Z");
//! let denial = record.denial.expect("the tool is denied");
//! assert_eq!(denial.reason.as_deref(), Some("read-only session"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod audit;
mod glob;
mod policy;
mod timestamp;

pub use audit::{audit, AuditRecord, Denial};
pub use glob::{matches, Glob};
pub use policy::{Evaluation, InvalidMode, PermissionMode, PermissionPolicy, PermissionRule};
pub use timestamp::{OutOfRange, TimestampMs};
