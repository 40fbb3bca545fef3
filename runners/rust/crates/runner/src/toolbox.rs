//! The tools, and what of the outside they get: the environment of this process.

use std::env::vars_os;
use std::ffi::OsString;
use std::sync::OnceLock;

use hanzo_tools::{Declare, Toolbox};

/// The one list of tools.
const TOOLS: &[Declare] = &[
    ("code", hanzo_tool_code::tool),
    ("fs", hanzo_tool_fs::tool),
    ("hanzo", hanzo_tool_hanzo::tool),
    ("llm", hanzo_tool_llm::tool),
    ("memory", hanzo_tool_memory::tool),
    ("net", hanzo_tool_net::tool),
    ("proc", hanzo_tool_proc::tool),
    ("test", hanzo_tool_test::tool),
    ("ui", hanzo_tool_ui::tool),
    ("vcs", hanzo_tool_vcs::tool),
    ("ws", hanzo_tool_ws::tool),
];

/// The toolbox of this process.
pub(crate) fn toolbox() -> &'static Toolbox {
    static TOOLBOX: OnceLock<Toolbox> = OnceLock::new();
    TOOLBOX.get_or_init(|| {
        let readable = |(name, value): (OsString, OsString)| {
            Some((name.into_string().ok()?, value.into_string().ok()?))
        };
        Toolbox::new(TOOLS, vars_os().filter_map(readable).collect())
    })
}
