use std::env::vars_os;
use std::ffi::OsString;
use std::sync::OnceLock;

use hanzo_adapter::{operations, Failure};
use hanzo_tools::{Declare, Toolbox};
use serde_json::{Map, Value};

/// The one list of tools.
const TOOLS: &[Declare] = &[
    ("code", hanzo_tool_code::tool),
    ("fs", hanzo_tool_fs::tool),
    ("net", hanzo_tool_net::tool),
    ("proc", hanzo_tool_proc::tool),
    ("test", hanzo_tool_test::tool),
    ("ui", hanzo_tool_ui::tool),
    ("vcs", hanzo_tool_vcs::tool),
    ("ws", hanzo_tool_ws::tool),
];

static TOOLBOX: OnceLock<Toolbox> = OnceLock::new();

operations! {
    pub(crate) fn register;

    "tools.call" (workspace: String, tool: String, action?: Option<String>,
                  params?: Option<Map<String, Value>>, trace_id?: Option<String>) => {
        let toolbox = TOOLBOX.get_or_init(|| {
            let readable = |(name, value): (OsString, OsString)| {
                Some((name.into_string().ok()?, value.into_string().ok()?))
            };
            Toolbox::new(TOOLS, vars_os().filter_map(readable).collect())
        });
        let params = params.unwrap_or_default();
        toolbox
            .call(&workspace, &tool, action.as_deref(), &params, trace_id.as_deref())
            .ok_or_else(|| Failure::invalid_params(format!("there is no tool {tool}")))
    };
}
