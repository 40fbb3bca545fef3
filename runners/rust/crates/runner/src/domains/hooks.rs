use std::collections::BTreeMap;
use std::path::PathBuf;

use hanzo_adapter::{operations, reply};
use hanzo_hooks::{judge, prepare, read_hooks, select, Call, HookRunner};
use serde_json::{Map, Value};

use crate::refusal::Refusal;
use crate::wire::hooks::{Ended, Returned};

type Hooks = Vec<Map<String, Value>>;

operations! {
    pub(crate) fn register where Error = Refusal;

    "hooks.select" (hooks: Hooks, event: String, tool_name: String) => {
        let hooks = read_hooks(&hooks)?;
        reply! { matching: select(&hooks, event.parse()?, &tool_name) }
    };
    "hooks.prepare" (event: String, tool_name: String, input: Map<String, Value>,
                     session_id: String, result?: Option<Returned>, parent: BTreeMap<String, String>) => {
        let result = result.map(Into::into);
        let call = Call {
            event: event.parse()?, tool_name: &tool_name, input: &input, session_id: &session_id,
            result: result.as_ref(),
        };
        let given = prepare(&call)?;
        reply! { env: given.environment(parent), stdin: given.stdin }
    };
    "hooks.judge" (event: String, ended: Vec<Ended>) => {
        Ok(judge(event.parse()?, ended.into_iter().map(|Ended(end)| end)))
    };
    "hooks.run" (workspace: PathBuf, hooks: Hooks, event: String, tool_name: String,
                 input: Map<String, Value>, session_id: String, result?: Option<Returned>) => {
        let own = std::env::vars_os();
        let runner = HookRunner::new(read_hooks(&hooks)?, &workspace, &session_id, own)?;
        let result = result.map(Into::into);
        Ok(runner.run(event.parse()?, &tool_name, &input, result.as_ref())?)
    };
}
