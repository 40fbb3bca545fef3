use hanzo_adapter::{operations, reply, shape};
use hanzo_permissions::{audit, matches, Evaluation, InvalidMode, TimestampMs};
use hanzo_permissions::{PermissionPolicy, PermissionRule};

use crate::refusal::Refusal;

shape! { struct Rule { tool_pattern: String, mode: String, reason?: Option<String> } }

operations! {
    pub(crate) fn register where Error = Refusal;

    "permissions.match" (pattern: String, name: String) =>
        reply! { matches: matches(&pattern, &name) };
    "permissions.evaluate" (rules: Vec<Rule>, tool_name: String) => {
        let (policy, owned) = (policy(rules)?, str::to_owned);
        let Evaluation { mode, rule_matched, reason } = policy.explain(&tool_name);
        reply! { mode, rule_matched: rule_matched.map(owned), reason: reason.map(owned) }
    };
    "permissions.audit" (rules: Vec<Rule>, tool_name: String, session_id: String,
                         timestamp_ms: TimestampMs) =>
        reply! { record: audit(&policy(rules)?, &tool_name, &session_id, timestamp_ms) };
}

fn policy(rules: Vec<Rule>) -> Result<PermissionPolicy, InvalidMode> {
    let judge = |Rule { tool_pattern, mode, reason }| {
        Ok(PermissionRule { tool_pattern, mode: mode.parse()?, reason })
    };
    rules.into_iter().map(judge).collect()
}
