use hanzo_adapter::{operations, reply, Failure};
use hanzo_migration::{allowed, migrate};
use serde::Deserialize;
use serde_json::{Map, Value};

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Mode {
    Inspect,
    Apply,
    Verify,
    Ship,
}

operations! {
    pub(crate) fn register;

    "tools.migrate" (tool: String, args: Map<String, Value>) => {
        let call = migrate(&tool, &args)
            .map_err(|refused| Failure::domain(refused.code, refused.to_string()).with_details(refused.details))?;
        reply! { tool: call.tool, action: call.action, args: call.args }
    };
    "tools.allowed" (mode: Mode, tool: String, action: String) => {
        let mode = match mode {
            Mode::Inspect => "inspect",
            Mode::Apply => "apply",
            Mode::Verify => "verify",
            Mode::Ship => "ship",
        };
        reply! { allowed: allowed(mode, &tool, &action) }
    };
}
