//! The optional tool `memory`: texts and facts that outlive a call, in three scopes.
//!
//! What its actions do is the crate `hanzo-memory`; here is where the state is kept.

mod parts;
mod store;

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use hanzo_envelope::{Outcome, ToolError};
use hanzo_memory::{schema, Memory, State, ACTIONS};
use hanzo_tools::{failure, tool as declared, Context, Declaration, DeclaredAction};
use serde_json::{json, Map, Value};

use crate::parts::{differs, divided, whole, Parts};
use crate::store::Store;

/// Calls in several workspaces have one file of the user in common.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

/// What is remembered while the server runs.
#[derive(Default)]
struct Session(Mutex<State>);

/// The tool as it works in any workspace.
#[must_use]
pub fn tool() -> Declaration {
    let declare = |name| {
        let run = move |context: &Arc<Context>, params: &_| act(context, name, params);
        Some(DeclaredAction::new(name, schema(name)?, run))
    };
    declared("memory", None, ACTIONS.into_iter().filter_map(declare))
}

/// One call. Spec: KEPT-1 to KEPT-8
fn act(
    context: &Arc<Context>,
    action: &str,
    params: &Map<String, Value>,
) -> Result<Outcome, ToolError> {
    let _alone = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let session = context.keep::<Session>();
    let mut session = session.0.lock().unwrap_or_else(PoisonError::into_inner);
    let project = Store::of_project(&context.workspace)?;
    let user = Store::of_user(&context.environment);
    let before = Parts {
        session: session.clone(),
        project: project.load()?,
        global: user.as_ref().map_or_else(|| Ok(State::default()), Store::load)?,
    };
    let applied = Memory::new(whole(&before)).apply(action, params, now_ms())?;
    let after = divided(&applied.state);
    if differs(&before.global, &after.global) {
        let Some(user) = user else {
            let details = json!({"missing": "HOME"});
            return Err(failure("UNSUPPORTED", "the user has no folder here", details));
        };
        user.save(&after.global)?;
    }
    if differs(&before.project, &after.project) {
        project.save(&after.project)?;
    }
    if differs(&before.session, &after.session) {
        *session = after.session;
    }
    Ok(Outcome { data: applied.data, paging: applied.paging, ..Outcome::default() })
}

fn now_ms() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or_default()
}
