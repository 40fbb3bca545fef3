use hanzo_adapter::{operations, reply, shape};
use hanzo_permissions::{audit, matches, PermissionPolicy, PermissionRule, TimestampMs};

use crate::refusal::Refusal;

shape! { struct Rule { tool_pattern: String, mode: String, reason?: Option<String> } }

operations! {
    pub(crate) fn register where Error = Refusal;

    "permissions.match" (pattern: String, name: String) =>
        reply! { matches: matches(&pattern, &name) };
    "permissions.evaluate" (rules: Vec<Rule>, tool_name: String) => {
        let policy = policy(rules)?;
        let told = policy.explain(&tool_name);
        let text = |part: Option<&str>| part.map(str::to_owned);
        reply! { mode: told.mode, rule_matched: text(told.rule_matched), reason: text(told.reason) }
    };
    "permissions.audit" (rules: Vec<Rule>, tool_name: String, session_id: String,
                         timestamp_ms: TimestampMs) =>
        reply! { record: audit(&policy(rules)?, &tool_name, &session_id, timestamp_ms) };
}

fn policy(rules: Vec<Rule>) -> Result<PermissionPolicy, Refusal> {
    let judge = |Rule { tool_pattern, mode, reason }| {
        Ok(PermissionRule { tool_pattern, mode: mode.parse()?, reason })
    };
    rules.into_iter().map(judge).collect()
}
