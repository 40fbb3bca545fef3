//! The machines: cuts, bounds, the clock, and random scripts.

use std::collections::{BTreeMap, BTreeSet};

use hanzo_mcp_client::{
    Action, Client, CloseReason, Ending, HttpAction, Id, LineEvent, McpExchange, McpLines,
    McpSession, Message,
};
use serde_json::{json, Map, Value};

fn object(value: Value) -> Message {
    serde_json::from_value(value).expect("an object")
}

fn greeted() -> Value {
    json!({
        "protocolVersion": "2025-11-25", "capabilities": {"tools": {}},
        "serverInfo": {"name": "files", "version": "7"},
    })
}

fn ready() -> McpSession {
    let mut session = McpSession::new(1000);
    session.connect(0, &Client { name: "agent".into(), version: "1.0".into() }, 0);
    session.receive(object(json!({"jsonrpc": "2.0", "id": "1", "result": greeted()})), 0);
    session
}

fn read(chunks: &[&[u8]]) -> Vec<LineEvent> {
    let mut lines = McpLines::new(1000);
    let mut events: Vec<_> = chunks.iter().flat_map(|chunk| lines.feed(chunk)).collect();
    events.extend(lines.close());
    events
}

#[test]
fn lines_are_the_same_however_their_bytes_are_cut() {
    let whole = "{\"jsonrpc\":\"2.0\",\"method\":\"é😀\"}\r\n\n{\"a\"\r\n[]\n\
                 {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\nrest"
        .as_bytes();
    let expected = read(&[whole]);
    assert_eq!(expected.len(), 5);
    for first in 0..whole.len() {
        for second in (first..whole.len()).step_by(5) {
            let parts = [&whole[..first], &whole[first..second], &whole[second..]];
            assert_eq!(read(&parts), expected);
        }
    }
}

#[test]
fn a_line_without_end_holds_no_more_than_it_may() {
    let mut lines = McpLines::new(1000);
    let events: Vec<_> = (0..10_000).flat_map(|_| lines.feed(&[b'x'; 400])).collect();
    assert_eq!(events, [LineEvent::Closed(CloseReason::TooLong)]);
    assert_eq!(lines.close(), []);
}

#[test]
fn an_event_stream_that_never_ends_holds_no_more_than_it_may() {
    let mut exchange = McpExchange::new(&BTreeMap::new(), 1000);
    exchange.listen(0);
    let headers = BTreeMap::from([("Content-Type".into(), "text/event-stream".into())]);
    exchange.response(0, 200, &headers);
    let endless = "data: x\n".repeat(50);
    let actions: Vec<_> = (0..1000).flat_map(|_| exchange.chunk(0, endless.as_bytes())).collect();
    let failed = HttpAction::Failed { to: 0, code: "INVALID_RESPONSE", status: None };
    assert_eq!(actions, [failed]);
}

#[test]
fn the_clock_is_told_when_the_next_request_is_given_up() {
    let mut session = ready();
    assert_eq!(session.due_ms(), None);
    session.call_tool(2, "a", &Map::new(), 10);
    session.call_tool(3, "b", &Map::new(), 20);
    assert_eq!(session.due_ms(), Some(1010));
    session.receive(object(json!({"jsonrpc": "2.0", "id": "2", "result": {}})), 30);
    assert_eq!(session.due_ms(), Some(1020));
    assert_eq!(session.tick(1019), []);
    assert_eq!(session.tick(1020).len(), 2);
    assert_eq!(session.due_ms(), None);
}

/// A sequence that a seed decides (xorshift64).
struct Draws(u64);

impl Draws {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % limit
    }
}

#[test]
fn each_step_has_one_end_and_none_is_left_when_all_is_closed() {
    let mut draws = Draws(16);
    for _ in 0..500 {
        let mut session = ready();
        let mut asked = BTreeSet::new();
        let mut ended = Vec::new();
        for step in 2..30_u8 {
            let at = u64::from(step) * draws.below(100);
            let step = usize::from(step);
            let id = Id::Text((2 + draws.below(12)).to_string());
            let draw = draws.below(7);
            if draw < 2 {
                asked.insert(step);
            }
            let actions = match draw {
                0 => session.list_tools(step, at),
                1 => session.call_tool(step, "t", &Map::new(), at),
                2 => session.failed(Some(&id), "HTTP_ERROR", at),
                3 => session.closed(Ending::Expired, at),
                4 => {
                    let method = "notifications/tools/list_changed";
                    session.receive(object(json!({"jsonrpc": "2.0", "method": method})), at)
                }
                other => {
                    let result = if other == 5 { greeted() } else { json!({"tools": []}) };
                    let message = json!({"jsonrpc": "2.0", "id": id, "result": result});
                    session.receive(object(message), at)
                }
            };
            ended.extend(actions);
        }
        ended.extend(session.close(1_000_000));
        let mut steps: Vec<_> = ended
            .iter()
            .filter_map(|action| match action {
                Action::Resolve { step, .. } | Action::Reject { step, .. } => Some(*step),
                Action::Send { .. } | Action::Close => None,
            })
            .collect();
        steps.sort_unstable();
        assert_eq!(steps, asked.into_iter().collect::<Vec<_>>());
    }
}
