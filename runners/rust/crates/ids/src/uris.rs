//! File URIs and absolute paths, and the normal form that both share.
//!
//! A path is text with `/` between its segments, as on POSIX.

use std::fmt::Write;

use crate::error::InvalidParams;

/// The one file URI of an absolute path.
///
/// # Errors
/// `INVALID_PARAMS` when the path is not absolute, or has a `..` segment or a NUL.
///
/// Spec: HIP-0300 (Composability Primitives, uri); RFC 8089 §2.
pub fn uri_from_path(path: &str) -> Result<String, InvalidParams> {
    let mut uri = "file://".to_owned();
    for byte in normal_path(path)?.bytes() {
        if byte == b'/' || is_unreserved(byte) {
            uri.push(char::from(byte));
        } else {
            write!(uri, "%{byte:02X}").expect("a String takes any text");
        }
    }
    Ok(uri)
}

/// The path that a file URI names, in normal form.
///
/// # Errors
/// `INVALID_PARAMS` when it is no URI, has another scheme or host, a query or a fragment, or when
/// its path is not absolute, has a `..` segment, a NUL, an escaped `/`, or bytes that are no UTF-8.
///
/// Spec: RFC 8089 §2; RFC 3986 §3.3.
pub fn path_from_uri(uri: &str) -> Result<String, InvalidParams> {
    let octets = decoded(path_part(uri)?)?;
    let path = String::from_utf8(octets)
        .map_err(|_| InvalidParams { reason: "the escapes are not UTF-8" })?;
    normal_path(&path)
}

/// An absolute path without empty and `.` segments, and without a slash at its end.
fn normal_path(path: &str) -> Result<String, InvalidParams> {
    if !path.starts_with('/') {
        return Err(InvalidParams { reason: "the path is not absolute" });
    }
    if path.contains('\0') {
        return Err(InvalidParams { reason: "the path contains a NUL" });
    }
    let mut normal = String::with_capacity(path.len());
    for segment in path.split('/') {
        match segment {
            "" | "." => {}
            // What `a/..` names depends on whether `a` is a symbolic link, which only a file
            // system knows.
            ".." => return Err(InvalidParams { reason: "the path has a .. segment" }),
            _ => {
                normal.push('/');
                normal.push_str(segment);
            }
        }
    }
    if normal.is_empty() {
        normal.push('/');
    }
    Ok(normal)
}

/// The path of a file URI with what follows it, still escaped.
///
/// RFC 8089 §2: `file-URI = "file:" ( "//" [ "localhost" / host ] path-absolute / path-absolute )`.
fn path_part(uri: &str) -> Result<&str, InvalidParams> {
    let rest = uri
        .split_once(':')
        .and_then(|(scheme, rest)| scheme.eq_ignore_ascii_case("file").then_some(rest))
        .ok_or(InvalidParams { reason: "the scheme is not file" })?;
    let Some(authority) = rest.strip_prefix("//") else {
        return Ok(rest);
    };
    let (host, path) = authority.split_at(authority.find('/').unwrap_or(authority.len()));
    // A `?` or `#` before the first slash ends up in the host and is refused with it.
    if !host.is_empty() && !host.eq_ignore_ascii_case("localhost") {
        return Err(InvalidParams { reason: "the host is not this machine" });
    }
    Ok(path)
}

/// The bytes behind the escapes of a URI's path, decoded once.
fn decoded(path: &str) -> Result<Vec<u8>, InvalidParams> {
    let mut octets = Vec::with_capacity(path.len());
    let mut rest = path.bytes();
    while let Some(byte) = rest.next() {
        octets.push(match byte {
            b'%' => octet(rest.next(), rest.next())?,
            _ if is_path_character(byte) => byte,
            // A query or a fragment, empty or not, begins with a character that no path has.
            _ => return Err(InvalidParams { reason: "a character must be escaped in a path" }),
        });
    }
    Ok(octets)
}

fn octet(high: Option<u8>, low: Option<u8>) -> Result<u8, InvalidParams> {
    match (high.and_then(hex_digit), low.and_then(hex_digit)) {
        // Decoded, it would part two segments that were one; no file name contains it.
        (Some(2), Some(15)) => Err(InvalidParams { reason: "an escaped slash" }),
        (Some(high), Some(low)) => Ok(high << 4 | low),
        _ => Err(InvalidParams { reason: "a % without two hexadecimal digits" }),
    }
}

fn hex_digit(byte: u8) -> Option<u8> {
    match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'A'..=b'F' => Some(byte - b'A' + 10),
        b'a'..=b'f' => Some(byte - b'a' + 10),
        _ => None,
    }
}

/// RFC 3986 §2.3: `unreserved = ALPHA / DIGIT / "-" / "." / "_" / "~"`.
fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._~".contains(&byte)
}

/// RFC 3986 §3.3: `pchar = unreserved / pct-encoded / sub-delims / ":" / "@"`.
fn is_path_character(byte: u8) -> bool {
    is_unreserved(byte) || b"!$&'()*+,;=:@/".contains(&byte)
}
