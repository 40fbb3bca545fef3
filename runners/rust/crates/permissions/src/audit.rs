//! The audit trail: one record for each evaluation, with the time given by the caller.

use crate::policy::{PermissionMode, PermissionPolicy};
use crate::timestamp::TimestampMs;

/// What is logged about one evaluation.
///
/// Spec: HIP-0301 §7.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct AuditRecord {
    /// RFC 3339, UTC, milliseconds.
    pub timestamp: String,
    /// The tool's name as it came in.
    pub tool_name: String,
    /// What was decided.
    pub mode: PermissionMode,
    /// The pattern of the rule that decided; none by default.
    pub rule_matched: Option<String>,
    /// The session's name as it came in.
    pub session_id: String,
    /// There exactly when the mode is `Deny`; its member stands beside the others in JSON.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub denial: Option<Denial>,
}

/// What a record says of a denial, and of nothing else.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Denial {
    /// The reason of the rule, if it has one.
    pub reason: Option<String>,
}

/// Evaluates a tool and gives the record to be logged.
///
/// Spec: HIP-0301 §7; RFC 3339 §5.6.
#[must_use]
pub fn audit(
    policy: &PermissionPolicy,
    tool_name: &str,
    session_id: &str,
    timestamp_ms: TimestampMs,
) -> AuditRecord {
    let outcome = policy.explain(tool_name);
    let denied = outcome.mode == PermissionMode::Deny;
    AuditRecord {
        timestamp: timestamp_ms.to_string(),
        tool_name: tool_name.to_owned(),
        mode: outcome.mode,
        rule_matched: outcome.rule_matched.map(str::to_owned),
        session_id: session_id.to_owned(),
        denial: denied.then(|| Denial { reason: outcome.reason.map(str::to_owned) }),
    }
}
