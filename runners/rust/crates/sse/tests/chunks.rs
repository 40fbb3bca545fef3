//! One table of streams, each fed whole, cut in two at every place, and in the smallest pieces.

use hanzo_sse::{SseFrame, SseFrameBuffer};

/// All that can be seen of a stream once it has ended.
#[derive(Debug, PartialEq)]
struct Seen {
    frames: Vec<SseFrame>,
    last_event_id: String,
    reconnection_time: Option<u64>,
}

fn feed<'a>(chunks: impl IntoIterator<Item = &'a [u8]>, bound: usize) -> Option<Seen> {
    let mut buffer = SseFrameBuffer::with_max_buffer(bound);
    let mut frames = Vec::new();
    for chunk in chunks {
        frames.extend(buffer.try_feed_bytes(chunk).ok()?);
    }
    buffer.close();
    Some(Seen {
        frames,
        last_event_id: buffer.last_event_id().to_owned(),
        reconnection_time: buffer.reconnection_time(),
    })
}

fn data(text: &str) -> SseFrame {
    SseFrame { data: text.to_owned(), ..SseFrame::default() }
}

fn streams() -> Vec<(&'static [u8], Vec<SseFrame>)> {
    vec![
        (b"data: a\n\ndata: b\n\n", vec![data("a"), data("b")]),
        (b"data: a\r\n\r\ndata: b\r\n\r\n", vec![data("a"), data("b")]),
        (b"data: a\r\rdata: b\r\r", vec![data("a"), data("b")]),
        (b"data: a\n\r\ndata: b\r\n\n", vec![data("a"), data("b")]),
        (b"\xef\xbb\xbfdata: a\n\n", vec![data("a")]),
        (b"\xef\xbb\xbf\xef\xbb\xbfdata: a\n\n", vec![]),
        (b"data: a\n\n\xef\xbb\xbfdata: b\n\n", vec![data("a")]),
        (b"data:\n\n", vec![data("")]),
        (b"data\n\n", vec![data("")]),
        (b"data:a\ndata:\ndata:  b\n\n", vec![data("a\n\n b")]),
        (b"data: a:b: c\n\n", vec![data("a:b: c")]),
        (b"data: \xe2\x82\xac \xf0\x9f\x98\x80\n\n", vec![data("€ 😀")]),
        (b"data: \xe2\x82\n\n", vec![data("\u{fffd}")]),
        (b"data: \xed\xa0\x80\n\n", vec![data("\u{fffd}\u{fffd}\u{fffd}")]),
        (b"data: \xc0\xaf\n\n", vec![data("\u{fffd}\u{fffd}")]),
        (b"data: \xff\xfe\n\n", vec![data("\u{fffd}\u{fffd}")]),
        (b"data: \xf0\x9f\x98data: \xf4\x90\n\n", vec![data("\u{fffd}data: \u{fffd}\u{fffd}")]),
        (b"data: \xe2\x80\xa8\x0b\x0c\x1c\xc2\x85\n\n", vec![data("\u{2028}\x0b\x0c\x1c\u{85}")]),
        (b": comment\n:\ndata: a\n\n", vec![data("a")]),
        (b"Data: a\n data: b\ndata : c\n\n", vec![]),
        (b"event: ping\n\ndata: [DONE]\n\n", vec![data("[DONE]")]),
        (b"data: unfinished\n", vec![]),
        (b"data: unfinished", vec![]),
        (
            b"id: 7\nevent: a\nevent: b\nretry: 250\nretry: -1\ndata: x\n\ndata: y\n\n",
            vec![
                SseFrame {
                    event: Some("b".to_owned()),
                    data: "x".to_owned(),
                    id: Some("7".to_owned()),
                    retry: Some(250),
                },
                data("y"),
            ],
        ),
    ]
}

#[test]
fn each_stream_has_its_frames() {
    for (stream, frames) in streams() {
        let seen = feed([stream], usize::MAX).expect("no bound is exceeded");
        assert_eq!(seen.frames, frames, "{:?}", String::from_utf8_lossy(stream));
    }
}

#[test]
fn a_cut_at_any_byte_changes_nothing() {
    for (stream, _) in streams() {
        // Small bounds make some of the streams overflow: that must not depend on the cut either.
        for bound in [usize::MAX, 12, 9, 7, 6, 3, 0] {
            let whole = feed([stream], bound);
            for cut in 0..=stream.len() {
                let (left, right) = stream.split_at(cut);
                let seen = feed([left, b"", right], bound);
                assert_eq!(seen, whole, "{stream:?} cut at {cut}, bound {bound}");
            }
            assert_eq!(feed(stream.chunks(1), bound), whole, "{stream:?} byte by byte");
        }
    }
}

#[test]
fn text_and_its_bytes_have_the_same_frames() {
    for (stream, _) in streams() {
        let text = String::from_utf8_lossy(stream);
        let mut buffer = SseFrameBuffer::new();
        let mut frames = Vec::new();
        for (start, point) in text.char_indices() {
            frames.extend(buffer.feed(&text[start..start + point.len_utf8()]));
        }
        let whole = feed([text.as_bytes()], usize::MAX).expect("no bound is exceeded");
        assert_eq!(frames, whole.frames, "{text:?}");
        assert_eq!(buffer.last_event_id(), whole.last_event_id, "{text:?}");
    }
}
