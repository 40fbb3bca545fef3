//! What messages cost, in integers only: an estimate comes out the same in every language.

use hanzo_canonical_json::{canonical_json, canonical_object, InexactInteger};
use serde_json::Value;

use crate::error::SessionError;
use crate::message::{Block, Content, Message};

/// The most that a session may cost: the largest integer that every JSON reader holds exactly.
const LARGEST_TOTAL: u64 = (1 << 53) - 1;
const BYTES_PER_TOKEN: u64 = 4;

/// The tokens of all messages together.
///
/// # Errors
/// `INVALID_MESSAGE` when they are more than 2^53 − 1, or a value holds an integer beyond that.
pub(crate) fn total(messages: &[Message]) -> Result<u64, SessionError> {
    let tokens = sum(messages)?;
    if tokens > LARGEST_TOTAL {
        let reason = format!("the messages cost more than {LARGEST_TOTAL} tokens together");
        return Err(SessionError::InvalidMessage(reason));
    }
    Ok(tokens)
}

/// The same without a limit, for parts of a session that was judged.
pub(crate) fn sum(messages: &[Message]) -> Result<u64, SessionError> {
    messages.iter().try_fold(0_u64, |tokens, message| Ok(tokens.saturating_add(count(message)?)))
}

/// The tokens of a message: what it says of itself, else the estimate.
pub(crate) fn count(message: &Message) -> Result<u64, SessionError> {
    message.token_count.map_or_else(|| estimate(&message.content), Ok)
}

/// The tokens that content is reckoned to cost: each block rounds by itself.
pub(crate) fn estimate(content: &Content) -> Result<u64, SessionError> {
    match content {
        Content::Text(text) => Ok(tokens_of(text.len())),
        Content::Blocks(blocks) => blocks.iter().map(|block| payload(block).map(tokens_of)).sum(),
    }
}

/// Whether more than nine tenths of the budget are used, exactly.
pub(crate) fn over_trigger(tokens: u64, max_tokens: u64) -> bool {
    u128::from(tokens) * 10 > u128::from(max_tokens) * 9
}

fn tokens_of(bytes: usize) -> u64 {
    bytes as u64 / BYTES_PER_TOKEN + 1
}

/// The bytes, in UTF-8, of what counts of a block.
fn payload(block: &Block) -> Result<usize, SessionError> {
    match block {
        Block::Text { text } | Block::ToolResult { content: Value::String(text), .. } => {
            Ok(text.len())
        }
        Block::ToolUse { name, input, .. } => Ok(name.len() + bytes(canonical_object(input))?),
        Block::ToolResult { content, .. } => bytes(canonical_json(content)),
    }
}

fn bytes(canonical: Result<String, InexactInteger>) -> Result<usize, SessionError> {
    canonical
        .map(|text| text.len())
        .map_err(|problem| SessionError::InvalidMessage(problem.to_string()))
}
