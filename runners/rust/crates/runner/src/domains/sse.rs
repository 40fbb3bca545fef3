use hanzo_adapter::{operations, reply, shape, Base64, Failure};
use hanzo_sse::{SseBufferOverflow, SseFrame, SseFrameBuffer};
use serde::de::{Deserialize, Deserializer, Error};
use serde::Serialize;

use crate::refusal::Refusal;

shape! { enum Kind { Feed = "feed", FeedBytes = "feed_bytes", Close = "close", Reset = "reset" } }
shape! { struct Written { r#type: Kind, text?: String, data_b64?: Base64 } }

/// What is done with a buffer next.
enum Step {
    Feed(String),
    FeedBytes(Vec<u8>),
    Close,
    Reset,
}

impl<'de> Deserialize<'de> for Step {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let Written { r#type: kind, text, data_b64 } = Written::deserialize(from)?;
        Ok(match (kind, text, data_b64) {
            (Kind::Feed, Some(text), None) => Self::Feed(text),
            (Kind::FeedBytes, None, Some(Base64(data))) => Self::FeedBytes(data),
            (Kind::Close, None, None) => Self::Close,
            (Kind::Reset, None, None) => Self::Reset,
            _ => {
                return Err(D::Error::custom("feed has text, feed_bytes data_b64, others nothing"))
            }
        })
    }
}

/// What a step shows.
#[derive(Serialize)]
struct Turn {
    frames: Vec<SseFrame>,
    error: Option<&'static str>,
    last_event_id: String,
    reconnection_time: Option<u64>,
}

operations! {
    pub(crate) fn register where Error = Refusal;

    "sse.parse" (chunks?: Vec<String>, chunks_b64?: Vec<Base64>, max_buffer?: usize) => {
        let mut buffer = buffer(max_buffer);
        let mut frames = Vec::new();
        match (chunks, chunks_b64) {
            (Some(chunks), None) => for chunk in chunks {
                frames.extend(buffer.try_feed(&chunk)?);
            },
            (None, Some(chunks)) => for Base64(chunk) in chunks {
                frames.extend(buffer.try_feed_bytes(&chunk)?);
            },
            _ => return Err(Failure::invalid_params("either chunks or chunks_b64").into()),
        }
        buffer.close();
        let last_event_id = buffer.last_event_id().to_owned();
        reply! { frames, last_event_id, reconnection_time: buffer.reconnection_time() }
    };
    "sse.buffer" (script: Vec<Step>, max_buffer?: usize) => {
        let mut buffer = buffer(max_buffer);
        reply! { turns: script.iter().map(|step| turn(&mut buffer, step)).collect::<Vec<_>>() }
    };
}

fn buffer(max_buffer: Option<usize>) -> SseFrameBuffer {
    max_buffer.map_or_else(SseFrameBuffer::new, SseFrameBuffer::with_max_buffer)
}

fn turn(buffer: &mut SseFrameBuffer, step: &Step) -> Turn {
    let (frames, error) = match done(buffer, step) {
        Ok(frames) => (frames, None),
        Err(overflow) => {
            let code = overflow.code();
            (overflow.frames, Some(code))
        }
    };
    Turn {
        frames,
        error,
        last_event_id: buffer.last_event_id().to_owned(),
        reconnection_time: buffer.reconnection_time(),
    }
}

fn done(buffer: &mut SseFrameBuffer, step: &Step) -> Result<Vec<SseFrame>, SseBufferOverflow> {
    match step {
        Step::Feed(text) => return buffer.try_feed(text),
        Step::FeedBytes(data) => return buffer.try_feed_bytes(data),
        Step::Close => buffer.close(),
        Step::Reset => buffer.reset(),
    }
    Ok(Vec::new())
}
