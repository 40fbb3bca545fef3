//! JSON-RPC 2.0 as MCP has it: which values are messages, and which kind of message they are.

use hanzo_config::strict_json::parse_with_fractions;
use serde::Serialize;
use serde_json::{Map, Value};

/// The members of a message.
pub type Message = Map<String, Value>;

pub(crate) const VERSION: &str = "2.0";
pub(crate) const METHOD_NOT_FOUND: i64 = -32601;
const PARSE_ERROR: i64 = -32700;
const INVALID_REQUEST: i64 = -32600;
/// RFC 7493 §2.2.
const LARGEST_INTEGER: i64 = (1 << 53) - 1;

/// Which kind of message something is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// It wants an answer.
    Request,
    /// It wants none.
    Notification,
    /// An answer.
    Result,
    /// An answer that is none, or an error without a request.
    Error,
}

/// What names a request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Id {
    /// Text.
    Text(String),
    /// A whole number, at most 2^53 − 1 in either direction.
    Number(i64),
}

impl Id {
    /// The id that a value is.
    ///
    /// Spec: JSON-RPC 2.0 §4; RFC 7493 §2.2.
    #[must_use]
    pub fn read(value: &Value) -> Option<Self> {
        match value {
            Value::String(text) => Some(Self::Text(text.clone())),
            _ => whole(value).map(Self::Number),
        }
    }
}

/// What a value is for JSON-RPC.
#[derive(Debug, Clone, PartialEq)]
pub enum Judged {
    /// A message, as it came.
    Message {
        /// Which kind of message.
        kind: Kind,
        /// Its members.
        message: Message,
    },
    /// None: the error code that says why, and its id, if that is one.
    Invalid {
        /// -32700 or -32600.
        code: i64,
        /// Null where it has none that can be one.
        id: Option<Id>,
    },
}

/// What these bytes say.
///
/// Spec: JSON-RPC 2.0 §5.1; RFC 8259; RFC 7493 §2.
#[must_use]
pub fn read_message(data: &[u8]) -> Judged {
    match parse_with_fractions(data) {
        Ok(Value::Object(message)) => judge(message),
        Ok(_) => Judged::Invalid { code: INVALID_REQUEST, id: None },
        Err(_) => Judged::Invalid { code: PARSE_ERROR, id: None },
    }
}

/// Whether an object is a message.
///
/// Spec: JSON-RPC 2.0 §4, §5; MCP 2025-11-25, Base protocol, Messages.
#[must_use]
pub fn judge(message: Message) -> Judged {
    let is_ours = message.get("jsonrpc").is_some_and(|version| version == VERSION);
    match kind_of(&message).filter(|_| is_ours) {
        Some(kind) => Judged::Message { kind, message },
        None => Judged::Invalid { code: INVALID_REQUEST, id: id_of(&message) },
    }
}

/// The id of a message by its value.
pub(crate) fn id_of(message: &Message) -> Option<Id> {
    message.get("id").and_then(Id::read)
}

/// The whole number that a value is, however it was spelt.
pub(crate) fn whole(value: &Value) -> Option<i64> {
    let exact = |number: &i64| number.abs() <= LARGEST_INTEGER;
    if let Some(number) = value.as_i64() {
        return Some(number).filter(exact);
    }
    // Below 2^53 a double that is whole is exactly one integer.
    #[allow(clippy::cast_possible_truncation)]
    value.as_f64().filter(|number| number.fract() == 0.0).map(|number| number as i64).filter(exact)
}

pub(crate) fn text<'a>(object: &'a Message, name: &str) -> Option<&'a str> {
    object.get(name).and_then(Value::as_str)
}

pub(crate) fn object<'a>(of: &'a Message, name: &str) -> Option<&'a Message> {
    of.get(name).and_then(Value::as_object)
}

fn kind_of(message: &Message) -> Option<Kind> {
    let has_id = id_of(message).is_some();
    if message.contains_key("method") {
        let is_asking =
            text(message, "method").is_some() && message.get("params").is_none_or(Value::is_object);
        return match message.get("id") {
            None => Some(Kind::Notification).filter(|_| is_asking),
            Some(_) => Some(Kind::Request).filter(|_| is_asking && has_id),
        };
    }
    match (message.get("result"), message.get("error")) {
        (Some(result), None) => Some(Kind::Result).filter(|_| has_id && result.is_object()),
        (None, Some(error)) => {
            let names_nobody = message.get("id").is_none_or(Value::is_null);
            Some(Kind::Error).filter(|_| is_error(error) && (names_nobody || has_id))
        }
        _ => None,
    }
}

fn is_error(value: &Value) -> bool {
    value.as_object().is_some_and(|error| {
        error.get("code").and_then(whole).is_some() && text(error, "message").is_some()
    })
}
