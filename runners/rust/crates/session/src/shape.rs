//! From JSON to messages: every member is judged, none is left over.

use serde_json::{Map, Value};

use crate::error::SessionError;
use crate::message::{Block, Content, Message, Role};

/// Spec: HIP-0301 §5 (Message).
impl TryFrom<Map<String, Value>> for Message {
    type Error = SessionError;

    /// The message that an object spells, else `INVALID_MESSAGE`.
    fn try_from(object: Map<String, Value>) -> Result<Self, SessionError> {
        let mut members = Members(object);
        let role = match members.text("role")?.as_str() {
            "system" => Role::System,
            "user" => Role::User,
            "assistant" => Role::Assistant,
            "tool" => Role::Tool,
            other => return Err(invalid(format!("no role {other:?}"))),
        };
        let content = match members.take("content")? {
            Value::String(text) => Content::Text(text),
            Value::Array(blocks) => {
                let blocks: Result<_, _> = blocks.into_iter().map(Block::try_from).collect();
                Content::Blocks(blocks?)
            }
            _ => return Err(invalid("content is neither text nor a list of blocks")),
        };
        let token_count = match members.0.remove("token_count") {
            None => None,
            Some(count) => Some(
                count.as_u64().ok_or_else(|| invalid("token_count is no integer of 0 or more"))?,
            ),
        };
        members.end()?;
        Ok(Self { role, content, token_count })
    }
}

impl TryFrom<Value> for Block {
    type Error = SessionError;

    /// The block that a value spells, else `INVALID_MESSAGE`.
    fn try_from(value: Value) -> Result<Self, SessionError> {
        let Value::Object(object) = value else {
            return Err(invalid("a block is no object"));
        };
        let mut members = Members(object);
        let block = match members.text("type")?.as_str() {
            "text" => Self::Text { text: members.text("text")? },
            "tool_use" => Self::ToolUse {
                id: members.text("id")?,
                name: members.text("name")?,
                input: match members.take("input")? {
                    Value::Object(input) => input,
                    _ => return Err(invalid("input is no object")),
                },
            },
            "tool_result" => Self::ToolResult {
                tool_use_id: members.text("tool_use_id")?,
                content: members.take("content")?,
                is_error: match members.0.remove("is_error") {
                    None => None,
                    Some(Value::Bool(failed)) => Some(failed),
                    Some(_) => return Err(invalid("is_error is neither true nor false")),
                },
            },
            other => return Err(invalid(format!("no type of block {other:?}"))),
        };
        members.end()?;
        Ok(block)
    }
}

/// The members of an object that nobody has asked for yet.
struct Members(Map<String, Value>);

impl Members {
    fn take(&mut self, name: &str) -> Result<Value, SessionError> {
        self.0.remove(name).ok_or_else(|| invalid(format!("{name} is missing")))
    }

    fn text(&mut self, name: &str) -> Result<String, SessionError> {
        match self.take(name)? {
            Value::String(text) => Ok(text),
            _ => Err(invalid(format!("{name} is no text"))),
        }
    }

    /// A member that is not known would be carried along uncounted, or get lost.
    fn end(self) -> Result<(), SessionError> {
        match self.0.keys().next() {
            None => Ok(()),
            Some(name) => Err(invalid(format!("unknown member {name:?}"))),
        }
    }
}

fn invalid(reason: impl Into<String>) -> SessionError {
    SessionError::InvalidMessage(reason.into())
}
