//! How a tool is declared: a schema, typed parameters and a function for each action.

use std::sync::Arc;

use hanzo_envelope::{Action, Outcome, Schema, Tool, ToolError};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::context::Context;

/// The version of every tool: that of the page which it implements.
pub const VERSION: &str = "1.0.0";

type Run = dyn Fn(&Arc<Context>, &Map<String, Value>) -> Result<Outcome, ToolError> + Send + Sync;

/// A tool as its crate declares it, for any workspace.
pub struct Declaration {
    /// Its name, which is the stem of its operations.
    pub name: &'static str,
    backend: Option<&'static str>,
    actions: Vec<DeclaredAction>,
}

/// An action as its tool declares it, see [`action`].
pub struct DeclaredAction {
    name: &'static str,
    schema: Schema,
    run: Arc<Run>,
}

impl DeclaredAction {
    /// An action of this function, which is handed parameters that fit the schema.
    pub fn new(
        name: &'static str,
        schema: Schema,
        run: impl Fn(&Arc<Context>, &Map<String, Value>) -> Result<Outcome, ToolError>
            + Send
            + Sync
            + 'static,
    ) -> Self {
        Self { name, schema, run: Arc::new(run) }
    }
}

/// An action with typed parameters: `schema` is the JSON Schema of its parameters, which then fit `P`.
///
/// # Panics
///
/// When the schema is none, which is a mistake in the declaration.
pub fn action<P: DeserializeOwned + 'static>(
    name: &'static str,
    schema: Value,
    run: fn(&Arc<Context>, P) -> Result<Outcome, ToolError>,
) -> DeclaredAction {
    let schema: Schema = serde_json::from_value(schema).expect("the schema of an action");
    let run = move |context: &Arc<Context>, params: &Map<String, Value>| {
        let params = serde_json::from_value(Value::Object(params.clone()))
            .map_err(|problem| ToolError::new("ERROR", problem.to_string()))?;
        run(context, params)
    };
    DeclaredAction::new(name, schema, run)
}

/// A tool of these actions; `backend` names what does the work, if that has a name.
pub fn tool(
    name: &'static str,
    backend: Option<&'static str>,
    actions: impl IntoIterator<Item = DeclaredAction>,
) -> Declaration {
    Declaration { name, backend, actions: actions.into_iter().collect() }
}

impl Declaration {
    /// The names of the actions, in the order of their declaration.
    pub fn actions(&self) -> impl Iterator<Item = &'static str> + '_ {
        self.actions.iter().map(|action| action.name)
    }

    /// The tool as it works in one workspace.
    #[must_use]
    pub fn within(&self, context: &Arc<Context>) -> Tool {
        let bound = |action: &DeclaredAction| {
            let (run, context) = (Arc::clone(&action.run), Arc::clone(context));
            let bound = Action::new(action.schema.clone(), move |params| run(&context, params));
            (action.name.to_owned(), bound)
        };
        Tool {
            name: self.name.to_owned(),
            version: VERSION.to_owned(),
            backend: self.backend.map(str::to_owned),
            actions: self.actions.iter().map(bound).collect(),
        }
    }
}
