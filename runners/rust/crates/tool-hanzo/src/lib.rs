//! The optional tool `hanzo`: the platform behind an endpoint, over the one way to the network that
//! there is: `net.request`.

use std::sync::Arc;

use hanzo_envelope::{Outcome, Schema, ToolError};
use hanzo_tools::{
    json_in, tool as declared, violation, Context, Declaration, DeclaredAction, Endpoint,
};
use serde::Deserialize;
use serde_json::{json, Value};

#[derive(Deserialize)]
struct AskParams {
    #[serde(default)]
    path: String,
    method: Option<String>,
    body: Option<Value>,
    endpoint: Option<String>,
}

/// The tool as it works in any workspace.
///
/// # Panics
///
/// Never: the schema of its parameters is one.
#[must_use]
pub fn tool() -> Declaration {
    declared(
        "hanzo",
        None,
        [
            ("cloud", "Asks the platform about its resources."),
            ("deploy", "Asks the platform about deployments."),
            ("auth", "Asks the platform about identities."),
            ("node", "Asks the platform about nodes."),
        ]
        .map(|(area, description)| asking(area, description)),
    )
}

fn asking(area: &'static str, description: &str) -> DeclaredAction {
    let schema = json!({
        "type": "object",
        "description": description,
        "properties": {
            "path": {
                "type": "string",
                "description": "Below the area, without a slash at the beginning.",
            },
            "method": {"type": "string", "enum": ["GET", "POST", "PUT", "PATCH", "DELETE"]},
            "body": {"type": "object", "additionalProperties": true, "description": "Sent as JSON."},
            "endpoint": {
                "type": "string",
                "description": "URL of another platform than the configured one.",
            },
        },
        "additionalProperties": false,
    });
    let schema: Schema = serde_json::from_value(schema).expect("the schema of an action");
    DeclaredAction::new(area, schema, move |context, given| {
        let params = serde_json::from_value(Value::Object(given.clone()))
            .map_err(|problem| ToolError::new("ERROR", problem.to_string()))?;
        ask(context, area, &params)
    })
}

/// Spec: HANZO-1 to HANZO-6
fn ask(context: &Arc<Context>, area: &str, params: &AskParams) -> Result<Outcome, ToolError> {
    let AskParams { path, method, body, endpoint } = params;
    if !path.is_empty() && !path.split('/').all(is_segment) {
        return Err(violation("/path", "path", "no path"));
    }
    let service = Endpoint::find(context, endpoint.as_deref(), "HANZO_API_BASE", "HANZO_API_KEY")?;
    let below = if path.is_empty() { String::new() } else { format!("/{path}") };
    let (status, text) = service.ask(
        method.as_deref().unwrap_or("GET"),
        &format!("v1/{area}{below}"),
        body.as_ref(),
        "application/json",
    )?;
    let body = if text.is_empty() { Value::Null } else { json_in(&text)? };
    Ok(Outcome::from(json!({"status": status, "body": body})))
}

/// RFC 3986 §3.3: unreserved characters and escapes, but for escapes of full stop, slash and
/// backslash, by which servers may leave the area. Spec: HANZO-3
fn is_segment(text: &str) -> bool {
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        let fits = match byte {
            b'%' => match (bytes.next(), bytes.next()) {
                (Some(high), Some(low)) => is_escape(high, low),
                _ => false,
            },
            _ => byte.is_ascii_alphanumeric() || b"._~-".contains(&byte),
        };
        if !fits {
            return false;
        }
    }
    !matches!(text, "" | "." | "..")
}

fn is_escape(high: u8, low: u8) -> bool {
    let leads_out = matches!((high, low.to_ascii_lowercase()), (b'2', b'e' | b'f') | (b'5', b'c'));
    high.is_ascii_hexdigit() && low.is_ascii_hexdigit() && !leads_out
}

#[cfg(test)]
mod tests {
    use super::is_segment;

    #[test]
    fn a_segment_does_not_leave_its_area() {
        for text in ["a", "a..b", "...", "a%20b", "%C3%A9"] {
            assert!(is_segment(text), "{text}");
        }
        for text in ["", ".", "..", "%2e%2E", "a%2Fb", "%5c", "%", "%2", "%zz", "a b", "é"] {
            assert!(!is_segment(text), "{text}");
        }
    }
}
