//! What a tool is given beside its parameters: workspace, environment, and what is kept.

use std::any::{Any, TypeId};
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

use hanzo_envelope::{dispatch, ToolError};
use serde_json::{Map, Value};

use crate::declaring::Declaration;
use crate::workspace::Workspace;

/// Everything around a call. One context serves all tools of one workspace, so that a later call
/// finds the processes, test runs and contents of earlier ones.
pub struct Context {
    /// The folder that the tools may touch.
    pub workspace: Workspace,
    /// The variables that the server was started with.
    pub environment: BTreeMap<String, String>,
    tools: Arc<[Declaration]>,
    kept: Mutex<HashMap<TypeId, Arc<dyn Any + Send + Sync>>>,
}

impl Context {
    /// A context for the folder `root`.
    #[must_use]
    pub fn new(
        root: &str,
        environment: BTreeMap<String, String>,
        tools: Arc<[Declaration]>,
    ) -> Arc<Self> {
        let workspace = Workspace::new(root);
        Arc::new(Self { workspace, environment, tools, kept: Mutex::default() })
    }

    /// The one object of a kind that this workspace has, made when it is first asked for.
    ///
    /// # Panics
    ///
    /// Never: what is kept under a type is of that type.
    #[must_use]
    pub fn keep<T: Default + Send + Sync + 'static>(&self) -> Arc<T> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let found = kept.entry(TypeId::of::<T>()).or_insert_with(|| Arc::new(T::default()));
        Arc::clone(found).downcast().expect("kept under its own type")
    }

    /// The data of another tool's action.
    ///
    /// # Errors
    ///
    /// That of the action; `UNSUPPORTED` where there is no such tool.
    pub fn call(
        self: &Arc<Self>,
        tool: &str,
        action: &str,
        params: &Map<String, Value>,
    ) -> Result<Value, ToolError> {
        let Some(declared) = self.tools.iter().find(|declared| declared.name == tool) else {
            return Err(ToolError::new("UNSUPPORTED", format!("there is no tool {tool}")));
        };
        let answer = dispatch(&declared.within(self), Some(action), params, None);
        match answer.error {
            None => Ok(answer.data),
            Some(problem) => Err(ToolError {
                code: problem.code.as_str().to_owned(),
                message: problem.message,
                details: Some(problem.details),
            }),
        }
    }
}
