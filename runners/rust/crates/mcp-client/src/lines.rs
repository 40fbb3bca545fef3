//! Bytes of a server's standard output to messages: one a line.

use serde::Serialize;

use crate::message::{read_message, Id, Judged, Kind, Message};

/// As much as a tool's answer with a picture in it takes, and no more than a client can hold.
pub const MAX_LINE_BYTES: usize = 10_485_760;

/// Why nothing comes any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum CloseReason {
    /// The stream has ended.
    End,
    /// It has ended within a line.
    Truncated,
    /// A line is longer than is allowed.
    TooLong,
}

/// What a line says.
#[derive(Debug, Clone, PartialEq)]
pub enum LineEvent {
    /// A message, or none.
    Line(Judged),
    /// Nothing any more.
    Closed(CloseReason),
}

/// Takes a stream in chunks of any size and gives what its lines say.
#[derive(Debug)]
pub struct McpLines {
    max_line: usize,
    rest: Vec<u8>,
    is_closed: bool,
}

impl McpLines {
    /// Lines of at most so many bytes, their line feeds not counted.
    #[must_use]
    pub fn new(max_line: usize) -> Self {
        Self { max_line, rest: Vec::new(), is_closed: false }
    }

    /// What the lines say that this chunk completes.
    ///
    /// Spec: MCP 2025-11-25, Transports, stdio.
    pub fn feed(&mut self, chunk: &[u8]) -> Vec<LineEvent> {
        let mut events = Vec::new();
        let mut parts = chunk.split(|&byte| byte == b'\n').peekable();
        while let Some(part) = parts.next() {
            if self.is_closed {
                break;
            }
            if self.rest.len() + part.len() > self.max_line {
                self.is_closed = true;
                self.rest = Vec::new();
                events.push(LineEvent::Closed(CloseReason::TooLong));
                break;
            }
            self.rest.extend_from_slice(part);
            if parts.peek().is_some() {
                let line = std::mem::take(&mut self.rest);
                let line = line.strip_suffix(b"\r").unwrap_or(&line);
                if !line.is_empty() {
                    events.push(LineEvent::Line(read_message(line)));
                }
            }
        }
        events
    }

    /// The end of the stream, unless it has ended before.
    pub fn close(&mut self) -> Vec<LineEvent> {
        if self.is_closed {
            return Vec::new();
        }
        self.is_closed = true;
        let is_cut = !self.rest.is_empty();
        vec![LineEvent::Closed(if is_cut { CloseReason::Truncated } else { CloseReason::End })]
    }
}

/// As the contract has it: the kind, or `invalid`, or `closed`, as the type.
impl Serialize for LineEvent {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        #[serde(untagged)]
        enum Event<'a> {
            Message { r#type: Kind, message: &'a Message },
            Invalid { r#type: &'static str, code: i64, id: &'a Option<Id> },
            Closed { r#type: &'static str, reason: CloseReason },
        }
        match self {
            Self::Line(Judged::Message { kind, message }) => {
                Event::Message { r#type: *kind, message }
            }
            Self::Line(Judged::Invalid { code, id }) => {
                Event::Invalid { r#type: "invalid", code: *code, id }
            }
            Self::Closed(reason) => Event::Closed { r#type: "closed", reason: *reason },
        }
        .serialize(to)
    }
}
