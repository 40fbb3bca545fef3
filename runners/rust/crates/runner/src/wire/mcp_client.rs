//! Params of the client's machines: scripts of steps, and what a machine makes of each.

use std::collections::BTreeMap;

use hanzo_adapter::shape;
use hanzo_mcp_client::{
    Action, Client, Ending, HttpAction, Id, McpConnection, McpError, McpExchange, McpSession,
};
use serde::de::{Deserialize, Deserializer, Error};
use serde_json::{json, Map, Value};

/// Half of what numbers hold exactly, so that a time and a limit can be added.
const LATEST_MS: u64 = 4_503_599_627_370_495;
const LONGEST_TIMEOUT_MS: u64 = 2_147_483_647;
const LARGEST_INTEGER: u64 = 9_007_199_254_740_991;

type Object = Map<String, Value>;

/// How long an answer is waited for, in ms.
pub(crate) struct Timeout(pub(crate) u64);

impl<'de> Deserialize<'de> for Timeout {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        within::<D>(u64::deserialize(from)?, 1, LONGEST_TIMEOUT_MS).map(Self)
    }
}

fn within<'de, D: Deserializer<'de>>(value: u64, least: u64, most: u64) -> Result<u64, D::Error> {
    let fits = (least..=most).contains(&value);
    fits.then_some(value).ok_or_else(|| D::Error::custom(format!("expected {least} to {most}")))
}

shape! {
    enum SessionKind {
        Connect = "connect", List = "list", Call = "call", Request = "request", Close = "close",
        Receive = "receive", Invalid = "invalid", Failed = "failed", Closed = "closed",
        Tick = "tick"
    }
}
shape! {
    enum Reason {
        End = "end", Truncated = "truncated", TooLong = "too_long", Expired = "expired"
    }
}
shape! { struct Greeter { name: String, version: String } }

/// What happens to a session, and when.
pub(crate) struct SessionStep {
    at: u64,
    what: SessionEvent,
}

enum SessionEvent {
    Connect(Client),
    List,
    Call(String, Object),
    Request(String, Object),
    Close,
    Receive(Object),
    Invalid(Option<Id>),
    Failed(Id, String),
    Closed(Ending),
    Tick,
}

shape! {
    struct SessionPart {
        r#type: SessionKind, at: u64, client?: Greeter, name?: String, arguments?: Object,
        method?: String, params?: Object, message?: Object, code?: Value, id?: Option<Value>,
        reason?: Reason
    }
}

impl<'de> Deserialize<'de> for SessionStep {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let given = Object::deserialize(from)?;
        let misfit = || D::Error::custom("a step with other members than its type has");
        // Absence and null are not the same in an id.
        let has_id = given.contains_key("id");
        let members = given.len();
        let part: SessionPart = serde_json::from_value(given.into()).map_err(D::Error::custom)?;
        let at = within::<D>(part.at, 0, LATEST_MS)?;
        let (what, wanted) = match part.r#type {
            SessionKind::Connect => {
                let Greeter { name, version } = part.client.ok_or_else(misfit)?;
                (SessionEvent::Connect(Client { name, version }), 3)
            }
            SessionKind::List => (SessionEvent::List, 2),
            SessionKind::Tick => (SessionEvent::Tick, 2),
            SessionKind::Close => (SessionEvent::Close, 2),
            SessionKind::Call => {
                let arguments = part.arguments.ok_or_else(misfit)?;
                (SessionEvent::Call(part.name.ok_or_else(misfit)?, arguments), 4)
            }
            SessionKind::Request => {
                let params = part.params.ok_or_else(misfit)?;
                (SessionEvent::Request(part.method.ok_or_else(misfit)?, params), 4)
            }
            SessionKind::Receive => (SessionEvent::Receive(part.message.ok_or_else(misfit)?), 3),
            SessionKind::Invalid => {
                let code = part.code.as_ref().and_then(Value::as_i64).ok_or_else(misfit)?;
                within::<D>(code.unsigned_abs(), 0, LARGEST_INTEGER)?;
                let id = match part.id {
                    None => None,
                    Some(given) => Some(Id::read(&given).ok_or_else(misfit)?),
                };
                (SessionEvent::Invalid(id), if has_id { 4 } else { 0 })
            }
            SessionKind::Failed => {
                let code = part.code.as_ref().and_then(Value::as_str).ok_or_else(misfit)?;
                let id = part.id.as_ref().and_then(Value::as_str).ok_or_else(misfit)?;
                (SessionEvent::Failed(Id::Text(id.to_owned()), code.to_owned()), 4)
            }
            SessionKind::Closed => {
                let ending = match part.reason.ok_or_else(misfit)? {
                    Reason::Expired => Ending::Expired,
                    Reason::End | Reason::Truncated | Reason::TooLong => Ending::Closed,
                };
                (SessionEvent::Closed(ending), 3)
            }
        };
        if members == wanted {
            Ok(Self { at, what })
        } else {
            Err(misfit())
        }
    }
}

impl SessionStep {
    /// What the session wants done.
    pub(crate) fn put_to(self, session: &mut McpSession, index: usize) -> Vec<Action> {
        let at = self.at;
        match self.what {
            SessionEvent::Connect(client) => session.connect(index, &client, at),
            SessionEvent::List => session.list_tools(index, at),
            SessionEvent::Call(name, arguments) => session.call_tool(index, &name, &arguments, at),
            SessionEvent::Request(method, params) => session.request(index, &method, params, at),
            SessionEvent::Close => session.close(at),
            SessionEvent::Receive(message) => session.receive(message, at),
            SessionEvent::Invalid(id) => session.invalid(id.as_ref(), at),
            SessionEvent::Failed(id, code) => session.failed(Some(&id), &code, at),
            SessionEvent::Closed(ending) => session.closed(ending, at),
            SessionEvent::Tick => session.tick(at),
        }
    }
}

shape! {
    enum HttpKind {
        Send = "send", Listen = "listen", Response = "response", Chunk = "chunk", End = "end",
        Fail = "fail", Resume = "resume", Abandon = "abandon", Close = "close"
    }
}
shape! {
    struct HttpPart {
        r#type: HttpKind, message?: Object, to?: u64, status?: u16,
        headers?: BTreeMap<String, String>, text?: String
    }
}

/// What happens to the exchanges.
pub(crate) enum HttpStep {
    Send(Object),
    Listen,
    Response(usize, u16, BTreeMap<String, String>),
    Chunk(usize, String),
    End(usize),
    Fail(usize),
    Resume(usize),
    Abandon(usize),
    Close,
}

impl<'de> Deserialize<'de> for HttpStep {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let HttpPart { r#type: kind, message, to, status, headers, text } =
            HttpPart::deserialize(from)?;
        let misfit = || D::Error::custom("a step with other members than its type has");
        let to = to.map(|to| within::<D>(to, 0, LARGEST_INTEGER)).transpose()?;
        let to = to.map(usize::try_from).transpose().map_err(D::Error::custom)?;
        Ok(match (kind, message, to, (status, headers), text) {
            (HttpKind::Send, Some(message), None, (None, None), None) => Self::Send(message),
            (HttpKind::Listen, None, None, (None, None), None) => Self::Listen,
            (HttpKind::Close, None, None, (None, None), None) => Self::Close,
            (HttpKind::Response, None, Some(to), (Some(status), Some(headers)), None)
                if (200..=599).contains(&status) =>
            {
                Self::Response(to, status, headers)
            }
            (HttpKind::Chunk, None, Some(to), (None, None), Some(text)) => Self::Chunk(to, text),
            (HttpKind::End, None, Some(to), (None, None), None) => Self::End(to),
            (HttpKind::Fail, None, Some(to), (None, None), None) => Self::Fail(to),
            (HttpKind::Resume, None, Some(to), (None, None), None) => Self::Resume(to),
            (HttpKind::Abandon, None, Some(to), (None, None), None) => Self::Abandon(to),
            _ => return Err(misfit()),
        })
    }
}

impl HttpStep {
    /// What is to be done about it.
    pub(crate) fn put_to(self, exchange: &mut McpExchange, index: usize) -> Vec<HttpAction> {
        match self {
            Self::Send(message) => exchange.send(index, message),
            Self::Listen => exchange.listen(index),
            Self::Response(to, status, headers) => exchange.response(to, status, &headers),
            Self::Chunk(to, text) => exchange.chunk(to, text.as_bytes()),
            Self::End(to) => exchange.end(to),
            Self::Fail(to) => exchange.fail(to),
            Self::Resume(to) => exchange.resume(to),
            Self::Abandon(to) => exchange.abandon(to),
            Self::Close => exchange.close(index),
        }
    }
}

shape! { struct NoParams {} }
shape! { struct PlayedCall { name: String, arguments: Object } }
shape! { struct Asked { list?: NoParams, call?: PlayedCall } }

/// What is asked of a server that was started.
pub(crate) enum Played {
    List,
    Call(String, Object),
}

impl<'de> Deserialize<'de> for Played {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        match Asked::deserialize(from)? {
            Asked { list: Some(_), call: None } => Ok(Self::List),
            Asked { list: None, call: Some(PlayedCall { name, arguments }) } => {
                Ok(Self::Call(name, arguments))
            }
            _ => Err(D::Error::custom("expected one of list and call")),
        }
    }
}

impl Played {
    /// What it gets: `{value}` or `{code}`.
    pub(crate) fn put_to(self, connection: &McpConnection) -> Value {
        result_of(match self {
            Self::List => connection.list_tools(),
            Self::Call(name, arguments) => connection.call_tool(&name, &arguments),
        })
    }
}

/// A result as the contract has it.
pub(crate) fn result_of(got: Result<Value, McpError>) -> Value {
    match got {
        Ok(value) => json!({ "value": value }),
        Err(refused) => json!({ "code": refused.code }),
    }
}
