//! Messages and their blocks; `shape` judges the JSON that they are read from.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// One message of a session; reading it from JSON judges every member.
///
/// Spec: HIP-0301 §5.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Map<String, Value>")]
pub struct Message {
    /// Who says it.
    pub role: Role,
    /// What is said.
    pub content: Content,
    /// In tokens; an estimate takes its place where there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token_count: Option<u64>,
}

/// Who says a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Instructions; at index 0 they are the system prompt.
    System,
    /// A person, or the results of tools.
    User,
    /// The model.
    Assistant,
    /// The results of tools.
    Tool,
}

/// What a message says.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Content {
    /// Counts and acts as one text block.
    Text(String),
    /// Blocks in their order.
    Blocks(Vec<Block>),
}

/// A part of a message.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Block {
    /// Text.
    Text {
        /// The text, perhaps empty.
        text: String,
    },
    /// A call of a tool by the model.
    ToolUse {
        /// What the result refers to.
        id: String,
        /// The tool.
        name: String,
        /// Its parameters.
        input: Map<String, Value>,
    },
    /// What a tool returned, or `[compacted]` in its place.
    ToolResult {
        /// The id of the call.
        tool_use_id: String,
        /// Text or any other JSON value.
        content: Value,
        /// Whether the tool failed, if that was said.
        #[serde(skip_serializing_if = "Option::is_none")]
        is_error: Option<bool>,
    },
}

impl Message {
    /// Whether any block is something else than a tool result; text is one text block.
    pub(crate) fn says_something(&self) -> bool {
        match &self.content {
            Content::Text(_) => true,
            Content::Blocks(blocks) => {
                blocks.iter().any(|block| !matches!(block, Block::ToolResult { .. }))
            }
        }
    }

    /// The blocks; text has none to look into.
    pub(crate) fn blocks(&self) -> &[Block] {
        match &self.content {
            Content::Text(_) => &[],
            Content::Blocks(blocks) => blocks,
        }
    }
}
