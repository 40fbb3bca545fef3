//! The tool `net`: requests over HTTP, downloads into the workspace, URLs shown to the user.

mod exchange;
mod fetching;
mod messages;
mod opening;
mod response;
mod schemas;
mod storing;
mod urls;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use base64::engine::general_purpose::STANDARD;
use base64::Engine;
use hanzo_envelope::{Outcome, ToolError};
use hanzo_ids::{content_hash, path_from_uri};
use hanzo_tools::{action, tool as declared, Context, Declaration};
use serde::Deserialize;
use serde_json::{json, Value};

use crate::fetching::{failed, fetch, Fetched, Limits};
use crate::messages::{request_from, Given, Rule};
use crate::opening::open_url;
use crate::storing::NewFile;

const MIB: u64 = 1024 * 1024;

/// The tool as it works in any workspace.
#[must_use]
pub fn tool() -> Declaration {
    declared(
        "net",
        None,
        [
            action("request", schemas::request(), |_, params| request(&params)),
            action("download", schemas::download(), download),
            action("open", schemas::open(), |context, params| open(context, &params)),
        ],
    )
}

#[derive(Deserialize)]
struct Request {
    url: String,
    method: String,
    #[serde(default)]
    headers: BTreeMap<String, String>,
    body: Option<String>,
    body_b64: Option<String>,
    #[serde(flatten)]
    limits: GivenLimits,
}

#[derive(Deserialize)]
struct Download {
    url: String,
    output: String,
    #[serde(default)]
    headers: BTreeMap<String, String>,
    #[serde(flatten)]
    limits: GivenLimits,
}

#[derive(Deserialize)]
struct Open {
    url: String,
}

#[derive(Deserialize)]
struct GivenLimits {
    timeout_ms: Option<u64>,
    max_bytes: Option<u64>,
    max_redirects: Option<usize>,
}

impl GivenLimits {
    fn or(&self, max_bytes: u64) -> Limits {
        Limits {
            timeout: Duration::from_millis(self.timeout_ms.unwrap_or(30_000)),
            max_bytes: self.max_bytes.unwrap_or(max_bytes),
            max_redirects: self.max_redirects.unwrap_or(10),
        }
    }
}

/// One HTTP request.
///
/// Spec: NET-1 to NET-31.
fn request(params: &Request) -> Result<Outcome, ToolError> {
    let given = Given {
        method: &params.method,
        url: &params.url,
        headers: &params.headers,
        body: params.body.as_deref(),
        body_b64: params.body_b64.as_deref(),
    };
    let mut content = Vec::new();
    let found = fetch(
        request_from(&given, Vec::new())?,
        &params.limits.or(10 * MIB),
        |_, _| Ok(()),
        |chunk| {
            content.extend_from_slice(chunk);
            Ok(())
        },
    )?;
    let (hash, size) = (content_hash(&content), content.len());
    let (text, content_b64) = match String::from_utf8(content) {
        Ok(text) => (Some(text), None),
        Err(other) => (None, Some(STANDARD.encode(other.as_bytes()))),
    };
    let mut data = told(&found);
    data["headers"] = json!(found.headers);
    data["text"] = json!(text);
    data["content_b64"] = json!(content_b64);
    data["hash"] = json!(hash);
    data["size"] = json!(size);
    Ok(Outcome::from(data))
}

/// A body into a new file.
///
/// Spec: NET-33 to NET-39, NET-42.
fn download(context: &Arc<Context>, params: Download) -> Result<Outcome, ToolError> {
    let given = Given {
        method: "GET",
        url: &params.url,
        headers: &params.headers,
        body: None,
        body_b64: None,
    };
    let further = match path_from_uri(&params.output) {
        Ok(_) => Vec::new(),
        Err(_) => vec![Rule::new("/output", "uri")],
    };
    let asked = request_from(&given, further)?;
    let mut file = NewFile::create(&context.workspace, params.output)?;
    let found = fetch(
        asked,
        &params.limits.or(100 * MIB),
        |status, url| {
            let message = format!("the server answered {status}");
            let is_file = (200..=299).contains(&status);
            is_file.then_some(()).ok_or_else(|| failed("status", url, message, Some(status)))
        },
        |chunk| file.write(chunk),
    )?;
    file.keep()?;
    let mut data = told(&found);
    data["uri"] = json!(file.uri);
    data["hash"] = json!(file.hash());
    data["size"] = json!(file.size);
    Ok(Outcome::from(data))
}

/// A URL shown to the user.
///
/// Spec: NET-40 to NET-42.
fn open(context: &Arc<Context>, params: &Open) -> Result<Outcome, ToolError> {
    let headers = BTreeMap::new();
    let given =
        Given { method: "GET", url: &params.url, headers: &headers, body: None, body_b64: None };
    request_from(&given, Vec::new())?;
    open_url(&params.url, &context.environment)?;
    Ok(Outcome::from(json!({"url": params.url})))
}

fn told(found: &Fetched) -> Value {
    json!({"url": found.url, "status": found.status, "redirects": found.redirects})
}
