//! A request with its redirects, within limits of time, size and number.

use std::io;
use std::time::Duration;

use hanzo_envelope::ToolError;
use hanzo_tools::failure;
use serde::Serialize;
use serde_json::json;

use crate::exchange::{exchange, Answer, Deadline};
use crate::messages::{other_scheme, Request};
use crate::response::Field;
use crate::urls::{Url, UrlError};

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
    let deadline = Deadline::after(limits.timeout);
    let mut redirects = Vec::new();
    let mut request = first;
    loop {
        let answer = exchange(&request, deadline)
            .map_err(|problem| broken(&request, limits, deadline, &problem))?;
        let status = answer.head.status;
        let location = answer.head.fields.iter().find(|field| is_named(field, "location"));
        let leads_on = matches!(status, 301 | 302 | 303 | 307 | 308) && limits.max_redirects > 0;
        let Some(location) = location.filter(|_| leads_on).map(|field| field.value.clone()) else {
            accept(status, &request.url)?;
            let headers = shown(&answer.head.fields);
            take_all(answer, &request, limits, deadline, take)?;
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

fn take_all(
    mut answer: Answer,
    request: &Request,
    limits: &Limits,
    deadline: Deadline,
    mut take: impl FnMut(&[u8]) -> io::Result<()>,
) -> Result<(), ToolError> {
    let too_large = || {
        let message = format!("the body has more than {} bytes", limits.max_bytes);
        failed("size", &request.url, message, None)
    };
    if answer.head.length.is_some_and(|stated| stated > limits.max_bytes) {
        return Err(too_large());
    }
    let mut size = 0;
    while let Some(piece) =
        answer.piece().map_err(|problem| broken(request, limits, deadline, &problem))?
    {
        size += piece.len() as u64;
        if size > limits.max_bytes {
            return Err(too_large());
        }
        take(&piece).map_err(|problem| ToolError::new("ERROR", problem.to_string()))?;
    }
    Ok(())
}

fn broken(
    request: &Request,
    limits: &Limits,
    deadline: Deadline,
    problem: &io::Error,
) -> ToolError {
    if !deadline.is_over() {
        return failed("connection", &request.url, problem.to_string(), None);
    }
    let timeout_ms = u64::try_from(limits.timeout.as_millis()).unwrap_or(u64::MAX);
    let details = json!({"timeout_ms": timeout_ms, "url": request.url.to_string()});
    failure("TIMEOUT", "the time limit has passed", details)
}

fn is_named(field: &Field, name: &str) -> bool {
    field.name.eq_ignore_ascii_case(name)
}

/// Headers as they are answered; Latin-1 keeps every octet (RFC 9110 §5.5).
///
/// Spec: NET-14.
fn shown(fields: &[Field]) -> Vec<Header> {
    let mut shown: Vec<Header> = fields
        .iter()
        .map(|field| Header {
            name: field.name.to_ascii_lowercase(),
            value: field.value.iter().copied().map(char::from).collect(),
        })
        .collect();
    shown.sort_by(|left, right| left.name.cmp(&right.name));
    shown
}
