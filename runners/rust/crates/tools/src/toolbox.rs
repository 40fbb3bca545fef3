//! Calls by the name of a tool, in one workspace after the other.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

use hanzo_envelope::{dispatch, Envelope};
use serde_json::{Map, Value};

use crate::context::Context;
use crate::declaring::Declaration;

/// Some tools; what their calls leave is kept by workspace.
pub struct Toolbox {
    tools: Arc<[Declaration]>,
    environment: BTreeMap<String, String>,
    contexts: Mutex<HashMap<String, Arc<Context>>>,
}

impl Toolbox {
    /// A toolbox of these tools; `environment` are the variables that they may pass on.
    #[must_use]
    pub fn new(
        tools: impl IntoIterator<Item = Declaration>,
        environment: BTreeMap<String, String>,
    ) -> Self {
        Self { tools: tools.into_iter().collect(), environment, contexts: Mutex::default() }
    }

    /// What the tools declare.
    #[must_use]
    pub fn declarations(&self) -> &[Declaration] {
        &self.tools
    }

    /// The envelope that answers a call; none when there is no tool of this name.
    #[must_use]
    pub fn call(
        &self,
        root: &str,
        tool: &str,
        action: Option<&str>,
        params: &Map<String, Value>,
        trace_id: Option<&str>,
    ) -> Option<Envelope> {
        let declared = self.tools.iter().find(|declared| declared.name == tool)?;
        let context = self.context(root);
        Some(dispatch(&declared.within(&context), action, params, trace_id))
    }

    fn context(&self, root: &str) -> Arc<Context> {
        let mut contexts = self.contexts.lock().unwrap_or_else(PoisonError::into_inner);
        let found = contexts.entry(root.to_owned()).or_insert_with(|| {
            Context::new(root, self.environment.clone(), Arc::clone(&self.tools))
        });
        Arc::clone(found)
    }
}
