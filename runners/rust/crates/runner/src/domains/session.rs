use hanzo_adapter::{operations, reply};
use hanzo_session::{Message, SessionCompactor, SessionError};
use serde_json::{Map, Value};

use crate::refusal::Refusal;

/// Objects of any kind: what a message must be like is for the library to judge.
type Objects = Vec<Map<String, Value>>;

operations! {
    pub(crate) fn register where Error = Refusal;

    "session.should_compact" (messages: Objects, max_tokens: i64) => {
        let compactor = SessionCompactor::new(max_tokens, 0)?;
        let messages = read(messages)?;
        let should_compact = compactor.should_compact(&messages)?;
        reply! { should_compact, total_tokens: compactor.total_tokens(&messages)? }
    };
    "session.compact" (messages: Objects, max_tokens: i64, reserve_recent: i64,
                       summary: Option<String>) => {
        // The budget is judged before any message.
        let compactor = SessionCompactor::new(max_tokens, reserve_recent)?;
        Ok(compactor.compact(&read(messages)?, summary.as_deref())?)
    };
}

fn read(messages: Objects) -> Result<Vec<Message>, SessionError> {
    messages.into_iter().map(Message::try_from).collect()
}
