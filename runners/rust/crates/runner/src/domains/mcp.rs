//! `mcp.normalize`, `mcp.parse` and `mcp.registry`.

use hanzo_adapter::{present, Adapter, Failure, Object};
use hanzo_mcp_names::{is_reversible, normalize, parse, Entry, InvalidName, MaxLength, Registry};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Tool {
    server: String,
    tool: String,
}

#[derive(Serialize)]
struct Normalized {
    name: String,
    reversible: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Name {
    name: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Tools {
    tools: Vec<Object<Tool>>,
    #[serde(default, deserialize_with = "present")]
    max_length: Option<MaxLength>,
}

#[derive(Serialize)]
struct Named {
    names: Vec<Entry>,
}

pub(crate) fn register(adapter: &mut Adapter) {
    adapter.register("mcp.normalize", |Tool { server, tool }| {
        let name = normalize(&server, &tool).map_err(failure)?;
        let reversible = is_reversible(&server, &tool).map_err(failure)?;
        Ok(Normalized { name, reversible })
    });
    adapter.register("mcp.parse", |Name { name }| {
        let (server, tool) = parse(&name).map_err(failure)?;
        Ok(Tool { server: server.to_owned(), tool: tool.to_owned() })
    });
    adapter.register("mcp.registry", |Tools { tools, max_length }| {
        let pairs = tools.into_iter().map(|Object(item)| (item.server, item.tool));
        let registry = Registry::new(pairs, max_length.unwrap_or_default()).map_err(failure)?;
        Ok(Named { names: registry.into_entries() })
    });
}

fn failure(error: InvalidName) -> Failure {
    Failure::domain(error.code(), error.to_string())
}
