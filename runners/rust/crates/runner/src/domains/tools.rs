use hanzo_adapter::{Adapter, Failure};
use hanzo_envelope::Intent;
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::toolbox::toolbox;

type Members = Map<String, Value>;

/// Its name is that of a domain with other operations: its actions are asked by `tools.call` alone.
const APART: &str = "memory";

/// What is about finding an action.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Call {
    workspace: String,
    tool: String,
    action: Option<String>,
    #[serde(default, deserialize_with = "hanzo_adapter::present")]
    params: Option<Members>,
    trace_id: Option<String>,
    intent: Option<Intent>,
}

/// One action of one tool.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ActionCall {
    workspace: String,
    params: Members,
    trace_id: Option<String>,
    intent: Option<Intent>,
}

/// `tools.call`, and each action of tools as an operation of its own.
pub(crate) fn register(adapter: &mut Adapter) {
    adapter.register("tools.call", |call: Call| {
        let Call { workspace, tool, action, params, trace_id, intent } = call;
        let params = params.unwrap_or_default();
        toolbox()
            .call(&workspace, &tool, action.as_deref(), &params, trace_id.as_deref())
            .map(|envelope| envelope.intended(intent))
            .ok_or_else(|| Failure::invalid_params(format!("there is no tool {tool}")))
    });
    for tool in toolbox().declarations().iter().filter(|tool| tool.name != APART) {
        for action in tool.actions() {
            let name = tool.name;
            adapter.register(format!("{name}.{action}"), move |call: ActionCall| {
                let ActionCall { workspace, params, trace_id, intent } = call;
                toolbox()
                    .call(&workspace, name, Some(action), &params, trace_id.as_deref())
                    .map(|envelope| envelope.intended(intent))
                    .ok_or_else(|| Failure::internal(format!("the tool {name} is gone")))
            });
        }
    }
}
