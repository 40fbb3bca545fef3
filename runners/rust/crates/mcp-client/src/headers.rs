//! Header fields of the streamable HTTP transport: which a request bears, what a response says.

use std::collections::BTreeMap;

use serde::Serialize;

pub(crate) const EVENT_STREAM: &str = "text/event-stream";
pub(crate) const JSON: &str = "application/json";
pub(crate) const SESSION: &str = "mcp-session-id";
pub(crate) const PROTOCOL: &str = "mcp-protocol-version";
pub(crate) const LAST_EVENT: &str = "last-event-id";

/// Header fields by their names.
pub(crate) type Headers = BTreeMap<String, String>;

/// What is done with the endpoint.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Method {
    /// Send a message.
    Post,
    /// Listen, or go on listening.
    Get,
    /// End the session.
    Delete,
}

impl Method {
    /// As it stands in a request.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Post => "POST",
            Self::Get => "GET",
            Self::Delete => "DELETE",
        }
    }

    /// The headers that are our own.
    pub(crate) fn headers(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Self::Post => {
                &[("accept", "application/json, text/event-stream"), ("content-type", JSON)]
            }
            Self::Get => &[("accept", EVENT_STREAM)],
            Self::Delete => &[],
        }
    }
}

/// Headers by their names in lower case; of several the one whose name comes last counts.
///
/// Spec: RFC 9110 §5.1.
pub(crate) fn by_name(headers: &Headers) -> Headers {
    headers.iter().map(|(name, value)| (name.to_ascii_lowercase(), value.clone())).collect()
}

/// The media type of a response, without case and parameters.
///
/// Spec: RFC 9110 §8.3.1.
pub(crate) fn media_type(headers: &Headers) -> String {
    let headers = by_name(headers);
    let stated = headers.get("content-type").map_or("", String::as_str);
    let (media, _) = stated.split_once(';').unwrap_or((stated, ""));
    media.trim_matches([' ', '\t']).to_ascii_lowercase()
}
