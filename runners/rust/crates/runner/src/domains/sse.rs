//! `sse.parse`: a whole stream in one call.

use hanzo_adapter::{present, Adapter, Base64, Failure};
use hanzo_sse::{SseBufferOverflow, SseFrame, SseFrameBuffer};
use serde::{Deserialize, Serialize};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Parse {
    #[serde(default, deserialize_with = "present")]
    chunks: Option<Vec<String>>,
    #[serde(default, deserialize_with = "present")]
    chunks_b64: Option<Vec<Base64>>,
    #[serde(default, deserialize_with = "present")]
    max_buffer: Option<usize>,
}

#[derive(Serialize)]
struct Parsed {
    frames: Vec<SseFrame>,
    last_event_id: String,
    reconnection_time: Option<u64>,
}

pub(crate) fn register(adapter: &mut Adapter) {
    adapter.register("sse.parse", parse);
}

fn parse(params: Parse) -> Result<Parsed, Failure> {
    let mut buffer =
        params.max_buffer.map_or_else(SseFrameBuffer::new, SseFrameBuffer::with_max_buffer);
    let frames = match (params.chunks, params.chunks_b64) {
        (Some(chunks), None) => feed_all(&chunks, |chunk| buffer.try_feed(chunk)),
        (None, Some(chunks)) => feed_all(&chunks, |chunk| buffer.try_feed_bytes(&chunk.0)),
        _ => return Err(Failure::invalid_params("either chunks or chunks_b64 is given")),
    }
    .map_err(|error| Failure::domain(error.code(), error.to_string()))?;
    buffer.close();
    Ok(Parsed {
        frames,
        last_event_id: buffer.last_event_id().to_owned(),
        reconnection_time: buffer.reconnection_time(),
    })
}

fn feed_all<C>(
    chunks: &[C],
    feed: impl FnMut(&C) -> Result<Vec<SseFrame>, SseBufferOverflow>,
) -> Result<Vec<SseFrame>, SseBufferOverflow> {
    let frames: Result<Vec<_>, _> = chunks.iter().map(feed).collect();
    Ok(frames?.into_iter().flatten().collect())
}
