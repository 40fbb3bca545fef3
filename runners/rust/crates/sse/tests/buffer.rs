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
fn an_overflow_carries_what_was_complete_and_lasts_until_reset() {
    let mut buffer = SseFrameBuffer::with_max_buffer(8);
    let overflow = buffer.try_feed("data: a\n\ndata: too long\n\n").expect_err("13 bytes");
    assert_eq!(overflow.code(), "SSE_BUFFER_OVERFLOW");
    assert_eq!(overflow.frames.len(), 1);
    for chunk in ["", "data: b\n\n"] {
        let again = buffer.try_feed(chunk).expect_err("poisoned");
        assert_eq!(again.frames, []);
        assert_eq!(buffer.feed(chunk), []);
        assert_eq!(buffer.feed_bytes(chunk.as_bytes()), []);
    }
    buffer.close();
    assert!(buffer.try_feed("").is_err());
    buffer.reset();
    assert_eq!(buffer.feed("data: b\n\n").len(), 1);
    assert!(buffer.try_feed("data: too long").is_err(), "the bound outlives a reset");
}

#[test]
fn a_plain_feed_gives_the_frames_before_an_overflow() {
    let mut buffer = SseFrameBuffer::with_max_buffer(8);
    assert_eq!(buffer.feed("data: a\n\ndata: too long\n\n").len(), 1);
    buffer.reset();
    assert_eq!(buffer.feed_bytes(b"data: a\n\ndata: too long\n\n").len(), 1);
}

#[test]
fn close_drops_what_is_incomplete_and_keeps_what_a_reconnect_needs() {
    let mut buffer = SseFrameBuffer::new();
    buffer.feed("id: 1\nretry: 5\ndata: a\n\nid: 2\ndata: b\nda");
    buffer.close();
    assert_eq!(buffer.last_event_id(), "1");
    assert_eq!(buffer.reconnection_time(), Some(5));
    // A new stream: its mark goes, the id of the dropped block does not come back.
    let frames = buffer.feed("\u{feff}data: c\n\n");
    assert_eq!((frames.len(), frames[0].data.as_str()), (1, "c"));
    assert_eq!(buffer.last_event_id(), "1");
}

#[test]
fn close_forgets_a_carriage_return_and_an_unfinished_code_point() {
    let mut buffer = SseFrameBuffer::new();
    buffer.feed_bytes(b"data: a\r");
    buffer.close();
    assert!(buffer.feed("\n").is_empty());
    buffer.feed_bytes(b"\xe2\x82");
    buffer.close();
    assert_eq!(buffer.feed("data: b\n\n")[0].data, "b");
}

#[test]
fn reset_forgets_everything() {
    let mut buffer = SseFrameBuffer::new();
    buffer.feed("id: 1\nretry: 5\ndata: a\n\ndata: b\r");
    buffer.reset();
    assert_eq!(buffer.last_event_id(), "");
    assert_eq!(buffer.reconnection_time(), None);
    assert_eq!(buffer.feed("\u{feff}data: c\n\n")[0].data, "c");
}

#[test]
fn text_ends_a_code_point_that_bytes_left_unfinished() {
    let mut buffer = SseFrameBuffer::new();
    buffer.feed_bytes(b"data: \xe2\x82");
    buffer.feed("");
    assert_eq!(buffer.feed("x\n\n")[0].data, "\u{fffd}x");

    buffer.feed_bytes(b"data: \xe2\x82");
    buffer.feed("");
    assert_eq!(buffer.feed_bytes(b"\xac\n\n")[0].data, "€", "no text came between");
}
