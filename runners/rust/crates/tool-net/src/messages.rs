//! Requests as data: which parameters make one, and what is left of it after a redirect.

use std::collections::BTreeMap;

use base64::engine::general_purpose::STANDARD;
use base64::Engine;
use hanzo_envelope::ToolError;
use hanzo_tools::failure;
use serde::Serialize;
use serde_json::json;

use crate::urls::{Url, UrlError};

/// They say where a message ends and how the connection is used, which nobody may contradict.
const RESERVED: [&str; 10] = [
    "connection",
    "content-length",
    "expect",
    "host",
    "keep-alive",
    "proxy-connection",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
];
/// What is sent where the caller says nothing else; identity: bytes are answered as they come.
const DEFAULTS: [(&str, &str); 3] =
    [("accept", "*/*"), ("accept-encoding", "identity"), ("user-agent", "hanzo-net/1.0")];
const CREDENTIALS: [&str; 3] = ["authorization", "cookie", "proxy-authorization"];
const OF_BODY: [&str; 4] =
    ["content-encoding", "content-language", "content-location", "content-type"];

/// What is asked of a server; headers have their names in lower case.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Request {
    pub(crate) method: String,
    pub(crate) url: Url,
    pub(crate) headers: BTreeMap<String, String>,
    pub(crate) body: Vec<u8>,
}

/// The parameters of a request.
pub(crate) struct Given<'a> {
    pub(crate) method: &'a str,
    pub(crate) url: &'a str,
    pub(crate) headers: &'a BTreeMap<String, String>,
    pub(crate) body: Option<&'a str>,
    pub(crate) body_b64: Option<&'a str>,
}

/// A rule that a parameter breaks; they sort by pointer, then rule.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub(crate) struct Rule {
    pointer: String,
    rule: &'static str,
}

impl Rule {
    pub(crate) fn new(pointer: impl Into<String>, rule: &'static str) -> Self {
        Self { pointer: pointer.into(), rule }
    }
}

/// The request that parameters describe: `INVALID_PARAMS` with all violations, `further` ones too,
/// or `UNSUPPORTED` with the scheme.
///
/// Spec: NET-1 to NET-10, NET-42.
pub(crate) fn request_from(given: &Given, further: Vec<Rule>) -> Result<Request, ToolError> {
    let mut broken = further;
    let url = Url::parse(given.url);
    if url == Err(UrlError::Malformed) {
        broken.push(Rule::new("/url", "url"));
    }
    judge_headers(given.headers, &mut broken);
    let encoded = judge_body(given, &mut broken);
    broken.sort();
    if !broken.is_empty() {
        return Err(failure("INVALID_PARAMS", "wrong parameters", json!({"violations": broken})));
    }
    let url = url.map_err(|problem| match problem {
        UrlError::Scheme(scheme) => other_scheme(&scheme),
        UrlError::Malformed => ToolError::new("ERROR", "judged before"),
    })?;
    let headers = given
        .headers
        .iter()
        .map(|(name, value)| (name.to_ascii_lowercase(), value.clone()))
        .collect();
    let body = given.body.map_or(encoded, |text| text.as_bytes().to_vec());
    Ok(Request { method: given.method.to_owned(), url, headers, body })
}

/// The refusal of a URL that is not of the web.
pub(crate) fn other_scheme(scheme: &str) -> ToolError {
    let message = format!("{scheme} is neither http nor https");
    failure("UNSUPPORTED", message, json!({"scheme": scheme}))
}

impl Request {
    /// The headers as they are sent.
    ///
    /// Spec: NET-11, NET-12.
    fn complete_headers(&self) -> BTreeMap<&str, String> {
        let mut complete: BTreeMap<&str, String> =
            DEFAULTS.map(|(name, value)| (name, value.to_owned())).into();
        complete.extend(self.headers.iter().map(|(name, value)| (name.as_str(), value.clone())));
        let states_length = !matches!(self.method.as_str(), "GET" | "HEAD" | "DELETE" | "OPTIONS");
        if states_length || !self.body.is_empty() {
            complete.insert("content-length", self.body.len().to_string());
        }
        complete.insert("connection", "close".to_owned());
        complete.insert("host", self.url.authority());
        complete
    }

    /// The bytes that are sent (RFC 9112 §2.1).
    pub(crate) fn encode(&self) -> Vec<u8> {
        let mut encoded = format!("{} {} HTTP/1.1\r\n", self.method, self.url.target());
        for (name, value) in self.complete_headers() {
            encoded.extend([name, ": ", &value, "\r\n"]);
        }
        encoded.push_str("\r\n");
        let mut encoded = encoded.into_bytes();
        encoded.extend_from_slice(&self.body);
        encoded
    }

    /// The request that a redirect asks for.
    ///
    /// Spec: NET-21 to NET-23.
    pub(crate) fn redirected(mut self, status: u16, target: Url) -> Self {
        // RFC 9110 §15.4: a POST becomes a GET by custom after 301 and 302; after 303 everything.
        let becomes_get = match status {
            301 | 302 => self.method == "POST",
            303 => self.method != "HEAD",
            _ => false,
        };
        if becomes_get && self.method != "GET" {
            "GET".clone_into(&mut self.method);
            self.body.clear();
            self.headers.retain(|name, _| !OF_BODY.contains(&name.as_str()));
        }
        if !target.has_origin_of(&self.url) {
            self.headers.retain(|name, _| !CREDENTIALS.contains(&name.as_str()));
        }
        self.url = target;
        self
    }
}

fn judge_headers(headers: &BTreeMap<String, String>, broken: &mut Vec<Rule>) {
    for (name, value) in headers {
        let pointer = format!("/headers/{}", name.replace('~', "~0").replace('/', "~1"));
        let same = headers.keys().filter(|other| other.eq_ignore_ascii_case(name)).count();
        if !is_token(name) {
            broken.push(Rule::new(&pointer, "header-name"));
        } else if RESERVED.iter().any(|reserved| reserved.eq_ignore_ascii_case(name)) {
            broken.push(Rule::new(&pointer, "header-reserved"));
        } else if same > 1 {
            broken.push(Rule::new(&pointer, "header-twice"));
        }
        if !is_value(value) {
            broken.push(Rule::new(&pointer, "header-value"));
        }
    }
}

/// The bytes of a body in base64.
fn judge_body(given: &Given, broken: &mut Vec<Rule>) -> Vec<u8> {
    let is_bodiless = ["GET", "HEAD"].contains(&given.method);
    for (pointer, body) in [("/body", given.body), ("/body_b64", given.body_b64)] {
        if body.is_some() && is_bodiless {
            broken.push(Rule::new(pointer, "method"));
        }
    }
    let Some(encoded) = given.body_b64 else { return Vec::new() };
    if given.body.is_some() {
        broken.push(Rule::new("/body_b64", "exclusive"));
    }
    // The engine takes the canonical form and no other.
    STANDARD.decode(encoded).unwrap_or_else(|_| {
        broken.push(Rule::new("/body_b64", "base64"));
        Vec::new()
    })
}

/// RFC 9110 §5.6.2: token = 1*tchar
pub(crate) fn is_token(name: &str) -> bool {
    !name.is_empty()
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte))
}

/// RFC 9110 §5.5 without obs-text: visible characters, and spaces and tabs between them.
fn is_value(value: &str) -> bool {
    value.trim_matches([' ', '\t']) == value
        && value.bytes().all(|byte| byte.is_ascii_graphic() || b" \t".contains(&byte))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::{request_from, Given};
    use crate::urls::Url;

    #[test]
    fn credentials_do_not_go_to_another_origin() {
        let names = ["Authorization", "cookie", "Proxy-Authorization", "X-Kept"];
        let headers: BTreeMap<_, _> =
            names.map(|name| (name.to_owned(), "secret".to_owned())).into();
        let given = Given {
            method: "GET",
            url: "http://a/x",
            headers: &headers,
            body: None,
            body_b64: None,
        };
        let asked = request_from(&given, Vec::new()).unwrap();
        for (target, kept) in
            [("http://a/y", 4), ("http://a:81/", 1), ("https://a/", 1), ("http://b/", 1)]
        {
            let following = asked.clone().redirected(307, Url::parse(target).unwrap());
            assert_eq!(following.headers.len(), kept, "{target}");
            assert!(following.headers.contains_key("x-kept"));
        }
    }
}
