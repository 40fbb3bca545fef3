//! A request with its redirects, within limits of time, size and number.

use std::io::{self, Read};
use std::time::{Duration, Instant};

use hanzo_envelope::ToolError;
use hanzo_tools::failure;
use serde::Serialize;
use serde_json::json;
use ureq::http::{self, HeaderMap, Response};
use ureq::{Agent, Body};

use crate::messages::{other_scheme, Request};
use crate::urls::{Url, UrlError};

/// More than that of headers is no answer but an attack.
const HEAD_BYTES: usize = 64 * 1024;
const READ_BYTES: usize = 64 * 1024;

/// What one call may take.
pub(crate) struct Limits {
    pub(crate) timeout: Duration,
    pub(crate) max_bytes: u64,
    pub(crate) max_redirects: usize,
}

/// The last answer of a chain of redirects; `redirects` are the URLs that led on.
pub(crate) struct Fetched {
    pub(crate) url: String,
    pub(crate) status: u16,
    pub(crate) headers: Vec<Header>,
    pub(crate) redirects: Vec<String>,
}

/// One line of a head.
#[derive(Serialize)]
pub(crate) struct Header {
    name: String,
    value: String,
}

/// Ask, follow redirects, and hand the body of the last answer to `take` in pieces. `accept` sees
/// status and URL of the last answer before its body and may refuse it.
///
/// `TIMEOUT`, `UNSUPPORTED` or `ERROR`.
/// Spec: NET-13, NET-16 to NET-20, NET-25 to NET-30.
pub(crate) fn fetch(
    first: Request,
    limits: &Limits,
    accept: impl FnOnce(u16, &Url) -> Result<(), ToolError>,
    take: impl FnMut(&[u8]) -> io::Result<()>,
) -> Result<Fetched, ToolError> {
    let started = Instant::now();
    let mut redirects = Vec::new();
    let mut request = first;
    loop {
        let response = exchange(&request, limits, started)?;
        let status = response.status().as_u16();
        let location = response.headers().get("location").map(|value| value.as_bytes().to_vec());
        let leads_on = matches!(status, 301 | 302 | 303 | 307 | 308) && limits.max_redirects > 0;
        let Some(location) = location.filter(|_| leads_on) else {
            accept(status, &request.url)?;
            let headers = shown(response.headers());
            take_all(response, &request, limits, started, take)?;
            return Ok(Fetched { url: request.url.to_string(), status, headers, redirects });
        };
        if redirects.len() == limits.max_redirects {
            return Err(failed("redirects", &request.url, "too many redirects", None));
        }
        redirects.push(request.url.to_string());
        let target = request.url.redirect_target(&location).map_err(|problem| match problem {
            UrlError::Scheme(scheme) => other_scheme(&scheme),
            UrlError::Malformed => failed("location", &request.url, "no URL", None),
        })?;
        request = request.redirected(status, target);
    }
}

/// An exchange that came to nothing.
pub(crate) fn failed(
    reason: &str,
    url: &Url,
    message: impl Into<String>,
    status: Option<u16>,
) -> ToolError {
    let mut details = json!({"reason": reason, "url": url.to_string()});
    if let Some(status) = status {
        details["status"] = json!(status);
    }
    failure("ERROR", message, details)
}

/// The head of an answer; its body is still to be read.
fn exchange(
    request: &Request,
    limits: &Limits,
    started: Instant,
) -> Result<Response<Body>, ToolError> {
    let left = limits.timeout.saturating_sub(started.elapsed()).max(Duration::from_millis(1));
    let agent = Agent::new_with_config(
        Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .proxy(None)
            .timeout_global(Some(left))
            .max_response_header_size(HEAD_BYTES)
            .max_idle_connections(0)
            .allow_non_standard_methods(true)
            .build(),
    );
    let mut builder =
        http::Request::builder().method(request.method.as_str()).uri(request.url.to_string());
    for (name, value) in request.complete_headers() {
        builder = builder.header(name, value);
    }
    let states_length = !matches!(request.method.as_str(), "GET" | "HEAD" | "DELETE" | "OPTIONS");
    let answer = if request.body.is_empty() && !states_length {
        builder.body(()).map_err(ureq::Error::from).and_then(|asked| agent.run(asked))
    } else {
        let body = request.body.as_slice();
        builder.body(body).map_err(ureq::Error::from).and_then(|asked| agent.run(asked))
    };
    answer.map_err(|problem| broken(request, limits, started, &problem))
}

fn take_all(
    response: Response<Body>,
    request: &Request,
    limits: &Limits,
    started: Instant,
    mut take: impl FnMut(&[u8]) -> io::Result<()>,
) -> Result<(), ToolError> {
    if request.method == "HEAD" {
        return Ok(());
    }
    let too_large = || {
        let message = format!("the body has more than {} bytes", limits.max_bytes);
        failed("size", &request.url, message, None)
    };
    if response.body().content_length().is_some_and(|stated| stated > limits.max_bytes) {
        return Err(too_large());
    }
    let mut reader = response.into_body().into_reader();
    let mut chunk = vec![0; READ_BYTES];
    let mut size = 0;
    loop {
        let read = reader
            .read(&mut chunk)
            .map_err(|problem| broken(request, limits, started, &problem))?;
        if read == 0 {
            return Ok(());
        }
        size += read as u64;
        if size > limits.max_bytes {
            return Err(too_large());
        }
        take(&chunk[..read]).map_err(|problem| ToolError::new("ERROR", problem.to_string()))?;
    }
}

fn broken(
    request: &Request,
    limits: &Limits,
    started: Instant,
    problem: &impl ToString,
) -> ToolError {
    if started.elapsed() < limits.timeout {
        return failed("connection", &request.url, problem.to_string(), None);
    }
    let timeout_ms = u64::try_from(limits.timeout.as_millis()).unwrap_or(u64::MAX);
    let details = json!({"timeout_ms": timeout_ms, "url": request.url.to_string()});
    failure("TIMEOUT", "the time limit has passed", details)
}

/// Headers as they are answered; Latin-1 keeps every octet (RFC 9110 §5.5).
///
/// Spec: NET-14.
fn shown(headers: &HeaderMap) -> Vec<Header> {
    let mut shown: Vec<Header> = headers
        .iter()
        .map(|(name, value)| Header {
            name: name.as_str().to_owned(),
            value: value.as_bytes().iter().copied().map(char::from).collect(),
        })
        .collect();
    shown.sort_by(|left, right| left.name.cmp(&right.name));
    shown
}
