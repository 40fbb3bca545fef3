//! HTTP/1.1 responses from bytes: what a head says, where a body ends, and what is neither.
//!
//! Pure: bytes go in as they come, heads and pieces of bodies come out; sockets are the business of
//! `exchange`.

use std::collections::BTreeSet;

/// More than that of a head, of a trailer section or of a line of a chunk is no answer but an
/// attack.
const SECTION_BYTES: usize = 64 * 1024;
const SWITCHING: u16 = 101;

/// Why bytes are no response, or none whose end is certain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ResponseError(pub(crate) &'static str);

/// A line of a head: its name as it was sent, its value without what stands around it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Field {
    pub(crate) name: String,
    pub(crate) value: Vec<u8>,
}

/// The head of a final answer; `length` is how many bytes of body follow, where the head tells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Head {
    pub(crate) status: u16,
    pub(crate) fields: Vec<Field>,
    pub(crate) length: Option<u64>,
}

/// What has become known of a response.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Event {
    /// Comes once, before everything else.
    Head(Head),
    /// A piece of the body.
    Piece(Vec<u8>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Head,
    /// So many bytes.
    Body,
    /// Until the connection ends.
    Rest,
    ChunkLine,
    Chunk,
    ChunkEnd,
    Trailers,
    Done,
}

/// Reads one response; what comes behind its end is left alone.
///
/// Spec: NET-17, NET-44 to NET-53.
pub(crate) struct ResponseReader {
    to_head: bool,
    state: State,
    buffer: Vec<u8>,
    left: u64,
    /// Of the section or line that is being read: how far it was searched, what it had so far.
    searched: usize,
    used: usize,
    lines: Vec<Vec<u8>>,
}

impl ResponseReader {
    /// A reader of the response to a request of this method.
    pub(crate) fn new(method: &str) -> Self {
        Self {
            to_head: method == "HEAD",
            state: State::Head,
            buffer: Vec::new(),
            left: 0,
            searched: 0,
            used: 0,
            lines: Vec::new(),
        }
    }

    /// Whether the response is there to its end.
    pub(crate) fn is_done(&self) -> bool {
        self.state == State::Done
    }

    /// Take what has come over the connection.
    pub(crate) fn feed(&mut self, data: &[u8]) -> Result<Vec<Event>, ResponseError> {
        self.buffer.extend_from_slice(data);
        // Lines are looked at where they lie; what was read of them goes at the end.
        let buffer = std::mem::take(&mut self.buffer);
        let mut rest = buffer.as_slice();
        let events = self.read(&mut rest)?;
        self.buffer = rest.to_vec();
        Ok(events)
    }

    /// Take that the connection has ended.
    pub(crate) fn close(&mut self) -> Result<(), ResponseError> {
        if self.state == State::Rest {
            self.state = State::Done;
        }
        if self.is_done() {
            Ok(())
        } else {
            Err(ResponseError("the connection ended before the answer did"))
        }
    }

    fn read(&mut self, rest: &mut &[u8]) -> Result<Vec<Event>, ResponseError> {
        let mut events = Vec::new();
        loop {
            match self.state {
                State::Done => return Ok(events),
                State::Head => {
                    let Some(lines) = self.section(rest)? else { return Ok(events) };
                    events.extend(self.begin(&lines)?.map(Event::Head));
                }
                State::Trailers => {
                    let Some(lines) = self.section(rest)? else { return Ok(events) };
                    fields(&lines)?;
                    self.state = State::Done;
                }
                State::ChunkLine | State::ChunkEnd => {
                    if !self.frame(rest)? {
                        return Ok(events);
                    }
                }
                State::Body if self.left == 0 => self.state = State::Done,
                State::Chunk if self.left == 0 => self.state = State::ChunkEnd,
                State::Body | State::Chunk | State::Rest => {
                    if rest.is_empty() {
                        return Ok(events);
                    }
                    events.push(Event::Piece(self.piece(rest)));
                }
            }
        }
    }

    /// What the head of an answer means for what comes next; none for an interim one.
    fn begin(&mut self, lines: &[Vec<u8>]) -> Result<Option<Head>, ResponseError> {
        let (is_old, status) = lines
            .first()
            .and_then(|line| status_line(line))
            .ok_or(ResponseError("the status line is none of HTTP/1"))?;
        let fields = fields(lines.get(1..).unwrap_or_default())?;
        if status == SWITCHING {
            return Err(ResponseError("it switches to a protocol that nobody asked for"));
        }
        if status < 200 {
            return Ok(None);
        }
        let length;
        if self.to_head || matches!(status, 204 | 304) {
            (self.state, length) = (State::Done, Some(0));
        } else if is_chunked(&fields, is_old)? {
            (self.state, length) = (State::ChunkLine, None);
        } else {
            length = stated_length(&fields)?;
            self.state = if length.is_none() { State::Rest } else { State::Body };
        }
        self.left = length.unwrap_or(0);
        Ok(Some(Head { status, fields, length }))
    }

    fn piece(&mut self, rest: &mut &[u8]) -> Vec<u8> {
        let mut count = rest.len();
        if self.state != State::Rest {
            count = count.min(usize::try_from(self.left).unwrap_or(usize::MAX));
            self.left -= count as u64;
        }
        let (piece, behind) = rest.split_at(count);
        *rest = behind;
        piece.to_vec()
    }

    /// Read what stands around chunks; false where more of it has to come.
    fn frame(&mut self, rest: &mut &[u8]) -> Result<bool, ResponseError> {
        let Some(line) = self.line(rest)? else { return Ok(false) };
        self.used = 0;
        // The single line feed that heads may have is not for what frames a body.
        let Some(line) = line.strip_suffix(b"\r") else {
            return Err(ResponseError("the line of a chunk ends in a single line feed"));
        };
        if self.state == State::ChunkEnd {
            self.state = State::ChunkLine;
            return if line.is_empty() {
                Ok(true)
            } else {
                Err(ResponseError("a chunk is longer than it says"))
            };
        }
        self.left = chunk_size(line)
            .ok_or(ResponseError("the size of a chunk is no hexadecimal number"))?;
        self.state = if self.left == 0 { State::Trailers } else { State::Chunk };
        Ok(true)
    }

    /// The lines up to an empty one, which goes too; none where it has not come yet.
    fn section(&mut self, rest: &mut &[u8]) -> Result<Option<Vec<Vec<u8>>>, ResponseError> {
        while let Some(line) = self.line(rest)? {
            let line = line.strip_suffix(b"\r").unwrap_or(line);
            // RFC 9112 §2.2: a bare CR is refused; RFC 9110 §5.5: so is NUL.
            if line.contains(&b'\r') || line.contains(&0) {
                return Err(ResponseError("a line has a carriage return or NUL in it"));
            }
            if line.is_empty() && (!self.lines.is_empty() || self.state == State::Trailers) {
                self.used = 0;
                return Ok(Some(std::mem::take(&mut self.lines)));
            }
            self.lines.push(line.to_vec());
        }
        Ok(None)
    }

    /// The next line without its line feed; none where that has not come yet.
    fn line<'a>(&mut self, rest: &mut &'a [u8]) -> Result<Option<&'a [u8]>, ResponseError> {
        let unseen = rest.get(self.searched..).unwrap_or_default();
        let end = unseen.iter().position(|byte| *byte == b'\n').map(|at| at + self.searched);
        self.searched = if end.is_some() { 0 } else { rest.len() };
        if self.used + end.unwrap_or(rest.len()) >= SECTION_BYTES {
            return Err(ResponseError("the head, or a line of a chunk, is too long"));
        }
        let Some(end) = end else { return Ok(None) };
        let (line, behind) = rest.split_at(end);
        *rest = &behind[1..];
        self.used += end + 1;
        Ok(Some(line))
    }
}

/// RFC 9112 §4: status-line = HTTP-version SP status-code SP [ reason-phrase ]. A higher minor
/// version is read as the one that is known (RFC 9110 §2.5). Whether it is HTTP/1.0, and the status.
fn status_line(line: &[u8]) -> Option<(bool, u16)> {
    let (minor, rest) = line.strip_prefix(b"HTTP/1.")?.split_first()?;
    let rest = rest.strip_prefix(b" ").filter(|_| minor.is_ascii_digit())?;
    let (code, reason) = rest.split_at_checked(3)?;
    let is_reason = match reason.split_first() {
        None => true,
        Some((first, text)) => {
            *first == b' ' && text.iter().all(|byte| *byte == b'\t' || !byte.is_ascii_control())
        }
    };
    if !is_reason || code[0] == b'0' || !code.iter().all(u8::is_ascii_digit) {
        return None;
    }
    Some((*minor == b'0', code.iter().fold(0, |sum, digit| sum * 10 + u16::from(digit - b'0'))))
}

/// RFC 9112 §7.1: chunk-size = 1*HEXDIG, and what an extension says is nobody's concern here.
fn chunk_size(line: &[u8]) -> Option<u64> {
    let digits = line.iter().take_while(|byte| byte.is_ascii_hexdigit()).count();
    let (size, rest) = line.split_at(digits);
    let behind = rest.trim_ascii_start();
    let is_extension = behind.first() == Some(&b';')
        && rest[..rest.len() - behind.len()].iter().all(|byte| b" \t".contains(byte))
        && !behind.iter().any(|byte| b"\r\0".contains(byte));
    if digits > 16 || !(rest.is_empty() || is_extension) {
        return None;
    }
    u64::from_str_radix(std::str::from_utf8(size).ok()?, 16).ok()
}

fn fields(lines: &[Vec<u8>]) -> Result<Vec<Field>, ResponseError> {
    let mut fields: Vec<Field> = Vec::new();
    for line in lines {
        // RFC 9112 §5.2: a line that goes on is one value with a space in the place of its fold.
        if line.first().is_some_and(|byte| b" \t".contains(byte)) {
            let last =
                fields.last_mut().ok_or(ResponseError("a line goes on that has not begun"))?;
            let (more, is_first) = (trimmed(line), last.value.is_empty());
            if !more.is_empty() {
                last.value.extend_from_slice(if is_first { b"" } else { b" " });
                last.value.extend_from_slice(more);
            }
            continue;
        }
        fields.push(field(line).ok_or(ResponseError("a line of the head is no header"))?);
    }
    Ok(fields)
}

/// RFC 9112 §5: field-line = field-name ":" OWS field-value OWS
fn field(line: &[u8]) -> Option<Field> {
    let colon = line.iter().position(|byte| *byte == b':')?;
    let (name, value) = line.split_at(colon);
    let name = std::str::from_utf8(name).ok().filter(|name| crate::messages::is_token(name))?;
    Some(Field { name: name.to_owned(), value: trimmed(&value[1..]).to_vec() })
}

/// Bytes without the spaces and tabs around them.
fn trimmed(mut bytes: &[u8]) -> &[u8] {
    while let [b' ' | b'\t', rest @ ..] | [rest @ .., b' ' | b'\t'] = bytes {
        bytes = rest;
    }
    bytes
}

/// The members of all lines of a list-valued header.
fn members<'a>(fields: &'a [Field], name: &'a str) -> impl Iterator<Item = &'a [u8]> {
    fields
        .iter()
        .filter(move |field| field.name.eq_ignore_ascii_case(name))
        .flat_map(|field| field.value.split(|byte| *byte == b',').map(trimmed))
}

fn is_chunked(fields: &[Field], is_old: bool) -> Result<bool, ResponseError> {
    let codings: Vec<&[u8]> = members(fields, "transfer-encoding").collect();
    let [first, further @ ..] = codings.as_slice() else { return Ok(false) };
    if is_old {
        return Err(ResponseError("HTTP/1.0 has no transfer codings"));
    }
    if members(fields, "content-length").next().is_some() {
        return Err(ResponseError("it states a transfer coding and a length"));
    }
    if !further.is_empty() || !first.eq_ignore_ascii_case(b"chunked") {
        return Err(ResponseError("a transfer coding that nobody asked for"));
    }
    Ok(true)
}

/// The length that is stated; one beyond all numbers is the largest that there is.
fn stated_length(fields: &[Field]) -> Result<Option<u64>, ResponseError> {
    let mut numbers = BTreeSet::new();
    for member in members(fields, "content-length") {
        let text = std::str::from_utf8(member).unwrap_or_default();
        if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(ResponseError("a length that is no number"));
        }
        numbers.insert(text.trim_start_matches('0').to_owned());
    }
    if numbers.len() > 1 {
        return Err(ResponseError("several lengths"));
    }
    Ok(numbers.pop_first().map(|digits| match digits.as_str() {
        "" => 0,
        digits => digits.parse().unwrap_or(u64::MAX),
    }))
}

#[cfg(test)]
mod tests {
    use super::{Event, ResponseError, ResponseReader};

    fn read(answer: &[u8], size: usize) -> Result<(u16, Vec<u8>), ResponseError> {
        let mut reader = ResponseReader::new("GET");
        let (mut status, mut body) = (0, Vec::new());
        for data in answer.chunks(size) {
            for event in reader.feed(data)? {
                match event {
                    Event::Head(head) => status = head.status,
                    Event::Piece(piece) => body.extend(piece),
                }
            }
        }
        reader.close()?;
        Ok((status, body))
    }

    #[test]
    fn where_the_bytes_are_cut_means_nothing() {
        let answer = b"HTTP/1.1 103 Early\r\nA: b\r\n\r\nHTTP/1.1 200 OK\nX: a\r\n b\n\
            Transfer-Encoding: Chunked\r\n\r\n2;x\r\nok\r\n0a\r\n0123456789\r\n0\r\nT: u\n\r\nmore";
        for size in 1..=answer.len() {
            assert_eq!(read(answer, size), Ok((200, b"ok0123456789".to_vec())), "{size}");
        }
    }

    #[test]
    fn a_cut_answer_is_none_wherever_it_is_cut() {
        let answer = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n";
        for length in 0..answer.len() {
            assert!(read(&answer[..length], 7).is_err(), "{length}");
        }
        assert!(read(answer, 7).is_ok());
    }
}
