//! A call of a tool: from the name of an action and its parameters to an envelope.

use std::any::Any;
use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fmt;
use std::panic::{catch_unwind, AssertUnwindSafe};

use serde_json::{json, Map, Value};

use crate::built_in;
use crate::codes::{Code, BUILT_IN};
use crate::envelope::{error, success, Envelope, Paging, SuccessMeta};
use crate::parameters::violations;
use crate::schema::Schema;

/// A tool with its actions by name.
pub struct Tool {
    /// The tool's name.
    pub name: String,
    /// The tool's version.
    pub version: String,
    /// What does the work, if that has a name.
    pub backend: Option<String>,
    /// What it can do; `help` and `schema` are never reached, `status` replaces the built-in one.
    pub actions: BTreeMap<String, Action>,
}

type Run = dyn Fn(&Map<String, Value>) -> Result<Outcome, ToolError>;

/// One action: the schema of its parameters, and what runs once they are sound.
pub struct Action {
    /// What the parameters must be.
    pub params: Schema,
    /// A panic in it is answered as `ERROR`, with the text of the panic.
    pub run: Box<Run>,
}

impl Action {
    /// An action of this function.
    pub fn new(
        params: Schema,
        run: impl Fn(&Map<String, Value>) -> Result<Outcome, ToolError> + 'static,
    ) -> Self {
        Self { params, run: Box::new(run) }
    }
}

/// What an action returns.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Outcome {
    /// Any JSON value.
    pub data: Value,
    /// What did the work, if it is not what the tool names.
    pub backend: Option<String>,
    /// None for what has no pages.
    pub paging: Option<Paging>,
}

impl From<Value> for Outcome {
    fn from(data: Value) -> Self {
        Self { data, ..Self::default() }
    }
}

/// A failure that an action foresees.
#[derive(Debug, Clone, PartialEq)]
pub struct ToolError {
    /// One of the codes; any other text becomes `ERROR`.
    pub code: String,
    /// For people.
    pub message: String,
    /// What the code needs to be acted upon.
    pub details: Option<Map<String, Value>>,
}

impl ToolError {
    /// A failure without details.
    pub fn new(code: impl Into<String>, message: impl Into<String>) -> Self {
        Self { code: code.into(), message: message.into(), details: None }
    }
}

impl fmt::Display for ToolError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: {}", self.code, self.message)
    }
}

impl Error for ToolError {}

/// The envelope that answers a call; no action means help.
///
/// Spec: HIP-0300 (Base Class; Built-in Actions).
pub fn dispatch(
    tool: &Tool,
    action: Option<&str>,
    params: &Map<String, Value>,
    trace_id: Option<&str>,
) -> Envelope {
    let asked = action.unwrap_or("help");
    let trace_id = trace_id.map(str::to_owned);
    let answer = answer(tool, asked, params).and_then(|outcome| {
        let backend = outcome.backend.or_else(|| tool.backend.clone());
        let meta = SuccessMeta { trace_id: trace_id.clone(), backend, paging: outcome.paging };
        // An action whose paging contradicts itself has failed in a way that it does not foresee.
        success(&tool.name, asked, outcome.data, meta)
            .map_err(|problem| ToolError::new(Code::Error.as_str(), problem.to_string()))
    });
    answer.unwrap_or_else(|failure| {
        error(&tool.name, asked, &failure.code, failure.message, failure.details, trace_id)
    })
}

fn answer(tool: &Tool, asked: &str, params: &Map<String, Value>) -> Result<Outcome, ToolError> {
    if let Some(data) = built_in::answer(tool, asked) {
        return Schema::default().judge(params).map(|()| Outcome::from(data));
    }
    let action = tool.actions.get(asked).ok_or_else(|| unknown(tool, asked))?;
    action.params.judge(params)?;
    // What a panic tore is the action's own; nothing of it is read here.
    catch_unwind(AssertUnwindSafe(|| (action.run)(params)))
        .unwrap_or_else(|panic| Err(ToolError::new(Code::Error.as_str(), words(panic.as_ref()))))
}

impl Schema {
    /// Whether parameters are as the schema says.
    ///
    /// # Errors
    ///
    /// `INVALID_PARAMS` with all `violations`, sorted.
    pub fn judge(&self, params: &Map<String, Value>) -> Result<(), ToolError> {
        let broken = violations(self, params);
        if broken.is_empty() {
            return Ok(());
        }
        let message: Vec<String> =
            broken.iter().map(|item| format!("{} breaks {}", item.pointer, item.rule)).collect();
        let details = Map::from_iter([("violations".to_owned(), json!(broken))]);
        Err(ToolError {
            details: Some(details),
            ..ToolError::new(Code::InvalidParams.as_str(), message.join("; "))
        })
    }
}

fn unknown(tool: &Tool, asked: &str) -> ToolError {
    let available: BTreeSet<&str> =
        tool.actions.keys().map(String::as_str).chain(BUILT_IN).collect();
    let details = Map::from_iter([("available".to_owned(), json!(available))]);
    let message = format!("{} has no action {asked:?}", tool.name);
    ToolError { details: Some(details), ..ToolError::new(Code::UnknownAction.as_str(), message) }
}

fn words(panic: &(dyn Any + Send)) -> String {
    let text = panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied());
    text.unwrap_or("the action panicked").to_owned()
}
