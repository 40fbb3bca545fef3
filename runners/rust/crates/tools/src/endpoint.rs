//! A service that speaks JSON over HTTP, at an endpoint that the caller or the environment names.

use std::sync::Arc;

use hanzo_canonical_json::canonical_json;
use hanzo_envelope::ToolError;
use serde_json::{json, Map, Value};

use crate::context::Context;
use crate::failures::{failure, violation};

/// Where a service is, and the key that is sent along, if there is one.
pub struct Endpoint {
    context: Arc<Context>,
    base: String,
    key: Option<String>,
    is_given: bool,
}

impl Endpoint {
    /// The endpoint of the call, else that of the variable; `key` is the name of a variable, too.
    ///
    /// The key goes to the endpoint that whoever started the server has named, and to no other.
    ///
    /// # Errors
    ///
    /// `UNSUPPORTED` where nobody names one.
    ///
    /// Spec: LLM-1, LLM-7, HANZO-1, HANZO-5
    pub fn find(
        context: &Arc<Context>,
        given: Option<&str>,
        variable: &str,
        key: &str,
    ) -> Result<Self, ToolError> {
        let text = |name: &str| context.environment.get(name).filter(|it| !it.is_empty()).cloned();
        let Some(named) = given.map(str::to_owned).or_else(|| text(variable)) else {
            let message = format!("{variable} names no endpoint");
            return Err(failure("UNSUPPORTED", message, json!({"missing": "endpoint"})));
        };
        let key = if given.is_none() { text(key) } else { None };
        let base = named.trim_end_matches('/').to_owned();
        Ok(Self { context: Arc::clone(context), base, key, is_given: given.is_some() })
    }

    /// Status and text of the answer; a body is sent as canonical JSON.
    ///
    /// # Errors
    ///
    /// `ERROR` for a status that is not 2xx, which details have, and for text that is not UTF-8;
    /// else as `net.request`.
    pub fn ask(
        &self,
        method: &str,
        path: &str,
        body: Option<&Value>,
        accept: &str,
    ) -> Result<(u64, String), ToolError> {
        let mut headers = json!({ "accept": accept });
        if let Some(key) = &self.key {
            headers["authorization"] = json!(format!("Bearer {key}"));
        }
        let mut params = json!({"url": format!("{}/{path}", self.base), "method": method});
        if let Some(body) = body {
            headers["content-type"] = json!("application/json");
            let text = canonical_json(body)
                .map_err(|problem| ToolError::new("ERROR", problem.to_string()))?;
            params["body"] = json!(text);
        }
        params["headers"] = headers;
        let answer = self.requested(params.as_object().unwrap_or(&Map::new()))?;
        let status = answer["status"].as_u64().unwrap_or_default();
        if !(200..=299).contains(&status) {
            let message = format!("the endpoint answered {status}");
            return Err(failure("ERROR", message, json!({ "status": status })));
        }
        let text = answer["text"].as_str().ok_or_else(|| unreadable("not UTF-8"))?;
        Ok((status, text.to_owned()))
    }

    fn requested(&self, params: &Map<String, Value>) -> Result<Value, ToolError> {
        self.context.call("net", "request", params).map_err(|problem| {
            if problem.code == "INVALID_PARAMS" && self.is_given {
                return violation("/endpoint", "url", problem.message);
            }
            problem
        })
    }
}

/// The JSON of an answer (RFC 8259).
///
/// # Errors
///
/// `ERROR` for anything else, and for half a character.
pub fn json_in(text: &str) -> Result<Value, ToolError> {
    serde_json::from_str(text).map_err(|problem| unreadable(&problem.to_string()))
}

/// The refusal of an answer that does not say what it should.
#[must_use]
pub fn unreadable(problem: &str) -> ToolError {
    ToolError::new("ERROR", format!("the endpoint's answer is unreadable: {problem}"))
}
