//! The client's side of the streamable HTTP transport, as a machine.
//!
//! Here lives what is requested, and what responses mean. Who opens connections, and waits, is
//! elsewhere; how events lie in a stream is `hanzo_sse`.

use std::collections::{BTreeMap, HashMap};

use hanzo_canonical_json::canonical_object;
use hanzo_sse::{SseFrame, SseFrameBuffer};
use serde::Serialize;

use crate::headers::{
    by_name, media_type, Headers, Method, EVENT_STREAM, JSON, LAST_EVENT, PROTOCOL, SESSION,
};
use crate::message::{id_of, judge, object, read_message, text, Id, Judged, Kind, Message};

/// What a stream without a word of its own about it waits before it is resumed.
const RETRY_MS: u64 = 1000;
/// How often running a stream is resumed that brings nothing.
const MOST_RESUMED: u8 = 2;
const GONE: u16 = 404;
const NOT_ALLOWED: u16 = 405;

/// What is to be done; `to` names the exchange.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum HttpAction {
    /// A request to the endpoint.
    Request {
        /// The exchange that its response belongs to.
        to: usize,
        /// Its method.
        method: Method,
        /// Its header fields, by their names in lower case.
        headers: BTreeMap<String, String>,
        /// Its body.
        body: Option<String>,
    },
    /// A message of the server.
    Receive {
        /// As it came.
        message: Message,
    },
    /// The exchange is to be resumed after so long.
    Wait {
        /// The exchange.
        to: usize,
        /// The time.
        ms: u64,
    },
    /// The exchange has ended as it should, and its response is of no interest any more.
    Done {
        /// The exchange.
        to: usize,
    },
    /// The exchange has ended, and nothing is to be had from it.
    Failed {
        /// The exchange.
        to: usize,
        /// Why, for programs.
        code: &'static str,
        /// Of `HTTP_ERROR`.
        status: Option<u16>,
    },
    /// The server has forgotten the session; all exchanges have ended.
    Expired,
}

/// What is expected next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    /// A response.
    Asked,
    /// Events.
    Events,
    /// One message.
    Json,
    /// What an error says.
    Error,
    /// The time to resume.
    Waiting,
}

/// What an exchange began with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Beginning {
    Listen,
    Initialize,
    OtherMessage,
}

/// A request with its responses.
#[derive(Debug)]
struct Exchange {
    beginning: Beginning,
    /// The request that an answer is waited for.
    asked: Option<Id>,
    frames: SseFrameBuffer,
    state: State,
    bears_session: bool,
    is_resumed: bool,
    status: u16,
    resumed: u8,
    body: Vec<u8>,
}

impl Exchange {
    fn is_listener(&self) -> bool {
        self.beginning == Beginning::Listen
    }

    fn is_initialize(&self) -> bool {
        self.beginning == Beginning::Initialize
    }

    fn is_answered_by(&self, kind: Kind, message: &Message) -> bool {
        let is_answer = matches!(kind, Kind::Result | Kind::Error);
        is_answer && self.asked.is_some() && self.asked == id_of(message)
    }
}

/// All exchanges with one endpoint; every method gives actions in their order.
///
/// Spec: MCP 2025-11-25, Transports, Streamable HTTP.
#[derive(Debug)]
pub struct McpExchange {
    headers: Headers,
    max_body: usize,
    session: Option<String>,
    version: Option<String>,
    exchanges: HashMap<usize, Exchange>,
    is_closed: bool,
}

impl McpExchange {
    /// With these headers of the caller's, and a bound, in bytes, for a message that is a body, and
    /// for what is held back of an event.
    #[must_use]
    pub fn new(headers: &BTreeMap<String, String>, max_body: usize) -> Self {
        Self {
            headers: by_name(headers),
            max_body,
            session: None,
            version: None,
            exchanges: HashMap::new(),
            is_closed: false,
        }
    }

    /// Sends a message; what is none is not sent.
    pub fn send(&mut self, to: usize, message: Message) -> Vec<HttpAction> {
        let Judged::Message { kind, message } = judge(message) else { return Vec::new() };
        // An integer that is not exact makes a message that nobody could read as it was meant.
        let Ok(body) = canonical_object(&message) else { return Vec::new() };
        if self.is_closed {
            return Vec::new();
        }
        let asked = id_of(&message).filter(|_| kind == Kind::Request);
        let is_initialize = asked.is_some() && message["method"] == "initialize";
        let beginning = if is_initialize { Beginning::Initialize } else { Beginning::OtherMessage };
        let exchange = self.begin(beginning, asked);
        vec![self.request(to, exchange, Method::Post, Some(body))]
    }

    /// Asks for what the server has to say by itself.
    pub fn listen(&mut self, to: usize) -> Vec<HttpAction> {
        if self.is_closed {
            return Vec::new();
        }
        let exchange = self.begin(Beginning::Listen, None);
        vec![self.request(to, exchange, Method::Get, None)]
    }

    /// Ends the session; nothing happens any more.
    pub fn close(&mut self, to: usize) -> Vec<HttpAction> {
        let is_first = !std::mem::replace(&mut self.is_closed, true);
        self.exchanges.clear();
        if !is_first || self.session.is_none() {
            return Vec::new();
        }
        let headers = self.own_headers(Method::Delete);
        vec![HttpAction::Request { to, method: Method::Delete, headers, body: None }]
    }

    /// A response has begun.
    pub fn response(
        &mut self,
        to: usize,
        status: u16,
        headers: &BTreeMap<String, String>,
    ) -> Vec<HttpAction> {
        let Some(exchange) = self.exchanges.get_mut(&to).filter(|one| one.state == State::Asked)
        else {
            return Vec::new();
        };
        exchange.status = status;
        if status == GONE && exchange.bears_session {
            return self.expire();
        }
        if !(200..=299).contains(&status) {
            if exchange.is_listener() && status == NOT_ALLOWED {
                return self.done(to);
            }
            if exchange.asked.is_none() || exchange.is_resumed {
                return self.failed(to, "HTTP_ERROR");
            }
            exchange.state = State::Error;
            return Vec::new();
        }
        if exchange.is_initialize() && !exchange.is_resumed {
            // An empty one names no session.
            self.session = by_name(headers).remove(SESSION).filter(|session| !session.is_empty());
        }
        if !exchange.is_listener() && exchange.asked.is_none() {
            return self.done(to);
        }
        exchange.state = match media_type(headers).as_str() {
            EVENT_STREAM => State::Events,
            JSON if !exchange.is_listener() && !exchange.is_resumed => State::Json,
            _ => return self.failed(to, "BAD_CONTENT_TYPE"),
        };
        Vec::new()
    }

    /// Some more of a body.
    pub fn chunk(&mut self, to: usize, data: &[u8]) -> Vec<HttpAction> {
        let Some(exchange) = self.exchanges.get_mut(&to) else { return Vec::new() };
        match exchange.state {
            State::Asked | State::Waiting => Vec::new(),
            State::Events => self.take_events(to, data),
            State::Json | State::Error => {
                if exchange.body.len() + data.len() > self.max_body {
                    return self.overflow(to);
                }
                exchange.body.extend_from_slice(data);
                Vec::new()
            }
        }
    }

    /// The end of a body.
    pub fn end(&mut self, to: usize) -> Vec<HttpAction> {
        let Some(exchange) = self.exchanges.get(&to) else { return Vec::new() };
        match exchange.state {
            State::Waiting => Vec::new(),
            State::Asked | State::Events => self.interrupted(to),
            State::Json | State::Error => {
                let is_json = exchange.state == State::Json;
                if let Judged::Message { kind, message } = read_message(&exchange.body) {
                    let counts = is_json || kind == Kind::Error;
                    if counts && exchange.is_answered_by(kind, &message) {
                        let mut actions = vec![self.receive(to, kind, message)];
                        actions.extend(self.done(to));
                        return actions;
                    }
                }
                self.failed(to, if is_json { "INVALID_RESPONSE" } else { "HTTP_ERROR" })
            }
        }
    }

    /// The connection is broken, or never was.
    pub fn fail(&mut self, to: usize) -> Vec<HttpAction> {
        match self.exchanges.get(&to).map(|exchange| exchange.state) {
            None | Some(State::Waiting) => Vec::new(),
            Some(State::Error) => self.failed(to, "HTTP_ERROR"),
            Some(State::Json) => self.failed(to, "STREAM_ENDED"),
            Some(State::Asked | State::Events) => self.interrupted(to),
        }
    }

    /// The time of a wait is over.
    pub fn resume(&mut self, to: usize) -> Vec<HttpAction> {
        match self.exchanges.remove(&to) {
            Some(mut exchange) if exchange.state == State::Waiting => {
                exchange.state = State::Asked;
                exchange.is_resumed = true;
                vec![self.request(to, exchange, Method::Get, None)]
            }
            Some(other) => {
                self.exchanges.insert(to, other);
                Vec::new()
            }
            None => Vec::new(),
        }
    }

    /// Nobody waits for this exchange any more.
    pub fn abandon(&mut self, to: usize) -> Vec<HttpAction> {
        self.exchanges.remove(&to);
        Vec::new()
    }

    fn begin(&self, beginning: Beginning, asked: Option<Id>) -> Exchange {
        Exchange {
            beginning,
            asked,
            frames: SseFrameBuffer::with_max_buffer(self.max_body),
            state: State::Asked,
            bears_session: false,
            is_resumed: false,
            status: 0,
            resumed: 0,
            body: Vec::new(),
        }
    }

    /// The request of an exchange, which goes on from here.
    fn request(
        &mut self,
        to: usize,
        mut exchange: Exchange,
        method: Method,
        body: Option<String>,
    ) -> HttpAction {
        let mut headers = self.own_headers(method);
        if exchange.is_initialize() && method == Method::Post {
            headers.remove(SESSION);
            headers.remove(PROTOCOL);
        }
        let last = exchange.frames.last_event_id();
        if !last.is_empty() {
            headers.insert(LAST_EVENT.to_owned(), last.to_owned());
        }
        exchange.bears_session = self.session.is_some() && headers.contains_key(SESSION);
        self.exchanges.insert(to, exchange);
        HttpAction::Request { to, method, headers, body }
    }

    fn own_headers(&self, method: Method) -> Headers {
        let mut headers = self.headers.clone();
        let known = [(SESSION, &self.session), (PROTOCOL, &self.version)];
        let known = known.into_iter().filter_map(|(name, value)| Some((name, value.as_deref()?)));
        for (name, value) in method.headers().iter().copied().chain(known) {
            headers.insert(name.to_owned(), value.to_owned());
        }
        headers
    }

    fn take_events(&mut self, to: usize, data: &[u8]) -> Vec<HttpAction> {
        let mut actions = Vec::new();
        let Some(exchange) = self.exchanges.get_mut(&to) else { return actions };
        let (frames, overflows) = match exchange.frames.try_feed_bytes(data) {
            Ok(frames) => (frames, false),
            Err(overflow) => (overflow.frames, true),
        };
        if !frames.is_empty() {
            exchange.resumed = 0;
        }
        for (kind, message) in frames.iter().filter_map(message_of) {
            let is_answer =
                self.exchanges.get(&to).is_some_and(|one| one.is_answered_by(kind, &message));
            actions.push(self.receive(to, kind, message));
            if is_answer {
                actions.extend(self.done(to));
                return actions;
            }
        }
        if overflows {
            actions.extend(self.overflow(to));
        }
        actions
    }

    fn receive(&mut self, to: usize, kind: Kind, message: Message) -> HttpAction {
        let exchange = self.exchanges.get(&to).filter(|one| one.is_initialize());
        if exchange.is_some_and(|one| one.is_answered_by(kind, &message)) {
            let result = object(&message, "result");
            let version = result.and_then(|result| text(result, "protocolVersion"));
            self.version = version.map(str::to_owned);
        }
        HttpAction::Receive { message }
    }

    /// A stream, or a request, that has ended too early.
    fn interrupted(&mut self, to: usize) -> Vec<HttpAction> {
        let Some(exchange) = self.exchanges.get_mut(&to) else { return Vec::new() };
        exchange.frames.close();
        let has_id = !exchange.frames.last_event_id().is_empty();
        if !has_id && exchange.is_listener() {
            return self.done(to);
        }
        if !has_id || exchange.resumed == MOST_RESUMED {
            return self.failed(to, "STREAM_ENDED");
        }
        exchange.resumed += 1;
        exchange.state = State::Waiting;
        vec![HttpAction::Wait { to, ms: exchange.frames.reconnection_time().unwrap_or(RETRY_MS) }]
    }

    fn overflow(&mut self, to: usize) -> Vec<HttpAction> {
        let state = self.exchanges.get(&to).map(|exchange| exchange.state);
        let is_error = state == Some(State::Error);
        self.failed(to, if is_error { "HTTP_ERROR" } else { "INVALID_RESPONSE" })
    }

    fn done(&mut self, to: usize) -> Vec<HttpAction> {
        self.exchanges.remove(&to);
        vec![HttpAction::Done { to }]
    }

    fn failed(&mut self, to: usize, code: &'static str) -> Vec<HttpAction> {
        let exchange = self.exchanges.remove(&to);
        let status = exchange.map(|one| one.status).filter(|_| code == "HTTP_ERROR");
        vec![HttpAction::Failed { to, code, status }]
    }

    fn expire(&mut self) -> Vec<HttpAction> {
        self.exchanges.clear();
        self.session = None;
        self.version = None;
        vec![HttpAction::Expired]
    }
}

/// The message that an event holds.
fn message_of(frame: &SseFrame) -> Option<(Kind, Message)> {
    if frame.event.as_deref().is_some_and(|event| event != "message") {
        return None;
    }
    match read_message(frame.data.as_bytes()) {
        Judged::Message { kind, message } => Some((kind, message)),
        Judged::Invalid { .. } => None,
    }
}
