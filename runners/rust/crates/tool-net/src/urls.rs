//! URLs of the web: which ones are accepted, their normal form, and where a redirect leads.
//!
//! The grammar is that of RFC 3986 and nothing is repaired, apart from what servers put into
//! Location.

use std::fmt;
use std::fmt::Write;

/// Why a text is no URL that can be asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum UrlError {
    /// It is no URL at all.
    Malformed,
    /// It has another scheme than http and https, here in lower case.
    Scheme(String),
}

/// An http or https URL; `host` is in lower case, `target` is path and query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Url {
    scheme: &'static str,
    host: String,
    port: u16,
    target: String,
}

impl Url {
    /// The URL that a text is.
    ///
    /// Spec: NET-1 to NET-5.
    pub(crate) fn parse(text: &str) -> Result<Self, UrlError> {
        let (scheme, rest) = text.split_once(':').ok_or(UrlError::Malformed)?;
        if !is_scheme(scheme) {
            return Err(UrlError::Malformed);
        }
        let (scheme, own_port) = match scheme.to_ascii_lowercase().as_str() {
            "http" => ("http", 80),
            "https" => ("https", 443),
            other => return Err(UrlError::Scheme(other.to_owned())),
        };
        let rest = rest.strip_prefix("//").ok_or(UrlError::Malformed)?;
        let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
        let (authority, rest) = rest.split_at(end);
        let (host, port) = host_and_port(authority)?;
        let (rest, fragment) = rest.split_once('#').unwrap_or((rest, ""));
        let (path, query) = match rest.split_once('?') {
            Some((path, query)) => (path, Some(query)),
            None => (rest, None),
        };
        let is_sound = has_only_characters(path, b"/")
            && has_only_characters(query.unwrap_or(""), b"/?")
            && has_only_characters(fragment, b"/?");
        if !is_sound {
            return Err(UrlError::Malformed);
        }
        let mut target = without_dot_segments(path);
        if target.is_empty() {
            target.push('/');
        }
        if let Some(query) = query {
            target.push('?');
            target.push_str(query);
        }
        Ok(Self { scheme, host: host.to_ascii_lowercase(), port: port.unwrap_or(own_port), target })
    }

    /// Where a Location leads from this URL (RFC 3986 §5.2.2). Octets that no URI has are escaped
    /// first, as browsers do.
    ///
    /// Spec: NET-24, NET-26.
    pub(crate) fn redirect_target(&self, location: &[u8]) -> Result<Self, UrlError> {
        let text = escaped(location);
        let (reference, _) = text.split_once('#').unwrap_or((&text, ""));
        if reference
            .find([':', '/', '?'])
            .is_some_and(|at| at > 0 && reference[at..].starts_with(':'))
        {
            return Self::parse(&text);
        }
        if reference.starts_with("//") {
            return Self::parse(&format!("{}:{reference}", self.scheme));
        }
        let start = format!("{}://{}", self.scheme, self.authority());
        let base_path = self.target.split('?').next().unwrap_or_default();
        let whole = if reference.is_empty() {
            self.target.clone()
        } else if reference.starts_with('?') {
            format!("{base_path}{reference}")
        } else if reference.starts_with('/') {
            reference.to_owned()
        } else {
            let folder = base_path.rfind('/').map_or("/", |at| &base_path[..=at]);
            format!("{folder}{reference}")
        };
        Self::parse(&format!("{start}{whole}"))
    }

    /// Host and port as they stand in a URL: no port where it is the scheme's own.
    pub(crate) fn authority(&self) -> String {
        match (self.scheme, self.port) {
            ("http", 80) | ("https", 443) => self.host.clone(),
            _ => format!("{}:{}", self.host, self.port),
        }
    }

    /// The host as a resolver takes it: an address without its brackets.
    pub(crate) fn bare_host(&self) -> &str {
        self.host.strip_prefix('[').and_then(|inner| inner.strip_suffix(']')).unwrap_or(&self.host)
    }

    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    /// What a request asks for: path and query.
    pub(crate) fn target(&self) -> &str {
        &self.target
    }

    /// Whether it is asked over TLS.
    pub(crate) fn is_secure(&self) -> bool {
        self.scheme == "https"
    }

    /// Whether the same server answers: that is whom credentials are for.
    pub(crate) fn has_origin_of(&self, other: &Self) -> bool {
        (self.scheme, &self.host, self.port) == (other.scheme, &other.host, other.port)
    }
}

impl fmt::Display for Url {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}://{}{}", self.scheme, self.authority(), self.target)
    }
}

/// RFC 3986 §3.1: scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )
fn is_scheme(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_alphabetic())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte))
}

/// RFC 3986 §3.2: `[ userinfo "@" ] host [ ":" port ]`, here without userinfo; names of hosts
/// without escapes, which no resolver knows.
fn host_and_port(authority: &str) -> Result<(&str, Option<u16>), UrlError> {
    let end = match authority.find(']') {
        Some(at) => at + 1,
        None => authority.find(':').unwrap_or(authority.len()),
    };
    let (host, rest) = authority.split_at(end);
    let is_host = match host.strip_prefix('[').and_then(|inner| inner.strip_suffix(']')) {
        Some(inner) => {
            !inner.is_empty()
                && inner.bytes().all(|byte| byte.is_ascii_hexdigit() || b":.".contains(&byte))
        }
        None => {
            !host.is_empty()
                && host.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._-".contains(&byte))
        }
    };
    let port = match rest.strip_prefix(':') {
        None if rest.is_empty() => None,
        None => return Err(UrlError::Malformed),
        Some(digits) => {
            let is_number =
                (1..=5).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
            let port = digits.parse().ok().filter(|port| is_number && *port > 0);
            Some(port.ok_or(UrlError::Malformed)?)
        }
    };
    if is_host {
        Ok((host, port))
    } else {
        Err(UrlError::Malformed)
    }
}

/// RFC 3986 §3.3: pchar = unreserved / pct-encoded / sub-delims / ":" / "@", and a few more.
fn has_only_characters(text: &str, more: &[u8]) -> bool {
    let bytes = text.as_bytes();
    bytes.iter().enumerate().all(|(at, byte)| match byte {
        b'%' => bytes.get(at + 1..at + 3).is_some_and(|two| two.iter().all(u8::is_ascii_hexdigit)),
        _ => {
            byte.is_ascii_alphanumeric()
                || b"-._~!$&'()*+,;=:@".contains(byte)
                || more.contains(byte)
        }
    })
}

/// A path with `.` and `..` resolved, never above its root (RFC 3986 §5.2.4).
fn without_dot_segments(path: &str) -> String {
    let mut kept: Vec<&str> = Vec::new();
    let mut segments = path.split('/').peekable();
    while let Some(segment) = segments.next() {
        if segment == ".." && kept.len() > 1 {
            kept.pop();
        }
        if segment != ".." && segment != "." {
            kept.push(segment);
        } else if segments.peek().is_none() {
            kept.push("");
        }
    }
    kept.join("/")
}

/// Octets between spaces as text, with those escaped that no URI has (RFC 3986 §2).
fn escaped(octets: &[u8]) -> String {
    let is_space = |byte: &u8| b" \t".contains(byte);
    let start = octets.iter().take_while(|byte| is_space(byte)).count();
    let end = octets.iter().rposition(|byte| !is_space(byte)).map_or(start, |at| at + 1);
    let mut text = String::with_capacity(octets.len());
    for byte in &octets[start..end] {
        if byte.is_ascii_alphanumeric() || b"-._~:/?#[]@!$&'()*+,;=%".contains(byte) {
            text.push(char::from(*byte));
        } else {
            let _ = write!(text, "%{byte:02X}");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{Url, UrlError};

    fn normal(text: &str) -> Option<String> {
        Url::parse(text).ok().map(|url| url.to_string())
    }

    #[test]
    fn a_url_has_one_normal_form() {
        let table = [
            ("HTTP://EXAMPLE.org:80", "http://example.org/"),
            ("https://a.b:443/x?#f", "https://a.b/x?"),
            ("https://a.b:80/./x/../y/.", "https://a.b:80/y/"),
            ("http://[::1]:8080/%2e/", "http://[::1]:8080/%2e/"),
            ("http://a/../../b", "http://a/b"),
        ];
        for (text, expected) in table {
            assert_eq!(normal(text).as_deref(), Some(expected), "{text}");
        }
    }

    #[test]
    fn nothing_is_repaired() {
        let table = ["http:/a", "http://a b/", "http://a/%4g", "http://u@a/", "http://a:/", "//a"];
        for text in table {
            assert_eq!(Url::parse(text), Err(UrlError::Malformed), "{text}");
        }
        assert_eq!(Url::parse("Mailto:a@b"), Err(UrlError::Scheme("mailto".to_owned())));
    }

    #[test]
    fn references_are_resolved_as_rfc_3986_says() {
        // RFC 3986 §5.4.1 and §5.4.2, those without a parameter of another scheme.
        let base = Url::parse("http://a/b/c/d;p?q").unwrap();
        let table = [
            ("g", "http://a/b/c/g"),
            ("./g", "http://a/b/c/g"),
            ("g/", "http://a/b/c/g/"),
            ("/g", "http://a/g"),
            ("//g", "http://g/"),
            ("?y", "http://a/b/c/d;p?y"),
            ("g?y", "http://a/b/c/g?y"),
            ("#s", "http://a/b/c/d;p?q"),
            ("g#s", "http://a/b/c/g"),
            (";x", "http://a/b/c/;x"),
            ("", "http://a/b/c/d;p?q"),
            (".", "http://a/b/c/"),
            ("..", "http://a/b/"),
            ("../..", "http://a/"),
            ("../../../g", "http://a/g"),
            ("/./g", "http://a/g"),
            ("g.", "http://a/b/c/g."),
            ("..g", "http://a/b/c/..g"),
            ("./g/.", "http://a/b/c/g/"),
            ("g;x=1/../y", "http://a/b/c/y"),
            ("g?y/../x", "http://a/b/c/g?y/../x"),
        ];
        for (location, expected) in table {
            let found = base.redirect_target(location.as_bytes()).map(|url| url.to_string());
            assert_eq!(found.as_deref(), Ok(expected), "{location}");
        }
    }
}
