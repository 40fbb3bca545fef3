//! A memory as a value: what is remembered, and the one way to ask it or to change it.

use hanzo_envelope::ToolError;
use serde::de::DeserializeOwned;
use serde_json::{json, Map, Value};

use crate::applied::Applied;
use crate::schemas::schema;
use crate::state::{State, ACTIONS};
use crate::{entries, facts};

/// What is remembered; a call gives a new state and leaves this one.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Memory {
    state: State,
}

impl Memory {
    /// The memory of a state.
    #[must_use]
    pub fn new(state: State) -> Self {
        Self { state }
    }

    /// What a call answers, and the state afterwards; `now_ms` is its time.
    ///
    /// # Errors
    ///
    /// `UNKNOWN_ACTION` with the actions that are `available`, `INVALID_PARAMS` with `violations`,
    /// `NOT_FOUND` with the `id`.
    ///
    /// Spec: MEMORY-1 to MEMORY-6
    pub fn apply(
        &self,
        action: &str,
        params: &Map<String, Value>,
        now_ms: u64,
    ) -> Result<Applied, ToolError> {
        let Some(schema) = schema(action) else { return Err(unknown(action)) };
        schema.judge(params)?;
        let state = &self.state;
        match action {
            "create" => entries::create(state, typed(params)?, now_ms),
            "delete" => entries::delete(state, typed(params)?),
            "facts" => facts::facts(state, typed(params)?),
            "manage" => entries::manage(state, typed(params)?, now_ms),
            "recall" => entries::recall(state, &typed(params)?),
            "summarize" => entries::summarize(state, typed(params)?, now_ms),
            _ => entries::update(state, &typed(params)?, now_ms),
        }
    }
}

fn typed<P: DeserializeOwned>(params: &Map<String, Value>) -> Result<P, ToolError> {
    serde_json::from_value(Value::Object(params.clone()))
        .map_err(|problem| ToolError::new("ERROR", problem.to_string()))
}

fn unknown(action: &str) -> ToolError {
    let details = Map::from_iter([("available".to_owned(), json!(ACTIONS))]);
    let message = format!("a memory has no action {action:?}");
    ToolError { details: Some(details), ..ToolError::new("UNKNOWN_ACTION", message) }
}
