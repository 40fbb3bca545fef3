//! One answer of the model: its events, put together to the blocks of a message.

use std::collections::HashSet;

use hanzo_session::Block;

use crate::protocols::{StreamEvent, ToolUse};

/// The blocks and tool uses of a message, and all of its text.
#[derive(Debug, Default)]
pub(crate) struct Turn {
    pub(crate) blocks: Vec<Block>,
    pub(crate) uses: Vec<ToolUse>,
    pub(crate) text: String,
    /// Whether it was ended.
    pub(crate) complete: bool,
}

/// Reads to the end of a message; `taken` are the ids that no tool use may have.
///
/// Spec: GATE-24 to GATE-28.
pub(crate) fn read_turn(
    events: impl Iterator<Item = StreamEvent>,
    mut taken: HashSet<String>,
) -> Turn {
    let mut turn = Turn::default();
    for event in events {
        match event {
            StreamEvent::ContentDelta(text) => {
                add_text(&mut turn.blocks, &text);
                turn.text += &text;
            }
            StreamEvent::ToolUse(wanted) if taken.insert(wanted.id.clone()) => {
                let ToolUse { id, name, input } = wanted.clone();
                turn.blocks.push(Block::ToolUse { id, name, input });
                turn.uses.push(wanted);
            }
            other => {
                turn.complete = other == StreamEvent::MessageStop;
                break;
            }
        }
    }
    turn
}

fn add_text(blocks: &mut Vec<Block>, more: &str) {
    if more.is_empty() {
        return;
    }
    if let Some(Block::Text { text }) = blocks.last_mut() {
        *text += more;
    } else {
        blocks.push(Block::Text { text: more.to_owned() });
    }
}
