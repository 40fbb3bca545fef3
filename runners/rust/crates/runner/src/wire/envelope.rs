//! A tool as a vector declares it: what its actions come to is data, not code.

use std::collections::BTreeMap;
use std::panic::resume_unwind;

use hanzo_adapter::{shape, Object};
use hanzo_envelope::{Action, Intent, Outcome, Paging, Schema, Tool, ToolError};
use serde::Deserialize;
use serde_json::{Map, Value};

shape! {
    /// What is called; without an action it is help.
    pub(crate) struct Call {
        action?: Option<String>,
        params: Map<String, Value>,
        intent?: Option<Intent>,
    }
}

shape! {
    /// A tool whose actions always come to the same.
    pub(crate) struct DeclaredTool {
        name: String,
        version: String,
        backend: Option<String>,
        actions: BTreeMap<String, DeclaredAction>,
    }
}

shape! { struct DeclaredAction { params: Schema, outcome: DeclaredOutcome } }

/// What running the action comes to.
#[derive(Deserialize)]
#[serde(untagged)]
enum DeclaredOutcome {
    Found(Found),
    Failed(Failed),
    Raised(Raised),
}

shape! {
    struct Found { data: Value, backend?: Option<String>, paging?: Option<Object<Paging>> }
}

shape! { struct Failed { error: Foreseen } }

shape! {
    struct Foreseen { code: String, message: String, details?: Option<Map<String, Value>> }
}

shape! { struct Raised { raised: String } }

impl From<DeclaredTool> for Tool {
    fn from(tool: DeclaredTool) -> Self {
        let DeclaredTool { name, version, backend, actions } = tool;
        let act = |(name, action): (String, DeclaredAction)| {
            let DeclaredAction { params, outcome } = action;
            (name, Action::new(params, move |_| outcome.run()))
        };
        Self { name, version, backend, actions: actions.into_iter().map(act).collect() }
    }
}

impl DeclaredOutcome {
    fn run(&self) -> Result<Outcome, ToolError> {
        match self {
            Self::Found(found) => Ok(Outcome {
                data: found.data.clone(),
                backend: found.backend.clone(),
                paging: found.paging.clone().map(|Object(paging)| paging),
            }),
            Self::Failed(Failed { error }) => Err(ToolError {
                code: error.code.clone(),
                message: error.message.clone(),
                details: error.details.clone(),
            }),
            // A panic like any other, but for the report on stderr that a hook would write.
            Self::Raised(Raised { raised }) => resume_unwind(Box::new(raised.clone())),
        }
    }
}
