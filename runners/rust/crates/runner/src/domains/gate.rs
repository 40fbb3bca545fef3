use hanzo_adapter::{operations, reply, shape};
use hanzo_gate::{route, AgentLoop, Budget, MaxRequests, Server};
use hanzo_permissions::{PermissionPolicy, PermissionRule, TimestampMs};
use hanzo_session::{Message, SessionCompactor};
use serde_json::{Map, Value};

use crate::refusal::Refusal;
use crate::wire::gate::{script, Event, Outcomes, ScriptedGate, ScriptedModel};

type Objects = Vec<Map<String, Value>>;

shape! { struct Rule { tool_pattern: String, mode: String, reason?: Option<String> } }
shape! { struct Wanted { name: String, input: Map<String, Value> } }
shape! { struct Cost { max_tokens: i64, reserve_recent: i64, summary: Option<String> } }
shape! { struct Told { name: String, tools: Vec<String> } }

operations! {
    pub(crate) fn register where Error = Refusal;

    "gate.call" (call: Wanted, rules: Vec<Rule>, session_id: String, timestamp_ms: TimestampMs,
                 outcomes: Outcomes) => {
        let policy = policy(rules)?;
        let pass = |gate: &mut hanzo_gate::Gate<'_>| gate.call(&call.name, &call.input);
        let (asked, passage) = script(&outcomes, &policy, &session_id, timestamp_ms, pass);
        let result = passage.result;
        reply! {
            // The policy is the first to be asked, and leaves a record.
            asked: passage.audit.iter().map(|_| "policy").chain(asked).collect::<Vec<_>>(),
            result: serde_json::json!({
                "output": result.output, "error": result.error, "is_error": result.is_error,
            }),
            blocked_by: passage.blocked_by,
            audit: passage.audit
        }
    };
    "gate.run" (messages: Objects, tools: Vec<String>, rules: Vec<Rule>, model: Vec<Vec<Event>>,
                outcomes: std::collections::HashMap<String, Outcomes>, max_requests: i64,
                budget: Option<Cost>) => {
        let max_requests = MaxRequests::try_from(max_requests)?;
        let policy = policy(rules)?;
        let summary = budget.as_ref().and_then(|cost| cost.summary.clone());
        let summarise = |_: &[Message]| summary.clone();
        let budget = match budget {
            None => None,
            Some(cost) => Some(Budget {
                compactor: SessionCompactor::new(cost.max_tokens, cost.reserve_recent)?,
                summarise: &summarise,
            }),
        };
        let messages =
            messages.into_iter().map(Message::try_from).collect::<Result<Vec<_>, _>>()?;
        let mut agent = AgentLoop {
            model: &mut ScriptedModel(model.into_iter()),
            gate: &mut ScriptedGate { policy: &policy, outcomes: &outcomes },
            tools, max_requests, budget,
            log: &mut |_| {},
        };
        Ok(agent.run(messages)?)
    };
    "gate.route" (servers: Vec<Told>, name: String) => {
        let servers: Vec<Server> =
            servers.into_iter().map(|Told { name, tools }| Server { name, tools }).collect();
        let (server, tool) = route(&servers, &name)?.unzip();
        reply! { server, tool }
    };
}

fn policy(rules: Vec<Rule>) -> Result<PermissionPolicy, Refusal> {
    let judge = |Rule { tool_pattern, mode, reason }| {
        Ok(PermissionRule { tool_pattern, mode: mode.parse()?, reason })
    };
    rules.into_iter().map(judge).collect()
}
