//! The tools, and what of the outside they get: the environment of this process.

use std::env::vars_os;
use std::ffi::OsString;
use std::sync::OnceLock;

use hanzo_tools::{Declaration, Toolbox};

/// The one list of tools.
const TOOLS: &[fn() -> Declaration] = &[
    hanzo_tool_code::tool,
    hanzo_tool_fs::tool,
    hanzo_tool_hanzo::tool,
    hanzo_tool_llm::tool,
    hanzo_tool_memory::tool,
    hanzo_tool_net::tool,
    hanzo_tool_proc::tool,
    hanzo_tool_test::tool,
    hanzo_tool_ui::tool,
    hanzo_tool_vcs::tool,
    hanzo_tool_ws::tool,
];

/// The toolbox of this process.
pub(crate) fn toolbox() -> &'static Toolbox {
    static TOOLBOX: OnceLock<Toolbox> = OnceLock::new();
    TOOLBOX.get_or_init(|| {
        let readable = |(name, value): (OsString, OsString)| {
            Some((name.into_string().ok()?, value.into_string().ok()?))
        };
        Toolbox::new(TOOLS.iter().map(|tool| tool()), vars_os().filter_map(readable).collect())
    })
}
