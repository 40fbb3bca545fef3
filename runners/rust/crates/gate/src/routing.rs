//! Where a tool lives: with a server, or behind the Hanzo API.

use std::error::Error;
use std::fmt;

use hanzo_mcp_names::{MaxLength, Registry};

const PREFIX: &str = "mcp__";

/// An MCP server with the names of its tools, as it tells them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Server {
    /// Its name as it was configured.
    pub name: String,
    /// The names of its tools.
    pub tools: Vec<String>,
}

/// No server has a tool of this name: `UNKNOWN_TOOL`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownTool {
    name: String,
}

impl UnknownTool {
    /// The error's code, the same in every language.
    #[must_use]
    pub fn code(&self) -> &'static str {
        "UNKNOWN_TOOL"
    }
}

impl fmt::Display for UnknownTool {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "no server has a tool {:?}", self.name)
    }
}

impl Error for UnknownTool {}

/// The server and its tool behind a name; none for the Hanzo API.
///
/// # Errors
/// `UNKNOWN_TOOL` for the name of a server's tool that there is not.
///
/// Spec: GATE-38 to GATE-41.
pub fn route(servers: &[Server], name: &str) -> Result<Option<(String, String)>, UnknownTool> {
    if !name.starts_with(PREFIX) {
        return Ok(None);
    }
    let pairs = servers
        .iter()
        .flat_map(|server| server.tools.iter().map(|tool| (server.name.clone(), tool.clone())));
    let named = pairs.filter(|(server, tool)| !server.is_empty() && !tool.is_empty());
    let unknown = || UnknownTool { name: name.to_owned() };
    let registry = Registry::new(named, MaxLength::default()).map_err(|_| unknown())?;
    let found = registry.find(name).ok_or_else(unknown)?;
    Ok(Some((found.server.clone(), found.tool.clone())))
}
