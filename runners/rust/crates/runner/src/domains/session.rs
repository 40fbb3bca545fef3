//! `session.should_compact` and `session.compact`.

use hanzo_adapter::{Adapter, Failure};
use hanzo_session::{Message, SessionCompactor, SessionError};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// Of a message only that it is an object is certain here; the rest is the domain's judgement.
type Objects = Vec<Map<String, Value>>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ShouldCompact {
    messages: Objects,
    max_tokens: i64,
}

#[derive(Serialize)]
struct Judged {
    should_compact: bool,
    total_tokens: u64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Compact {
    messages: Objects,
    max_tokens: i64,
    reserve_recent: i64,
    // Named, so that the member may be null but not absent.
    #[serde(deserialize_with = "Option::deserialize")]
    summary: Option<String>,
}

pub(crate) fn register(adapter: &mut Adapter) {
    adapter.register("session.should_compact", |asked: ShouldCompact| {
        let compactor = SessionCompactor::new(asked.max_tokens, 0).map_err(failure)?;
        let messages = messages(asked.messages)?;
        Ok(Judged {
            should_compact: compactor.should_compact(&messages).map_err(failure)?,
            total_tokens: compactor.total_tokens(&messages).map_err(failure)?,
        })
    });
    adapter.register("session.compact", |asked: Compact| {
        let compactor = SessionCompactor::new(asked.max_tokens, asked.reserve_recent);
        // The budget is judged before any message.
        let compactor = compactor.map_err(failure)?;
        let messages = messages(asked.messages)?;
        compactor.compact(&messages, asked.summary.as_deref()).map_err(failure)
    });
}

fn messages(objects: Objects) -> Result<Vec<Message>, Failure> {
    objects.into_iter().map(|object| Message::try_from(object).map_err(failure)).collect()
}

#[allow(clippy::needless_pass_by_value)] // it is what `map_err` passes
fn failure(error: SessionError) -> Failure {
    Failure::domain(error.code(), error.to_string())
}
