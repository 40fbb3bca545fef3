//! Which messages belong together, and which of them compaction may touch.

use std::collections::HashMap;
use std::ops::Range;

use crate::message::{Block, Message, Role};

/// The middle of a session: what lies between the system prompt and the last `reserve_recent`
/// turns.
///
/// Spec: HIP-0301 §5 (Strategy 1 and 2).
pub(crate) fn middle(messages: &[Message], reserve_recent: u64) -> Range<usize> {
    let first = usize::from(messages.first().is_some_and(|first| first.role == Role::System));
    let turns = turns(messages, first);
    let reserved = usize::try_from(reserve_recent).unwrap_or(usize::MAX);
    // The last zero turns begin at the end.
    let tail = match turns.len().checked_sub(reserved) {
        _ if reserved == 0 => messages.len(),
        None | Some(0) => first,
        Some(oldest) => turns[oldest],
    };
    first..tail
}

/// The index at which each turn begins; what stands before the first question is a turn as well.
fn turns(messages: &[Message], first: usize) -> Vec<usize> {
    let waiting = waiting_for_results(messages, first);
    let asks =
        |index: usize| messages[index].role == Role::User && messages[index].says_something();
    (first..messages.len())
        .filter(|&index| index == first || (asks(index) && !waiting[index]))
        .collect()
}

/// For each message, whether a tool use before it has its result in it or after it.
///
/// A result answers the nearest tool use before it that has its id and no result yet: some
/// providers use the same ids again in every turn.
fn waiting_for_results(messages: &[Message], first: usize) -> Vec<bool> {
    let mut unanswered: HashMap<&str, Vec<usize>> = HashMap::new();
    // How many pairs begin to hold messages together at an index, and how many end before it.
    let mut begins = vec![0_usize; messages.len() + 1];
    let mut ends = vec![0_usize; messages.len() + 1];
    for (index, message) in messages.iter().enumerate().skip(first) {
        for block in message.blocks() {
            match block {
                Block::ToolUse { id, .. } => unanswered.entry(id).or_default().push(index),
                Block::ToolResult { tool_use_id, .. } => {
                    let asked = unanswered.get_mut(tool_use_id.as_str()).and_then(Vec::pop);
                    if let Some(asked) = asked {
                        begins[asked + 1] += 1;
                        ends[index + 1] += 1;
                    }
                }
                Block::Text { .. } => {}
            }
        }
    }
    let mut pairs = 0;
    (0..messages.len())
        .map(|index| {
            pairs += begins[index];
            pairs -= ends[index];
            pairs > 0
        })
        .collect()
}
