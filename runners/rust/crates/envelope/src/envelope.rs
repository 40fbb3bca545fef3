//! Envelopes as they are written: one shape for every answer of every tool.
//!
//! `checker` reads envelopes that somebody else wrote.

use std::error::Error;
use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::codes::Code;

/// The answer of every tool.
///
/// Spec: HIP-0300 (Unified Envelope).
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Envelope {
    /// Whether it is a success.
    pub ok: bool,
    /// Any JSON value; null on error.
    pub data: Value,
    /// None on success.
    pub error: Option<ErrorBody>,
    /// Who answered what.
    pub meta: Meta,
}

/// What went wrong.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ErrorBody {
    /// What callers branch on.
    pub code: Code,
    /// For people.
    pub message: String,
    /// What the code needs to be acted upon.
    pub details: Map<String, Value>,
}

/// Who answered what.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Meta {
    /// The tool's name.
    pub tool: String,
    /// The action that was asked for, whether the tool has it or not.
    pub action: String,
    /// The trace of the call.
    pub trace_id: Option<String>,
    /// What did the work, if that has a name; none on error.
    pub backend: Option<String>,
    /// Where the next page begins.
    pub paging: Paging,
    /// The mode in which the call was made, if it said one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub intent: Option<Intent>,
}

/// The mode in which a call is made: a hint to whoever reads the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
// Text only: a derived enum is also read from an object that has its name as a member.
#[serde(rename_all = "lowercase", try_from = "String")]
pub enum Intent {
    /// Reading, searching, diagnosing.
    Inspect,
    /// Patching and renaming.
    Apply,
    /// Testing and running.
    Verify,
    /// Committing and releasing.
    Ship,
}

impl TryFrom<String> for Intent {
    type Error = String;

    /// The mode of exactly this name.
    fn try_from(name: String) -> Result<Self, String> {
        match name.as_str() {
            "inspect" => Ok(Self::Inspect),
            "apply" => Ok(Self::Apply),
            "verify" => Ok(Self::Verify),
            "ship" => Ok(Self::Ship),
            _ => Err("an intent is inspect, apply, verify or ship".to_owned()),
        }
    }
}

impl Envelope {
    /// The same envelope with the mode in which its call was made, if that said one.
    ///
    /// Spec: ENVELOPE-63
    #[must_use]
    pub fn intended(mut self, intent: Option<Intent>) -> Self {
        self.meta.intent = intent;
        self
    }
}

/// Where the next page begins, and whether there is one.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Paging {
    /// For the next page; none when there is none.
    // Named, so that the member may be null but not absent.
    #[serde(deserialize_with = "Option::deserialize")]
    pub cursor: Option<String>,
    /// Whether there is a cursor.
    pub more: bool,
}

/// What may be said of a success beside its data.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SuccessMeta {
    /// The trace of the call.
    pub trace_id: Option<String>,
    /// What did the work, if that has a name.
    pub backend: Option<String>,
    /// None for what has no pages.
    pub paging: Option<Paging>,
}

/// What was passed in contradicts itself or is out of range: `INVALID_PARAMS`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InvalidParams {
    pub(crate) reason: &'static str,
}

impl InvalidParams {
    /// The error's code, the same in every language.
    #[must_use]
    pub fn code(&self) -> &'static str {
        Code::InvalidParams.as_str()
    }
}

impl fmt::Display for InvalidParams {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.reason)
    }
}

impl Error for InvalidParams {}

/// The envelope of a success.
///
/// # Errors
/// `INVALID_PARAMS` when the paging contradicts itself or has an empty cursor.
///
/// Spec: HIP-0300 (Unified Envelope).
pub fn success(
    tool: impl Into<String>,
    action: impl Into<String>,
    data: Value,
    meta: SuccessMeta,
) -> Result<Envelope, InvalidParams> {
    let SuccessMeta { trace_id, backend, paging } = meta;
    let paging = paging.unwrap_or_default();
    if paging.cursor.as_deref() == Some("") {
        return Err(InvalidParams { reason: "no page begins at an empty cursor" });
    }
    if paging.more != paging.cursor.is_some() {
        return Err(InvalidParams { reason: "there is more exactly if there is a cursor" });
    }
    let (tool, action) = (tool.into(), action.into());
    let meta = Meta { tool, action, trace_id, backend, paging, intent: None };
    Ok(Envelope { ok: true, data, error: None, meta })
}

/// The envelope of an error, whatever the code: what is none becomes `ERROR`.
///
/// Spec: HIP-0300 (Unified Envelope: Error response).
pub fn error(
    tool: impl Into<String>,
    action: impl Into<String>,
    code: &str,
    message: impl Into<String>,
    details: Option<Map<String, Value>>,
    trace_id: Option<String>,
) -> Envelope {
    let body = ErrorBody {
        code: Code::from(code),
        message: message.into(),
        // Nested, never spread: spread, a detail named code would overwrite the code.
        details: details.unwrap_or_default(),
    };
    let (tool, action) = (tool.into(), action.into());
    let paging = Paging::default();
    let meta = Meta { tool, action, trace_id, backend: None, paging, intent: None };
    Envelope { ok: false, data: Value::Null, error: Some(body), meta }
}
