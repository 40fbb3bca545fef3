//! The turn loop: asks the model, makes the calls that it wants, and asks again.

use std::collections::HashSet;
use std::error::Error;
use std::fmt;

use hanzo_hooks::ToolResult;
use hanzo_permissions::AuditRecord;
use hanzo_session::{Block, Content, Message, Role, SessionCompactor, SessionError};
use serde::Serialize;
use serde_json::Value;

use crate::gate::failed;
use crate::protocols::{Admission, ApiClient, ToolUse};
use crate::turn::read_turn;

/// How many requests a run may make: 1 or more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MaxRequests(u64);

/// No request may be made: `INVALID_LIMIT`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InvalidLimit;

impl InvalidLimit {
    /// The error's code, the same in every language.
    #[must_use]
    pub fn code(&self) -> &'static str {
        "INVALID_LIMIT"
    }
}

impl fmt::Display for InvalidLimit {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("max_requests is 1 or more")
    }
}

impl Error for InvalidLimit {}

impl TryFrom<i64> for MaxRequests {
    type Error = InvalidLimit;

    fn try_from(number: i64) -> Result<Self, InvalidLimit> {
        u64::try_from(number).ok().filter(|&number| number > 0).map(Self).ok_or(InvalidLimit)
    }
}

/// What a conversation may cost, and who sums up what has to go.
pub struct Budget<'a> {
    /// Brings it back under its cost.
    pub compactor: SessionCompactor,
    /// What stands for the middle of a conversation; none when nobody could say.
    pub summarise: &'a dyn Fn(&[Message]) -> Option<String>,
}

impl fmt::Debug for Budget<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Budget").field("compactor", &self.compactor).finish_non_exhaustive()
    }
}

/// Why a run has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Stop {
    /// The model wants nothing more.
    End,
    /// Its last message never came to its end.
    Error,
    /// It would want more than it may.
    Limit,
    /// The user has called it off.
    Cancelled,
}

/// How a run has ended.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Conversation {
    /// All messages, oldest first.
    pub messages: Vec<Message>,
    /// How many requests were made.
    pub requests: u64,
    /// Why it has ended.
    pub stop: Stop,
    /// The text of a message that was dropped.
    pub partial: String,
    /// The tool uses that somebody has blocked.
    pub blocked: Vec<String>,
}

/// A model, the tools that it may call, and the gate before them.
pub struct AgentLoop<'a> {
    /// The model.
    pub model: &'a mut dyn ApiClient,
    /// Who lets its calls pass.
    pub gate: &'a mut dyn Admission,
    /// The names of the tools.
    pub tools: Vec<String>,
    /// How often it is asked.
    pub max_requests: MaxRequests,
    /// What the conversation may cost, if that matters.
    pub budget: Option<Budget<'a>>,
    /// Who gets each audit record.
    pub log: &'a mut dyn FnMut(&AuditRecord),
}

impl fmt::Debug for AgentLoop<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("AgentLoop").field("tools", &self.tools).finish_non_exhaustive()
    }
}

impl AgentLoop<'_> {
    /// Goes on with a conversation until the model wants nothing more.
    ///
    /// # Errors
    /// `INVALID_MESSAGE` for a conversation that cannot be counted.
    ///
    /// Spec: GATE-22 to GATE-37.
    pub fn run(&mut self, messages: Vec<Message>) -> Result<Conversation, SessionError> {
        // Any budget will do: what is asked is whether they can be counted.
        SessionCompactor::new(1, 0)?.total_tokens(&messages)?;
        let mut run =
            Run { messages, requests: 0, stop: None, partial: String::new(), blocked: Vec::new() };
        let stop = loop {
            self.turn(&mut run)?;
            if let Some(stop) = run.stop {
                break stop;
            }
        };
        let Run { messages, requests, partial, blocked, .. } = run;
        Ok(Conversation { messages, requests, stop, partial, blocked })
    }

    fn turn(&mut self, run: &mut Run) -> Result<(), SessionError> {
        if let Some(Budget { compactor, summarise }) = &self.budget {
            let summary = summarise(&run.messages);
            run.messages = compactor.compact(&run.messages, summary.as_deref())?.messages;
        }
        run.requests += 1;
        let events = self.model.send_message(&run.messages, &self.tools);
        let turn = read_turn(events, used_ids(&run.messages));
        if !turn.complete {
            (run.stop, run.partial) = (Some(Stop::Error), turn.text);
            return Ok(());
        }
        let append = |run: &mut Run, role, blocks| {
            let content = Content::Blocks(blocks);
            run.messages.push(Message { role, content, token_count: None });
        };
        if !turn.blocks.is_empty() {
            append(run, Role::Assistant, turn.blocks);
        }
        if turn.uses.is_empty() {
            run.stop = Some(Stop::End);
            return Ok(());
        }
        let results = turn.uses.iter().map(|wanted| self.result_of(wanted, run)).collect();
        append(run, Role::Tool, results);
        if run.stop.is_none() && run.requests == self.max_requests.0 {
            run.stop = Some(Stop::Limit);
        }
        Ok(())
    }

    /// One call of a message, after those before it. Spec: GATE-29 to GATE-32, GATE-35.
    fn result_of(&mut self, wanted: &ToolUse, run: &mut Run) -> Block {
        if run.stop == Some(Stop::Cancelled) {
            return block(&wanted.id, failed("cancelled"));
        }
        if !self.tools.contains(&wanted.name) {
            return block(&wanted.id, failed("unknown tool"));
        }
        let passage = self.gate.admit(wanted);
        if let Some(record) = &passage.audit {
            (self.log)(record);
        }
        if passage.blocked_by.is_some() {
            run.blocked.push(wanted.id.clone());
        }
        if passage.cancelled {
            run.stop = Some(Stop::Cancelled);
        }
        block(&wanted.id, passage.result)
    }
}

struct Run {
    messages: Vec<Message>,
    requests: u64,
    stop: Option<Stop>,
    partial: String,
    blocked: Vec<String>,
}

/// The block that answers a tool use. Spec: GATE-30.
fn block(id: &str, ToolResult { output, error, is_error }: ToolResult) -> Block {
    let parts = [Some(output), error];
    let said: Vec<String> = parts.into_iter().flatten().filter(|part| !part.is_empty()).collect();
    Block::ToolResult {
        tool_use_id: id.to_owned(),
        content: Value::String(said.join("\n")),
        is_error: is_error.then_some(true),
    }
}

fn used_ids(messages: &[Message]) -> HashSet<String> {
    let blocks = |message| match message {
        &Message { content: Content::Blocks(ref blocks), .. } => blocks.as_slice(),
        Message { .. } => &[],
    };
    let id = |block: &Block| match block {
        Block::ToolUse { id, .. } => Some(id.clone()),
        Block::Text { .. } | Block::ToolResult { .. } => None,
    };
    messages.iter().flat_map(blocks).filter_map(id).collect()
}
