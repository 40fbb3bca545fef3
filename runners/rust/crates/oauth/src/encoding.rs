//! Two encodings that look alike: RFC 3986 for URLs, and forms for bodies and callbacks.

/// `unreserved = ALPHA / DIGIT / "-" / "." / "_" / "~"` (RFC 3986 §2.3).
pub(crate) fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~')
}

/// What a form keeps beside the space (WHATWG URL, urlencoded percent-encode set).
fn is_kept_in_form(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'*' | b'-' | b'.' | b'_')
}

/// Name and value pairs as a query for a URL, in which a space is `%20`.
///
/// Spec: RFC 3986 §2.1.
pub(crate) fn url_query(parameters: &[(&str, &str)]) -> String {
    join(parameters, |byte, text| {
        if is_unreserved(byte) {
            text.push(char::from(byte));
        } else {
            percent(byte, text);
        }
    })
}

/// Name and value pairs as `application/x-www-form-urlencoded`, in which a space is `+`.
///
/// Spec: RFC 6749 appendix B, WHATWG URL §5.2.
pub(crate) fn form_body(parameters: &[(&str, &str)]) -> String {
    join(parameters, |byte, text| {
        if byte == b' ' {
            text.push('+');
        } else if is_kept_in_form(byte) {
            text.push(char::from(byte));
        } else {
            percent(byte, text);
        }
    })
}

fn join(parameters: &[(&str, &str)], mut encode: impl FnMut(u8, &mut String)) -> String {
    let mut text = String::new();
    for (name, value) in parameters {
        if !text.is_empty() {
            text.push('&');
        }
        name.bytes().for_each(|byte| encode(byte, &mut text));
        text.push('=');
        value.bytes().for_each(|byte| encode(byte, &mut text));
    }
    text
}

/// RFC 3986 §2.1 asks producers for upper-case digits.
fn percent(byte: u8, text: &mut String) {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    text.push('%');
    for digit in [byte >> 4, byte & 0xf] {
        text.push(char::from(DIGITS[usize::from(digit)]));
    }
}

/// The decoded name and value pairs of form-encoded text, in their order.
///
/// Never fails: a `%` without two hexadecimal digits is literal, bytes that are not UTF-8 become
/// U+FFFD.
///
/// Spec: WHATWG URL §5.1.
pub(crate) fn read_form(text: &str) -> Vec<(String, String)> {
    text.split('&')
        .filter(|piece| !piece.is_empty())
        .map(|piece| piece.split_once('=').unwrap_or((piece, "")))
        .map(|(name, value)| (decode(name), decode(value)))
        .collect()
}

fn decode(text: &str) -> String {
    let mut decoded = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        rest = after;
        match first {
            b'+' => decoded.push(b' '),
            b'%' => {
                if let Some(byte) = escaped(after) {
                    decoded.push(byte);
                    rest = &after[2..];
                } else {
                    decoded.push(b'%');
                }
            }
            other => decoded.push(other),
        }
    }
    String::from_utf8_lossy(&decoded).into_owned()
}

/// The byte that the two digits behind a `%` stand for.
fn escaped(rest: &[u8]) -> Option<u8> {
    let high = char::from(*rest.first()?).to_digit(16)?;
    let low = char::from(*rest.get(1)?).to_digit(16)?;
    u8::try_from(high << 4 | low).ok()
}
