//! Text to lines to blocks: where lines end, and what is carried from one chunk to the next.

use crate::block::{Block, SseFrame};
use crate::decoder::Utf8Decoder;

const BYTE_ORDER_MARK: char = '\u{feff}';

/// All that one stream has established and left unfinished so far.
#[derive(Debug, Clone, Default)]
pub(crate) struct Stream {
    pub(crate) decoder: Utf8Decoder,
    pub(crate) last_event_id: String,
    pub(crate) reconnection_time: Option<u64>,
    started: bool,
    after_carriage_return: bool,
    line: String,
    block: Block,
}

/// More is held than the bound allows.
#[derive(Debug)]
pub(crate) struct BeyondBound;

impl Stream {
    /// The stream that a reconnect begins: it knows what this one has established.
    pub(crate) fn next(&mut self) -> Self {
        Self {
            last_event_id: std::mem::take(&mut self.last_event_id),
            reconnection_time: self.reconnection_time,
            ..Self::default()
        }
    }

    /// Reads decoded text; `bound` is in UTF-8 bytes. Completed frames are kept also on overflow.
    pub(crate) fn read(
        &mut self,
        text: &str,
        bound: usize,
        frames: &mut Vec<SseFrame>,
    ) -> Result<(), BeyondBound> {
        let mut rest = self.skip_byte_order_mark(text);
        while !rest.is_empty() {
            // A CR has ended its line at once; its LF may come chunks later.
            if std::mem::take(&mut self.after_carriage_return) {
                rest = rest.strip_prefix('\n').unwrap_or(rest);
            }
            // end-of-line = ( cr lf / cr / lf ); other line breaks of Unicode are data.
            let end = rest.bytes().position(|byte| matches!(byte, b'\r' | b'\n'));
            let (piece, tail) = rest.split_at(end.unwrap_or(rest.len()));
            self.check(piece, bound)?;
            if end.is_none() {
                self.line.push_str(piece);
                break;
            }
            frames.extend(self.end_line(piece));
            self.after_carriage_return = tail.starts_with('\r');
            rest = &tail[1..];
        }
        Ok(())
    }

    /// Spec: WHATWG HTML §9.2.5 (`stream = [ bom ] *event`), one mark for each stream.
    fn skip_byte_order_mark<'a>(&mut self, text: &'a str) -> &'a str {
        if self.started || text.is_empty() {
            return text;
        }
        self.started = true;
        text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text)
    }

    /// Looking once for each piece is as good as at each code point: within a piece what is held
    /// only grows, and at a line's end it never does, since a field's name gives way to one LF.
    fn check(&self, piece: &str, bound: usize) -> Result<(), BeyondBound> {
        let held = self.line.len() + piece.len() + self.block.data_bytes();
        if held > bound {
            return Err(BeyondBound);
        }
        Ok(())
    }

    /// Ends the unfinished line with its last piece; most lines come in one and are not copied.
    fn end_line(&mut self, piece: &str) -> Option<SseFrame> {
        if self.line.is_empty() {
            return self.interpret(piece);
        }
        let mut line = std::mem::take(&mut self.line);
        line.push_str(piece);
        self.interpret(&line)
    }

    /// Spec: WHATWG HTML §9.2.6, one complete line without its end.
    fn interpret(&mut self, line: &str) -> Option<SseFrame> {
        if line.is_empty() {
            // Before the data is looked at: a block without data moves the id too.
            if let Some(id) = self.block.id() {
                id.clone_into(&mut self.last_event_id);
            }
            return self.block.dispatch();
        }
        let (name, value) = line.split_once(':').unwrap_or((line, ""));
        // A comment begins with the colon, so its name is empty; no field has that name.
        if !name.is_empty() {
            let value = value.strip_prefix(' ').unwrap_or(value);
            let retry = self.block.take(name, value);
            self.reconnection_time = retry.or(self.reconnection_time);
        }
        None
    }
}
