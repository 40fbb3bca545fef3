//! What a buffer keeps and forgets, and its bound.

use hanzo_sse::SseFrameBuffer;

#[test]
fn a_block_without_data_moves_the_id_and_dispatches_nothing() {
    let mut buffer = SseFrameBuffer::new();
    assert!(buffer.feed("id: 1\n").is_empty());
    assert_eq!(buffer.last_event_id(), "");
    assert!(buffer.feed("\n").is_empty());
    assert_eq!(buffer.last_event_id(), "1");
}

#[test]
fn an_id_with_nul_is_ignored_and_an_empty_one_is_an_id() {
    let mut buffer = SseFrameBuffer::new();
    let frames = buffer.feed("id: 1\nid: a\0b\ndata\n\nid\ndata\n\n");
    assert_eq!(frames[0].id.as_deref(), Some("1"));
    assert_eq!(frames[1].id.as_deref(), Some(""));
    assert_eq!(buffer.last_event_id(), "");
}

#[test]
fn an_empty_event_sets_the_type_back_to_none() {
    let frames = SseFrameBuffer::new().feed("event: a\nevent\ndata\n\n");
    assert_eq!(frames[0].event, None);
}

#[test]
fn a_retry_counts_from_its_own_line_on() {
    let mut buffer = SseFrameBuffer::new();
    assert!(buffer.feed("retry: 10\n").is_empty());
    assert_eq!(buffer.reconnection_time(), Some(10));
}

#[test]
fn a_retry_that_is_not_all_ascii_digits_leaves_the_earlier_one() {
    for value in ["", "-5", "+5", "5 ", " 5", "5.0", "1e3", "0x5", "٥", "5ms"] {
        let mut buffer = SseFrameBuffer::new();
        let frames = buffer.feed(&format!("retry:10\nretry: {value}\ndata\n\n"));
        assert_eq!(frames[0].retry, Some(10), "{value:?}");
        assert_eq!(buffer.reconnection_time(), Some(10), "{value:?}");
    }
}

#[test]
fn a_retry_saturates_at_two_to_the_53_minus_one() {
    let nines = "9".repeat(400);
    let zeros = format!("{}7", "0".repeat(400));
    for (value, milliseconds) in [
        ("9007199254740990", 9_007_199_254_740_990),
        ("9007199254740991", 9_007_199_254_740_991),
        ("9007199254740992", 9_007_199_254_740_991),
        ("18446744073709551617", 9_007_199_254_740_991),
        (nines.as_str(), 9_007_199_254_740_991),
        (zeros.as_str(), 7),
    ] {
        let frames = SseFrameBuffer::new().feed(&format!("retry: {value}\ndata\n\n"));
        assert_eq!(frames[0].retry, Some(milliseconds), "{value}");
    }
}

#[test]
fn a_bound_is_reached_but_not_exceeded() {
    let mut buffer = SseFrameBuffer::with_max_buffer(6);
    assert_eq!(buffer.try_feed("data:x\n\n").map(|frames| frames.len()), Ok(1));
    assert!(buffer.try_feed("data:xy\n\n").is_err());
}

#[test]
fn held_data_and_the_unfinished_line_count_together() {
    let mut buffer = SseFrameBuffer::with_max_buffer(8);
    // "x" and its line feed wait, so six bytes are left.
    assert_eq!(buffer.try_feed("data:x\ndata:y\n\n").map(|frames| frames.len()), Ok(1));
    assert_eq!(buffer.try_feed("data:xy\ndata:").map(|frames| frames.len()), Ok(0));
    assert!(buffer.try_feed("z").is_err());
}

#[test]
fn a_plain_feed_gives_the_frames_before_an_overflow() {
    let mut buffer = SseFrameBuffer::with_max_buffer(8);
    assert_eq!(buffer.feed("data: a\n\ndata: too long\n\n").len(), 1);
    buffer.reset();
    assert_eq!(buffer.feed_bytes(b"data: a\n\ndata: too long\n\n").len(), 1);
}
