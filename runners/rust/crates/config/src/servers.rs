//! MCP servers of a merged configuration: which of them are started, and with what words.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// How a server is started.
///
/// Spec: HIP-0301 §1 (`McpServerConfig`); HIP-0010 (client configuration).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Command {
    /// The program, as one word that is not split.
    Program(String),
    /// The program and arguments.
    Words(Vec<String>),
}

/// The words that start a server: the command's, then the arguments.
///
/// Spec: HIP-0301 §1 (`McpServerConfig`).
#[must_use]
pub fn argv(command: &Command, args: &[String]) -> Vec<String> {
    let words = match command {
        Command::Program(program) => std::slice::from_ref(program),
        Command::Words(words) => words,
    };
    [words, args].concat()
}

/// The names of the servers that are not disabled, sorted by their UTF-8 bytes.
pub(crate) fn active_servers(mcp_servers: &Value) -> Vec<String> {
    let servers = mcp_servers.as_object().into_iter().flatten();
    let mut names: Vec<String> = servers
        .filter(|(_, server)| server["disabled"] != Value::Bool(true))
        .map(|(name, _)| name.clone())
        .collect();
    names.sort_unstable();
    names
}
