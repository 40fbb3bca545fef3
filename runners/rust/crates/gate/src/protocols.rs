//! Who takes part in a call or a turn: executors, prompters, hooks and models, as traits.

use std::error::Error;

use hanzo_hooks::{Decision, HookRunner, ToolResult};
use hanzo_session::Message;
use serde_json::{Map, Value};

use crate::gate::Passage;

/// Somebody could not do what was asked; why is for the log.
pub type Failed = Box<dyn Error + Send + Sync>;

/// What was decided about a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PermissionDecision {
    /// It may be made, this once.
    Allow,
    /// It may not be made.
    Deny {
        /// Why.
        reason: String,
    },
    /// Somebody else has to say.
    Escalate,
}

/// Why an executor has no result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExecuteError {
    /// The tool failed, in words.
    Failed(String),
    /// The user has called it off, and the turn with it.
    Cancelled,
}

/// What hooks before a tool have decided; the reason counts on deny.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    /// Whether the call may be made.
    pub decision: Decision,
    /// Why not.
    pub reason: Option<String>,
}

/// Executes a tool by its name.
pub trait ToolExecutor {
    /// The tool's result.
    ///
    /// # Errors
    /// When it failed, or was called off.
    fn execute(
        &mut self,
        name: &str,
        input: &Map<String, Value>,
        session_id: &str,
    ) -> Result<ToolResult, ExecuteError>;
}

/// Asks a person, or something that decides for one.
pub trait PermissionPrompter {
    /// What was decided.
    ///
    /// # Errors
    /// When nothing was, which denies.
    fn request_permission(
        &mut self,
        tool_name: &str,
        input: &Map<String, Value>,
    ) -> Result<PermissionDecision, Failed>;
}

/// Commands before and after a tool; a `HookRunner` is one.
pub trait Hooks {
    /// Asks before the tool.
    ///
    /// # Errors
    /// When they could not be asked, which denies.
    fn run_pre(&mut self, tool_name: &str, input: &Map<String, Value>) -> Result<Verdict, Failed>;

    /// Tells behind the tool.
    ///
    /// # Errors
    /// When they could not be told, which changes nothing.
    fn run_post(
        &mut self,
        tool_name: &str,
        input: &Map<String, Value>,
        result: &ToolResult,
    ) -> Result<(), Failed>;
}

impl Hooks for HookRunner {
    fn run_pre(&mut self, tool_name: &str, input: &Map<String, Value>) -> Result<Verdict, Failed> {
        let told = HookRunner::run_pre(self, tool_name, input)?;
        Ok(Verdict { decision: told.decision, reason: told.reason })
    }

    fn run_post(
        &mut self,
        tool_name: &str,
        input: &Map<String, Value>,
        result: &ToolResult,
    ) -> Result<(), Failed> {
        HookRunner::run_post(self, tool_name, input, result)?;
        Ok(())
    }
}

/// A call that the model wants made.
#[derive(Debug, Clone, PartialEq)]
pub struct ToolUse {
    /// What its result refers to.
    pub id: String,
    /// The tool.
    pub name: String,
    /// Its parameters.
    pub input: Map<String, Value>,
}

/// A part of the model's answer.
#[derive(Debug, Clone, PartialEq)]
pub enum StreamEvent {
    /// Some more text.
    ContentDelta(String),
    /// A call.
    ToolUse(ToolUse),
    /// The message is complete.
    MessageStop,
    /// It will never be complete, and why.
    Error(String),
}

/// A model.
pub trait ApiClient {
    /// The model's answer to a conversation, as it comes.
    fn send_message<'a>(
        &'a mut self,
        messages: &[Message],
        tools: &[String],
    ) -> Box<dyn Iterator<Item = StreamEvent> + 'a>;
}

/// Who lets calls pass, one after the other; a `Gate` is one.
pub trait Admission {
    /// What became of a call.
    fn admit(&mut self, wanted: &ToolUse) -> Passage;
}
