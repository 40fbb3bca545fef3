//! The gate: from a call of a tool to its result, past everybody who may object.

use std::fmt;

use hanzo_hooks::{Decision, ToolResult};
use hanzo_permissions::{audit, AuditRecord, PermissionMode, PermissionPolicy, TimestampMs};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::names::gate_name;
use crate::protocols::{
    Admission, ExecuteError, Hooks, PermissionDecision, PermissionPrompter, ToolExecutor, ToolUse,
};

/// Who has blocked a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Blocker {
    /// A rule.
    Policy,
    /// Whoever was asked for permission, or nobody.
    Prompter,
    /// A hook before the tool.
    Hook,
}

/// What became of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Passage {
    /// Its result.
    pub result: ToolResult,
    /// Who blocked it.
    pub blocked_by: Option<Blocker>,
    /// The record of the policy's decision, if it was asked for one.
    pub audit: Option<AuditRecord>,
    /// Whether the user has called it off.
    pub cancelled: bool,
}

/// Everybody whom a call has to pass, for one session.
pub struct Gate<'a> {
    /// The rules.
    pub policy: &'a PermissionPolicy,
    /// Who makes the call in the end.
    pub executor: &'a mut dyn ToolExecutor,
    /// Who is asked for permission, one after the other.
    pub prompters: Vec<&'a mut dyn PermissionPrompter>,
    /// Hooks, if there are any.
    pub hooks: Option<&'a mut dyn Hooks>,
    /// The session.
    pub session_id: &'a str,
    /// The time of each record.
    pub now_ms: &'a dyn Fn() -> TimestampMs,
}

impl fmt::Debug for Gate<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Gate").field("session_id", &self.session_id).finish_non_exhaustive()
    }
}

impl Admission for Gate<'_> {
    fn admit(&mut self, wanted: &ToolUse) -> Passage {
        self.call(&wanted.name, &wanted.input)
    }
}

impl Gate<'_> {
    /// Passes a call.
    ///
    /// Spec: GATE-1 to GATE-21.
    pub fn call(&mut self, name: &str, input: &Map<String, Value>) -> Passage {
        let Some(known) = gate_name(name, input) else {
            let result = failed("invalid action");
            return Passage { result, blocked_by: None, audit: None, cancelled: false };
        };
        let record = audit(self.policy, &known, self.session_id, (self.now_ms)());
        let ended = |result, blocked_by, cancelled| Passage {
            result,
            blocked_by,
            audit: Some(record),
            cancelled,
        };
        let asked = self.ask_policy(&known, input).and_then(|()| self.ask_hooks(&known, input));
        if let Err((by, error)) = asked {
            return ended(failed(error), Some(by), false);
        }
        let result = match self.executor.execute(name, input, self.session_id) {
            Ok(result) => result,
            Err(ExecuteError::Failed(error)) => failed(error),
            Err(ExecuteError::Cancelled) => return ended(failed("cancelled"), None, true),
        };
        if let Some(hooks) = &mut self.hooks {
            // The tool has run, and its result stands.
            let _ = hooks.run_post(&known, input, &result);
        }
        ended(result, None, false)
    }

    /// Spec: GATE-3 to GATE-8.
    fn ask_policy(
        &mut self,
        name: &str,
        input: &Map<String, Value>,
    ) -> Result<(), (Blocker, String)> {
        let outcome = self.policy.explain(name);
        match outcome.mode {
            PermissionMode::Allow => return Ok(()),
            PermissionMode::Deny => {
                let why = match outcome.reason {
                    None | Some("") => String::new(),
                    Some(reason) => format!(": {reason}"),
                };
                return Err((Blocker::Policy, format!("denied by policy{why}")));
            }
            PermissionMode::Prompt => {}
        }
        let block = |error: &str| Err((Blocker::Prompter, error.to_owned()));
        for prompter in &mut self.prompters {
            match prompter.request_permission(name, input) {
                Ok(PermissionDecision::Allow) => return Ok(()),
                Ok(PermissionDecision::Deny { reason }) if reason.is_empty() => {
                    return block("denied");
                }
                Ok(PermissionDecision::Deny { reason }) => return block(&reason),
                Ok(PermissionDecision::Escalate) => {}
                Err(_) => return block("prompter failed"),
            }
        }
        block(if self.prompters.is_empty() { "no prompter available" } else { "nobody decided" })
    }

    /// Spec: GATE-9.
    fn ask_hooks(
        &mut self,
        name: &str,
        input: &Map<String, Value>,
    ) -> Result<(), (Blocker, String)> {
        let Some(hooks) = &mut self.hooks else { return Ok(()) };
        let verdict = hooks.run_pre(name, input);
        let error = match verdict.map(|verdict| (verdict.decision, verdict.reason)) {
            Ok((Decision::Allow, _)) => return Ok(()),
            Ok((Decision::Deny, reason)) => reason
                .filter(|reason| !reason.is_empty())
                .unwrap_or_else(|| "denied by hook".to_owned()),
            Ok((Decision::Error, _)) | Err(_) => "hook failed".to_owned(),
        };
        Err((Blocker::Hook, error))
    }
}

/// The result of a call that has none.
pub(crate) fn failed(error: impl Into<String>) -> ToolResult {
    ToolResult { output: String::new(), error: Some(error.into()), is_error: true }
}
