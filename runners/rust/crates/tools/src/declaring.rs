//! How a tool is declared: a schema, typed parameters and a function for each action.

use std::sync::Arc;

use hanzo_envelope::{Action, Outcome, Schema, Tool, ToolError};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::context::Context;

/// The version of every tool: that of the page which it implements.
pub const VERSION: &str = "1.0.0";

/// An action: `schema` is the JSON Schema of its parameters, which then fit `P`.
///
/// # Panics
///
/// When the schema is none, which is a mistake in the declaration.
pub fn action<P: DeserializeOwned + 'static>(
    context: &Arc<Context>,
    schema: Value,
    run: fn(&Arc<Context>, P) -> Result<Outcome, ToolError>,
) -> Action {
    let schema: Schema = serde_json::from_value(schema).expect("the schema of an action");
    let context = Arc::clone(context);
    Action::new(schema, move |params: &Map<String, Value>| {
        let params = serde_json::from_value(Value::Object(params.clone()))
            .map_err(|problem| ToolError::new("ERROR", problem.to_string()))?;
        run(&context, params)
    })
}

/// A tool of these actions; `backend` names what does the work, if that has a name.
#[must_use]
pub fn tool<const N: usize>(
    name: &str,
    backend: Option<&str>,
    actions: [(&str, Action); N],
) -> Tool {
    Tool {
        name: name.to_owned(),
        version: VERSION.to_owned(),
        backend: backend.map(str::to_owned),
        actions: actions.into_iter().map(|(name, action)| (name.to_owned(), action)).collect(),
    }
}
