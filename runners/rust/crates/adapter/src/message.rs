//! One line to a request, and the handshake.

use std::borrow::Cow;

use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::Value;

use crate::failure::Failure;
use crate::params::{present, Object};
use crate::strict;

/// The version of the adapter protocol that is spoken here.
pub(crate) const PROTOCOL: u64 = 1;
/// The largest integer that every parser reads exactly.
///
/// Spec: RFC 7493 §2.2.
const LARGEST: u64 = (1 << 53) - 1;

/// A JSON-RPC request; `id` and `params` are kept as they were written.
#[derive(Debug, Deserialize)]
pub(crate) struct Request<'a> {
    #[serde(borrow)]
    jsonrpc: Cow<'a, str>,
    #[serde(borrow, default, deserialize_with = "present")]
    pub(crate) id: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(crate) method: Cow<'a, str>,
    #[serde(borrow, default, deserialize_with = "present")]
    params: Option<&'a RawValue>,
}

impl<'a> Request<'a> {
    /// The request on a line; unknown members beside the four are ignored.
    ///
    /// # Errors
    /// -32700 when the line is no JSON, -32600 when it is no request.
    pub(crate) fn read(line: &'a [u8]) -> Result<Self, Failure> {
        let text = std::str::from_utf8(line)
            .map_err(|error| Failure::parse_error(format!("the line is not UTF-8: {error}")))?;
        if let Some(problem) = strict::breach(line) {
            return Err(Failure::parse_error(problem));
        }
        let Object(request) = serde_json::from_str::<Object<Self>>(text).map_err(|error| {
            // The first error may stand before one that makes the line no JSON at all.
            match serde_json::from_str::<IgnoredAny>(text) {
                Ok(_) => Failure::invalid_request(error.to_string()),
                Err(error) => Failure::parse_error(error.to_string()),
            }
        })?;
        if request.jsonrpc != "2.0" {
            return Err(Failure::invalid_request("jsonrpc must be \"2.0\""));
        }
        if request.id.is_some_and(|id| !identifies(id.get())) {
            return Err(Failure::invalid_request("id must be a string or an integer"));
        }
        Ok(request)
    }

    /// The params as JSON text; absent ones are an empty object.
    pub(crate) fn params(&self) -> &'a str {
        self.params.map_or("{}", RawValue::get)
    }
}

/// Whether the JSON of an id is one: a string, null, or an integer that every parser reads.
fn identifies(id: &str) -> bool {
    let integer = || id.parse::<i64>().is_ok_and(|number| number.unsigned_abs() <= LARGEST);
    id.starts_with('"') || id == "null" || integer()
}

/// Params of `initialize`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Hello {
    pub(crate) protocol: u64,
    /// Who asks; nothing depends on it.
    #[serde(default, rename = "harness")]
    _harness: Option<Value>,
}

/// The answer to `initialize`.
#[derive(Debug, Serialize)]
pub(crate) struct Welcome<'a> {
    pub(crate) protocol: u64,
    pub(crate) implementation: &'a Implementation,
    pub(crate) operations: Vec<&'a str>,
}

/// Who answers.
#[derive(Debug, Serialize)]
pub(crate) struct Implementation {
    pub(crate) name: String,
    pub(crate) version: String,
    pub(crate) language: &'static str,
}
