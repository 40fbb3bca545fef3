//! The order of permission rules, which merging objects does not tell.

use std::collections::HashSet;

use hanzo_permissions::PermissionRule;
use serde_json::{Map, Value};

/// The rules of `permissions`, the first to match first; `tiers` from lowest to highest.
///
/// A rule of a higher tier precedes all of a lower one, so that it can overrule them; within a
/// tier the order is that of the file. What a null removes below stays removed.
pub(crate) fn permission_rules<'a>(
    tiers: impl DoubleEndedIterator<Item = &'a Map<String, Value>>,
) -> Vec<PermissionRule> {
    let mut rules = Vec::new();
    let mut settled = HashSet::new();
    for tier in tiers.rev() {
        let permissions = match tier.get("permissions") {
            None => continue,
            Some(Value::Object(permissions)) => permissions,
            // Null: this tier removes whatever the tiers below say.
            Some(_) => break,
        };
        for (pattern, mode) in permissions {
            if !settled.insert(pattern) {
                continue;
            }
            // Types were checked before: what is no mode is null, and only settles the pattern.
            if let Some(Ok(mode)) = mode.as_str().map(str::parse) {
                let tool_pattern = pattern.clone();
                rules.push(PermissionRule { tool_pattern, mode, reason: None });
            }
        }
    }
    rules
}
