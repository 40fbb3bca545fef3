//! What every tool can do: help, schema, status.

use serde::Serialize;
use serde_json::{json, Map, Value};

use crate::codes::BUILT_IN;
use crate::dispatcher::{Action, Tool};
use crate::parameters::signature;

/// The data of a built-in action; none where the tool has none, or one of its own.
pub(crate) fn answer(tool: &Tool, action: &str) -> Option<Value> {
    match action {
        "help" => Some(help(tool)),
        "schema" => Some(schemas(tool)),
        "status" if !tool.actions.contains_key(action) => Some(json!({
            "tool": tool.name,
            // A tool that answers is enabled.
            "enabled": true,
            "version": tool.version,
            "backend": tool.backend,
        })),
        _ => None,
    }
}

/// The actions of a tool that can be reached, sorted by name.
fn own(tool: &Tool) -> impl Iterator<Item = (&String, &Action)> {
    tool.actions.iter().filter(|(name, _)| !BUILT_IN[..2].contains(&name.as_str()))
}

#[derive(Serialize)]
struct Entry<'a> {
    description: &'a str,
    params: Vec<String>,
}

fn help(tool: &Tool) -> Value {
    let mut actions = Map::new();
    let mut text = format!("# {}\n\n", tool.name);
    for (name, action) in own(tool) {
        let (description, params) = (action.params.description(), signature(&action.params));
        let line = format!("- `{name}({})` {description}", params.join(", "));
        text.push_str(line.trim_end());
        text.push('\n');
        actions.insert(name.clone(), json!(Entry { description, params }));
    }
    json!({ "actions": actions, "text": text })
}

fn schemas(tool: &Tool) -> Value {
    let effective = |(name, action): (&String, &Action)| {
        (name.clone(), Value::Object(action.params.effective()))
    };
    json!({ "schemas": own(tool).map(effective).collect::<Map<_, _>>() })
}
