//! Compaction in two stages, the cheap one first.

use serde::Serialize;
use serde_json::Value;

use crate::error::SessionError;
use crate::message::{Block, Content, Message, Role};
use crate::tokens::{count, estimate, over_trigger, sum, total};
use crate::turns::middle;

const COMPACTED: &str = "[compacted]";
/// What may make up a blank summary; `trim` would remove more.
const BLANK: [char; 4] = [' ', '\t', '\r', '\n'];

/// What compaction made of a session.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CompactionResult {
    /// The session, oldest first.
    pub messages: Vec<Message>,
    /// Messages that were replaced by the one with the summary.
    pub compacted_count: usize,
    /// Tool results that were rewritten and are still there.
    pub results_compacted: usize,
    /// Tokens before minus tokens after; may be negative.
    pub tokens_saved: i64,
    /// Whether the messages cost `max_tokens` or less.
    pub fits: bool,
    /// Where the text comes from that replaced the middle.
    pub summary_source: SummarySource,
}

/// Where the text comes from that replaced the middle of a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum SummarySource {
    /// The summary that was passed in.
    Model,
    /// A text that says how many messages there were.
    Fallback,
    /// The middle stands.
    None,
}

/// Brings sessions below nine tenths of a budget, as far as the protected part lets it.
///
/// Spec: HIP-0301 §5.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SessionCompactor {
    max_tokens: u64,
    reserve_recent: u64,
}

impl SessionCompactor {
    /// A compactor for a budget in tokens that never touches the last `reserve_recent` turns.
    ///
    /// # Errors
    /// `INVALID_BUDGET` when `max_tokens` is below 1 or `reserve_recent` below 0.
    pub fn new(max_tokens: i64, reserve_recent: i64) -> Result<Self, SessionError> {
        let max_tokens = u64::try_from(max_tokens)
            .ok()
            .filter(|&tokens| tokens > 0)
            .ok_or(SessionError::InvalidBudget("max_tokens is 1 or more"))?;
        let reserve_recent = u64::try_from(reserve_recent)
            .map_err(|_| SessionError::InvalidBudget("reserve_recent is 0 or more"))?;
        Ok(Self { max_tokens, reserve_recent })
    }

    /// The tokens of all messages together.
    ///
    /// # Errors
    /// `INVALID_MESSAGE` when they are more than 2^53 − 1, or a value holds an integer beyond that.
    pub fn total_tokens(&self, messages: &[Message]) -> Result<u64, SessionError> {
        total(messages)
    }

    /// Whether the messages cost more than nine tenths of the budget.
    ///
    /// # Errors
    /// `INVALID_MESSAGE` as `total_tokens`.
    pub fn should_compact(&self, messages: &[Message]) -> Result<bool, SessionError> {
        Ok(over_trigger(total(messages)?, self.max_tokens))
    }

    /// The session with its middle compacted as far as needed.
    ///
    /// `summary` is what the summariser returned, none when it failed.
    ///
    /// # Errors
    /// `INVALID_MESSAGE` as `total_tokens`.
    pub fn compact(
        &self,
        messages: &[Message],
        summary: Option<&str>,
    ) -> Result<CompactionResult, SessionError> {
        let before = total(messages)?;
        let bounds = middle(messages, self.reserve_recent);
        let mut kept = messages[bounds.clone()].to_vec();
        let (mut tokens, mut compacted_count, mut results_compacted) = (before, 0, 0);
        let mut summary_source = SummarySource::None;
        if over_trigger(tokens, self.max_tokens) {
            tokens -= sum(&kept)?;
            results_compacted = drop_results(&mut kept)?;
            tokens += sum(&kept)?;
        }
        if over_trigger(tokens, self.max_tokens) {
            let (source, stand_in) = summed_up(kept.len(), summary)?;
            let (cost, saved) = (count(&stand_in)?, sum(&kept)?);
            if cost < saved {
                // The results that the first stage rewrote are gone with their messages.
                (compacted_count, results_compacted) = (kept.len(), 0);
                (summary_source, kept) = (source, vec![stand_in]);
                tokens = tokens - saved + cost;
            }
        }
        Ok(CompactionResult {
            messages: [&messages[..bounds.start], &kept, &messages[bounds.end..]].concat(),
            compacted_count,
            results_compacted,
            tokens_saved: difference(before, tokens),
            fits: tokens <= self.max_tokens,
            summary_source,
        })
    }
}

/// Stage 1: takes out what tools returned, and counts the results that were rewritten.
fn drop_results(messages: &mut [Message]) -> Result<usize, SessionError> {
    let mut rewritten = 0;
    for message in messages {
        let changed = drop_contents(&mut message.content);
        if changed > 0 {
            // The count that it had was that of the old content.
            message.token_count = Some(estimate(&message.content)?);
        }
        rewritten += changed;
    }
    Ok(rewritten)
}

fn drop_contents(content: &mut Content) -> usize {
    let Content::Blocks(blocks) = content else {
        return 0;
    };
    let mut changed = 0;
    for block in blocks {
        if let Block::ToolResult { content, .. } = block {
            if content != COMPACTED {
                *content = Value::from(COMPACTED);
                changed += 1;
            }
        }
    }
    changed
}

/// Stage 2: the one message that stands for so many, and where its text comes from.
fn summed_up(
    messages: usize,
    summary: Option<&str>,
) -> Result<(SummarySource, Message), SessionError> {
    let (source, text) = match summary.filter(|text| !text.trim_matches(BLANK).is_empty()) {
        Some(text) => (SummarySource::Model, text.to_owned()),
        None => (SummarySource::Fallback, format!("[{messages} earlier messages compacted]")),
    };
    let content = Content::Text(text);
    let token_count = Some(estimate(&content)?);
    Ok((source, Message { role: Role::Assistant, content, token_count }))
}

/// `before` minus `after`, both of which are far below 2^63.
fn difference(before: u64, after: u64) -> i64 {
    i64::try_from(i128::from(before) - i128::from(after)).expect("token counts stay below 2^63")
}
