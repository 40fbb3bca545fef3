//! `config.merge` and `config.argv`.

use std::collections::HashMap;

use hanzo_adapter::{Adapter, Base64, Failure};
use hanzo_config::{argv, load_config, Command, ConfigError, Warned};
use hanzo_permissions::{PermissionMode, PermissionRule};
use serde::{Deserialize, Serialize};
use serde_json::{json, Map, Value};

/// Each of the files may be null, which means that it is missing, but not absent.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Merge {
    #[serde(deserialize_with = "Option::deserialize")]
    user_b64: Option<Base64>,
    #[serde(deserialize_with = "Option::deserialize")]
    project_b64: Option<Base64>,
    #[serde(deserialize_with = "Option::deserialize")]
    local_b64: Option<Base64>,
    env: HashMap<String, String>,
}

#[derive(Serialize)]
struct Merged {
    config: Map<String, Value>,
    active_servers: Vec<String>,
    permission_rules: Vec<Rule>,
    warnings: Vec<Warned>,
}

#[derive(Serialize)]
struct Rule {
    tool_pattern: String,
    mode: PermissionMode,
}

impl From<PermissionRule> for Rule {
    fn from(rule: PermissionRule) -> Self {
        Self { tool_pattern: rule.tool_pattern, mode: rule.mode }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Start {
    command: Command,
    args: Vec<String>,
}

#[derive(Serialize)]
struct Words {
    argv: Vec<String>,
}

pub(crate) fn register(adapter: &mut Adapter) {
    adapter.register("config.merge", |given: Merge| {
        let [user, project, local] = [&given.user_b64, &given.project_b64, &given.local_b64]
            .map(|file| file.as_ref().map(|bytes| bytes.0.as_slice()));
        let loaded = load_config(user, project, local, &given.env).map_err(failure)?;
        Ok(Merged {
            config: loaded.config,
            active_servers: loaded.active_servers,
            permission_rules: loaded.permission_rules.into_iter().map(Rule::from).collect(),
            warnings: loaded.warnings,
        })
    });
    adapter.register("config.argv", |Start { command, args }| {
        Ok(Words { argv: argv(&command, &args) })
    });
}

#[allow(clippy::needless_pass_by_value)] // it is what `map_err` passes
fn failure(error: ConfigError) -> Failure {
    Failure::domain(error.code(), error.to_string())
        .with_details(json!({ "tier": error.tier(), "path": error.path() }))
}
