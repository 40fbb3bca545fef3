use hanzo_adapter::{operations, reply};
use hanzo_migration::{allowed, migrate, Mode};
use serde_json::{Map, Value};

use crate::refusal::Refusal;

operations! {
    pub(crate) fn register where Error = Refusal;

    "migration.migrate" (tool: String, args: Map<String, Value>) => {
        let call = migrate(&tool, &args)?;
        reply! { tool: call.tool, action: call.action, args: call.args }
    };
    "migration.allowed" (mode: Mode, tool: String, action: String) =>
        reply! { allowed: allowed(mode, &tool, &action) };
}
