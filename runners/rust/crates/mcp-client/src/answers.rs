//! Results of requests to values; a result of another shape is refused.

use std::borrow::Cow;

use hanzo_canonical_json::canonical_object;
use serde_json::{json, Value};

use crate::message::{object, text, whole, Message};

/// The newest first: that is the one that is offered.
pub(crate) const PROTOCOL_VERSIONS: [&str; 4] =
    ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];

/// Why a request ends without a value.
#[derive(Debug, Clone)]
pub(crate) struct Refused {
    pub(crate) code: Cow<'static, str>,
    pub(crate) details: Option<Value>,
}

impl Refused {
    pub(crate) fn new(code: impl Into<Cow<'static, str>>) -> Self {
        Self { code: code.into(), details: None }
    }

    fn shape() -> Self {
        Self::new("INVALID_RESPONSE")
    }

    /// What a server says of its failure.
    ///
    /// Spec: JSON-RPC 2.0 §5.1.
    pub(crate) fn told(error: &Message) -> Self {
        let data = error.get("data").unwrap_or(&Value::Null);
        let code = error.get("code").and_then(whole);
        let details = json!({ "code": code, "message": error.get("message"), "data": data });
        Self { code: "RPC_ERROR".into(), details: Some(details) }
    }
}

/// What a server is, as it came.
///
/// Spec: MCP 2025-11-25, Lifecycle, Initialization.
pub(crate) fn read_initialize(result: &Message) -> Result<Value, Refused> {
    let version = text(result, "protocolVersion").ok_or_else(Refused::shape)?;
    let capabilities = object(result, "capabilities").ok_or_else(Refused::shape)?;
    let server = object(result, "serverInfo").ok_or_else(Refused::shape)?;
    if text(server, "name").and(text(server, "version")).is_none() {
        return Err(Refused::shape());
    }
    if !PROTOCOL_VERSIONS.contains(&version) {
        return Err(Refused::new("UNSUPPORTED_VERSION"));
    }
    Ok(json!({
        "protocol_version": version, "capabilities": capabilities, "server_info": server,
    }))
}

/// Some of a server's tools, and where the next ones are.
pub(crate) struct Page {
    /// By their names.
    pub(crate) tools: Vec<(String, Value)>,
    pub(crate) next_cursor: Option<String>,
}

/// A page of tools, those left out that are none.
///
/// Spec: MCP 2025-11-25, Schema (`ListToolsResult`).
pub(crate) fn read_page(result: &Message) -> Result<Page, Refused> {
    let listed = result.get("tools").and_then(Value::as_array).ok_or_else(Refused::shape)?;
    let tools = listed.iter().filter_map(Value::as_object).filter_map(|entry| {
        let (name, schema) = (text(entry, "name")?, object(entry, "inputSchema")?);
        let description = text(entry, "description").unwrap_or_default();
        let tool = json!({ "name": name, "description": description, "input_schema": schema });
        Some((name.to_owned(), tool))
    });
    let next_cursor = text(result, "nextCursor").map(str::to_owned);
    Ok(Page { tools: tools.collect(), next_cursor })
}

/// What a tool has said.
///
/// Spec: MCP 2025-11-25, Schema (`CallToolResult`); HIP-0301 §2.
pub(crate) fn read_call(result: &Message) -> Result<Value, Refused> {
    let content = match result.get("content") {
        None => &[][..],
        Some(content) => content.as_array().ok_or_else(Refused::shape)?,
    };
    let failed = match result.get("isError") {
        None => false,
        Some(failed) => failed.as_bool().ok_or_else(Refused::shape)?,
    };
    let structured = match result.get("structuredContent") {
        None => None,
        Some(structured) => Some(structured.as_object().ok_or_else(Refused::shape)?),
    };
    let blocks = content.iter().map(shown).collect::<Result<Vec<_>, _>>()?;
    let output = match structured {
        // What was read from a server has no integer that is not exact.
        Some(members) if blocks.is_empty() => {
            canonical_object(members).map_err(|_| Refused::shape())?
        }
        _ => blocks.join("\n"),
    };
    let error = failed.then_some(&output);
    Ok(json!({ "output": output, "error": error, "is_error": failed }))
}

fn shown(block: &Value) -> Result<Cow<'_, str>, Refused> {
    let block = block.as_object().ok_or_else(Refused::shape)?;
    match text(block, "type").ok_or_else(Refused::shape)? {
        "text" => text(block, "text").map(Cow::Borrowed).ok_or_else(Refused::shape),
        other => Ok(Cow::Owned(format!("[{other}]"))),
    }
}
