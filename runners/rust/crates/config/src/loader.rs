//! The load: three tiers, the environment and the defaults become one configuration.

use std::collections::HashMap;
use std::fmt;
use std::hash::BuildHasher;

use hanzo_permissions::PermissionRule;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::error::ConfigError;
use crate::members::defaults;
use crate::merge_patch::merge_objects;
use crate::rules::permission_rules;
use crate::servers::active_servers;
use crate::tiers::{read_tier, Tier, Warned};

/// Environment variables that precede every file, and the members that they set.
const VARIABLES: [(&str, &str); 2] = [("HANZO_API_KEY", "api_key"), ("HANZO_MODEL", "model")];

/// What a load gives; as JSON it has the credentials too, unlike in a log.
#[derive(Clone, PartialEq, Serialize)]
pub struct Loaded {
    /// Every member of the configuration, those that no tier sets by their defaults.
    pub config: Map<String, Value>,
    /// The names of the servers that are not disabled, sorted by their UTF-8 bytes.
    pub active_servers: Vec<String>,
    /// The rules of `permissions`, the first to match first.
    pub permission_rules: Vec<PermissionRule>,
    /// The credentials that were left out, project before local.
    pub warnings: Vec<Warned>,
}

impl fmt::Debug for Loaded {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Keys, credentials and the servers' environment must not end up in a log.
        formatter
            .debug_struct("Loaded")
            .field("active_servers", &self.active_servers)
            .field("permission_rules", &self.permission_rules)
            .field("warnings", &self.warnings)
            .finish_non_exhaustive()
    }
}

/// The configuration of three settings files, given as bytes, and of the environment.
///
/// A file that is missing is none; an empty file is a failure.
///
/// # Errors
/// `CONFIG_PARSE`, `CONFIG_AMBIGUOUS` or `CONFIG_TYPE` for the first tier, from user to local,
/// that has a problem.
///
/// Spec: HIP-0301 §4; RFC 7396.
pub fn load_config<S: BuildHasher>(
    user: Option<&[u8]>,
    project: Option<&[u8]>,
    local: Option<&[u8]>,
    env: &HashMap<String, String, S>,
) -> Result<Loaded, ConfigError> {
    let files = [(Tier::User, user), (Tier::Project, project), (Tier::Local, local)];
    let mut tiers = Vec::with_capacity(files.len());
    let mut warnings = Vec::new();
    for (tier, data) in files {
        if let Some(data) = data {
            let (content, warned) = read_tier(tier, data)?;
            tiers.push(content);
            warnings.extend(warned);
        }
    }
    let mut merged = Map::new();
    for content in &tiers {
        merge_objects(&mut merged, content);
    }
    for (variable, member) in VARIABLES {
        if let Some(value) = env.get(variable).filter(|value| !value.is_empty()) {
            merged.insert(member.to_owned(), Value::from(value.as_str()));
        }
    }
    let mut config = defaults();
    config.extend(merged);
    Ok(Loaded {
        active_servers: active_servers(&config["mcp_servers"]),
        permission_rules: permission_rules(tiers.iter()),
        config,
        warnings,
    })
}
