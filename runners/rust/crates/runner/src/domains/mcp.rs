use hanzo_adapter::{operations, reply, shape};
use hanzo_mcp_names::{is_reversible, normalize, parse, MaxLength, Registry};

use crate::refusal::Refusal;

shape! { struct Tool { server: String, tool: String } }

operations! {
    pub(crate) fn register where Error = Refusal;

    "mcp.normalize" (server: String, tool: String) => reply! {
        name: normalize(&server, &tool)?,
        reversible: is_reversible(&server, &tool)?,
    };

    "mcp.parse" (name: String) => {
        let (server, tool) = parse(&name)?;
        reply! { server: server.to_owned(), tool: tool.to_owned() }
    };

    "mcp.registry" (tools: Vec<Tool>, max_length?: MaxLength) => {
        let pairs = tools.into_iter().map(|Tool { server, tool }| (server, tool));
        let registry = Registry::new(pairs, max_length.unwrap_or_default())?;
        reply! { names: registry.into_entries() }
    };
}
