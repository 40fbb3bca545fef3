//! The five operations on envelopes, calls and pages.

use std::collections::BTreeMap;
use std::panic::resume_unwind;

use hanzo_adapter::{Adapter, Failure, Object};
use hanzo_envelope::{
    check, dispatch, error, page, success, Action, InvalidParams, Item, Outcome, Paging, Schema,
    SuccessMeta, Tool, ToolError, Violation,
};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Success {
    tool: String,
    action: String,
    data: Value,
    trace_id: Option<String>,
    backend: Option<String>,
    paging: Option<Object<Paging>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Error {
    tool: String,
    action: String,
    code: String,
    message: String,
    details: Option<Map<String, Value>>,
    trace_id: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Check {
    envelope: Value,
}

#[derive(Serialize)]
struct Checked {
    violations: Vec<Violation>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Dispatch {
    tool: Object<DeclaredTool>,
    call: Object<Call>,
    // Named here and below, so that the member may be null but not absent.
    #[serde(deserialize_with = "Option::deserialize")]
    trace_id: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DeclaredTool {
    name: String,
    version: String,
    #[serde(deserialize_with = "Option::deserialize")]
    backend: Option<String>,
    actions: BTreeMap<String, Object<DeclaredAction>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DeclaredAction {
    params: Schema,
    outcome: DeclaredOutcome,
}

/// What running the action comes to.
#[derive(Deserialize)]
#[serde(untagged)]
enum DeclaredOutcome {
    Found(Object<Found>),
    Failed(Object<Failed>),
    Raised(Object<Raised>),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Found {
    data: Value,
    backend: Option<String>,
    paging: Option<Object<Paging>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Failed {
    error: Object<Foreseen>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Foreseen {
    code: String,
    message: String,
    details: Option<Map<String, Value>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Raised {
    raised: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Call {
    action: Option<String>,
    params: Map<String, Value>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct List {
    items: Vec<Object<Item>>,
    limit: Option<i64>,
    cursor: Option<String>,
    query: Value,
}

#[derive(Serialize)]
struct Part {
    items: Vec<Item>,
    paging: Paging,
}

pub(crate) fn register(adapter: &mut Adapter) {
    adapter.register("envelope.success", |given: Success| {
        let paging = given.paging.map(|Object(paging)| paging);
        let meta = SuccessMeta { trace_id: given.trace_id, backend: given.backend, paging };
        success(given.tool, given.action, given.data, meta).map_err(failure)
    });
    adapter.register("envelope.error", |given: Error| {
        let Error { tool, action, code, message, details, trace_id } = given;
        Ok(error(tool, action, &code, message, details, trace_id))
    });
    adapter.register("envelope.check", |Check { envelope }| {
        Ok(Checked { violations: check(&envelope) })
    });
    adapter.register("envelope.dispatch", |Dispatch { tool, call, trace_id }| {
        let Object(Call { action, params }) = call;
        Ok(dispatch(&tool.0.into(), action.as_deref(), &params, trace_id.as_deref()))
    });
    adapter.register("envelope.page", |List { items, limit, cursor, query }| {
        let items: Vec<Item> = items.into_iter().map(|Object(item)| item).collect();
        let page = page(&items, &query, limit, cursor.as_deref()).map_err(failure)?;
        let paging = Paging { more: page.more(), cursor: page.cursor };
        Ok(Part { items: page.items.to_vec(), paging })
    });
}

impl From<DeclaredTool> for Tool {
    fn from(tool: DeclaredTool) -> Self {
        let DeclaredTool { name, version, backend, actions } = tool;
        let act = |(name, Object(action)): (String, Object<DeclaredAction>)| {
            let DeclaredAction { params, outcome } = action;
            (name, Action::new(params, move |_| outcome.run()))
        };
        Self { name, version, backend, actions: actions.into_iter().map(act).collect() }
    }
}

impl DeclaredOutcome {
    fn run(&self) -> Result<Outcome, ToolError> {
        match self {
            Self::Found(Object(found)) => Ok(Outcome {
                data: found.data.clone(),
                backend: found.backend.clone(),
                paging: found.paging.clone().map(|Object(paging)| paging),
            }),
            Self::Failed(Object(Failed { error: Object(error) })) => Err(ToolError {
                code: error.code.clone(),
                message: error.message.clone(),
                details: error.details.clone(),
            }),
            // A panic like any other, but for the report on stderr that a hook would write.
            Self::Raised(Object(Raised { raised })) => resume_unwind(Box::new(raised.clone())),
        }
    }
}

fn failure(error: InvalidParams) -> Failure {
    Failure::domain(error.code(), error.to_string())
}
