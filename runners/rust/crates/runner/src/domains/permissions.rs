//! `permissions.match`, `permissions.evaluate` and `permissions.audit`.

use hanzo_adapter::{Adapter, Failure, Object};
use hanzo_permissions::{
    audit, matches, AuditRecord, PermissionMode, PermissionPolicy, PermissionRule, TimestampMs,
};
use serde::{Deserialize, Serialize};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Match {
    pattern: String,
    name: String,
}

#[derive(Serialize)]
struct Matched {
    matches: bool,
}

/// A rule whose mode has not been judged yet; a reason that is null is none.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Rule {
    tool_pattern: String,
    mode: String,
    reason: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Evaluate {
    rules: Vec<Object<Rule>>,
    tool_name: String,
}

#[derive(Serialize)]
struct Evaluated {
    mode: PermissionMode,
    rule_matched: Option<String>,
    reason: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Audit {
    rules: Vec<Object<Rule>>,
    tool_name: String,
    session_id: String,
    timestamp_ms: TimestampMs,
}

#[derive(Serialize)]
struct Audited {
    record: AuditRecord,
}

pub(crate) fn register(adapter: &mut Adapter) {
    adapter.register("permissions.match", |Match { pattern, name }| {
        Ok(Matched { matches: matches(&pattern, &name) })
    });
    adapter.register("permissions.evaluate", |Evaluate { rules, tool_name }| {
        let policy = policy(rules)?;
        let outcome = policy.explain(&tool_name);
        Ok(Evaluated {
            mode: outcome.mode,
            rule_matched: outcome.rule_matched.map(str::to_owned),
            reason: outcome.reason.map(str::to_owned),
        })
    });
    adapter.register("permissions.audit", |given: Audit| {
        let policy = policy(given.rules)?;
        let record = audit(&policy, &given.tool_name, &given.session_id, given.timestamp_ms);
        Ok(Audited { record })
    });
}

/// All modes are judged before any tool is.
fn policy(rules: Vec<Object<Rule>>) -> Result<PermissionPolicy, Failure> {
    let judge = |Object(Rule { tool_pattern, mode, reason })| {
        let mode = mode.parse()?;
        Ok(PermissionRule { tool_pattern, mode, reason })
    };
    let rules: Result<Vec<_>, hanzo_permissions::InvalidMode> =
        rules.into_iter().map(judge).collect();
    rules
        .map(PermissionPolicy::new)
        .map_err(|error| Failure::domain(error.code(), error.to_string()))
}
