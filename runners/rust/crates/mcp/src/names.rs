//! One name at a time; collisions and lengths are the registry's business.

use std::error::Error;
use std::fmt;

const PREFIX: &str = "mcp__";
const SEPARATOR: &str = "__";
const REPLACEMENT: char = '_';

/// A name, or what should become one, is not of the form that it must have: `INVALID_NAME`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InvalidName {
    reason: &'static str,
}

impl InvalidName {
    /// The error's code, the same in every language.
    #[must_use]
    pub fn code(&self) -> &'static str {
        "INVALID_NAME"
    }
}

impl fmt::Display for InvalidName {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.reason)
    }
}

impl Error for InvalidName {}

/// The name `mcp__<server>__<tool>`, in which each code point of server and tool outside
/// `[A-Za-z0-9_-]` is one `_`.
///
/// # Errors
/// `INVALID_NAME` when server or tool is empty.
///
/// Spec: HIP-0301 §1.
pub fn normalize(server: &str, tool: &str) -> Result<String, InvalidName> {
    if server.is_empty() || tool.is_empty() {
        let reason = "a server and a tool have at least one code point each";
        return Err(InvalidName { reason });
    }
    let mut name =
        String::with_capacity(PREFIX.len() + server.len() + SEPARATOR.len() + tool.len());
    name.push_str(PREFIX);
    name.extend(server.chars().map(replace_foreign));
    name.push_str(SEPARATOR);
    name.extend(tool.chars().map(replace_foreign));
    Ok(name)
}

/// What the narrowest tool-calling interfaces accept stays; MCP itself also has the full stop.
fn replace_foreign(point: char) -> char {
    if point.is_ascii_alphanumeric() || matches!(point, '_' | '-') {
        point
    } else {
        REPLACEMENT
    }
}

/// Server and tool as they stand in a name, split at the first `__` behind the prefix.
///
/// They need not be what was joined, see `is_reversible`; calls are routed by the registry.
///
/// # Errors
/// `INVALID_NAME` when the prefix, the separator or one of the parts is missing.
///
/// Spec: HIP-0301 §1.
pub fn parse(name: &str) -> Result<(&str, &str), InvalidName> {
    let rest =
        name.strip_prefix(PREFIX).ok_or(InvalidName { reason: "a tool name begins with mcp__" })?;
    let (server, tool) = rest
        .split_once(SEPARATOR)
        .ok_or(InvalidName { reason: "no __ stands between a server and a tool" })?;
    if server.is_empty() || tool.is_empty() {
        let reason = "the server or the tool beside __ is empty";
        return Err(InvalidName { reason });
    }
    Ok((server, tool))
}

/// Whether parsing the joined name gives back exactly this server and this tool.
///
/// # Errors
/// `INVALID_NAME` when server or tool is empty.
///
/// Spec: HIP-0301 §1.
pub fn is_reversible(server: &str, tool: &str) -> Result<bool, InvalidName> {
    let name = normalize(server, tool)?;
    // A server such as "_" leaves nothing before the first separator: no parse, so not reversible.
    Ok(parse(&name) == Ok((server, tool)))
}
