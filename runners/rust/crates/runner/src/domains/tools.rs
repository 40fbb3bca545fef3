use hanzo_adapter::{operations, Failure};
use hanzo_envelope::Intent;
use serde_json::{Map, Value};

use crate::toolbox::toolbox;

operations! {
    pub(crate) fn register;

    "tools.call" (workspace: String, tool: String, action?: Option<String>,
                  params?: Option<Map<String, Value>>, trace_id?: Option<String>,
                  intent?: Option<Intent>) =>
        toolbox()
            .call(
                &workspace,
                &tool,
                action.as_deref(),
                &params.unwrap_or_default(),
                trace_id.as_deref(),
            )
            .map(|envelope| envelope.intended(intent))
            .ok_or_else(|| Failure::invalid_params(format!("there is no tool {tool}")));
}
