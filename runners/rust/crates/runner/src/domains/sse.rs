use hanzo_adapter::{operations, reply, Base64, Failure};
use hanzo_sse::SseFrameBuffer;

use crate::refusal::Refusal;

operations! {
    pub(crate) fn register where Error = Refusal;

    "sse.parse" (chunks?: Vec<String>, chunks_b64?: Vec<Base64>, max_buffer?: usize) => {
        let bounded = SseFrameBuffer::with_max_buffer;
        let mut buffer = max_buffer.map_or_else(SseFrameBuffer::new, bounded);
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
}
