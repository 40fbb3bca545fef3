//! Calls and conversations: who is asked, who fails, what is left.

use std::cell::RefCell;
use std::env::vars_os;
use std::vec::IntoIter;

use hanzo_gate::{
    gate_name, route, AgentLoop, ApiClient, Blocker, Budget, ExecuteError, Failed, Gate, Hooks,
    MaxRequests, PermissionDecision, PermissionPrompter, Server, Stop, StreamEvent, ToolExecutor,
    ToolResult, ToolUse, Verdict,
};
use hanzo_hooks::{Event, HookConfig, HookRunner};
use hanzo_permissions::{PermissionMode, PermissionPolicy, PermissionRule, TimestampMs};
use hanzo_session::{Content, Message, SessionCompactor};
use serde_json::{json, Map, Value};

fn policy(mode: PermissionMode) -> PermissionPolicy {
    PermissionPolicy::new([PermissionRule { tool_pattern: "*".to_owned(), mode, reason: None }])
}

fn now_ms() -> TimestampMs {
    TimestampMs::try_from(1000).expect("a time that can be written")
}

fn input(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(members) => members,
        _ => panic!("an object was meant"),
    }
}

struct Tool(Result<&'static str, ExecuteError>);

impl ToolExecutor for Tool {
    fn execute(
        &mut self,
        _: &str,
        _: &Map<String, Value>,
        _: &str,
    ) -> Result<ToolResult, ExecuteError> {
        let output = self.0.clone()?.to_owned();
        Ok(ToolResult { output, error: None, is_error: false })
    }
}

struct Broken;

impl PermissionPrompter for Broken {
    fn request_permission(
        &mut self,
        _: &str,
        _: &Map<String, Value>,
    ) -> Result<PermissionDecision, Failed> {
        Err("not today".into())
    }
}

impl Hooks for Broken {
    fn run_pre(&mut self, _: &str, _: &Map<String, Value>) -> Result<Verdict, Failed> {
        Err("not today".into())
    }

    fn run_post(&mut self, _: &str, _: &Map<String, Value>, _: &ToolResult) -> Result<(), Failed> {
        Err("not today".into())
    }
}

fn gate<'a>(policy: &'a PermissionPolicy, executor: &'a mut dyn ToolExecutor) -> Gate<'a> {
    Gate { policy, executor, prompters: vec![], hooks: None, session_id: "s", now_ms: &now_ms }
}

#[test]
fn whoever_fails_to_decide_has_not_allowed() {
    let (ask, open) = (policy(PermissionMode::Prompt), policy(PermissionMode::Allow));
    let (mut tool, mut broken) = (Tool(Ok("done")), Broken);
    let mut asking = Gate { prompters: vec![&mut broken], ..gate(&ask, &mut tool) };
    let told = asking.call("tool", &Map::new());
    assert_eq!(told.blocked_by, Some(Blocker::Prompter));
    assert_eq!(told.result.error.as_deref(), Some("prompter failed"));
    let mut hooked = Gate { hooks: Some(&mut broken), ..gate(&open, &mut tool) };
    let told = hooked.call("tool", &Map::new());
    assert_eq!(told.blocked_by, Some(Blocker::Hook));
    assert_eq!(told.result.error.as_deref(), Some("hook failed"));
    let told = gate(&ask, &mut tool).call("tool", &Map::new());
    assert_eq!(told.result.error.as_deref(), Some("no prompter available"));
}

#[test]
fn a_failure_of_the_tool_is_its_result_and_blocks_nothing() {
    let open = policy(PermissionMode::Allow);
    for (outcome, error, cancelled) in [
        (ExecuteError::Failed("disk".to_owned()), "disk", false),
        (ExecuteError::Cancelled, "cancelled", true),
    ] {
        let told = gate(&open, &mut Tool(Err(outcome))).call("tool", &Map::new());
        assert_eq!(told.result.error.as_deref(), Some(error));
        assert_eq!((told.blocked_by, told.cancelled), (None, cancelled));
    }
}

#[test]
fn rules_know_a_tool_of_hip_0300_with_its_action() {
    for (name, given, expected) in [
        ("fs", json!({"action": "write"}), Some("fs.write")),
        ("fs", json!({"action": null}), Some("fs.help")),
        ("fs", json!({"action": 1}), None),
        ("Bash", json!({"action": 1}), Some("Bash")),
    ] {
        assert_eq!(gate_name(name, &input(given)).as_deref(), expected);
    }
}

struct Model(IntoIter<Vec<StreamEvent>>);

impl ApiClient for Model {
    fn send_message<'a>(
        &'a mut self,
        _: &[Message],
        _: &[String],
    ) -> Box<dyn Iterator<Item = StreamEvent> + 'a> {
        Box::new(self.0.next().into_iter().flatten())
    }
}

fn wants(id: &str, name: &str, given: Value) -> StreamEvent {
    StreamEvent::ToolUse(ToolUse { id: id.to_owned(), name: name.to_owned(), input: input(given) })
}

fn go() -> Vec<Message> {
    serde_json::from_value(json!([{"role": "user", "content": "go"}])).expect("a message")
}

#[test]
fn a_conversation_runs_with_real_hooks_and_leaves_its_audit_trail() {
    let folder = tempfile::tempdir().expect("a folder");
    let command = "grep -q secret && { echo no secrets >&2; exit 2; }; exit 0";
    let hook = HookConfig::new(Event::PreToolUse, command, "fs.*");
    let mut hooks =
        HookRunner::new(vec![hook], folder.path(), "s", vars_os()).expect("the hook is right");
    let (open, mut tool) = (policy(PermissionMode::Allow), Tool(Ok("done")));
    let streams = vec![
        vec![wants("1", "fs", json!({"action": "read"})), StreamEvent::MessageStop],
        vec![
            wants("2", "fs", json!({"action": "read", "path": "secret"})),
            wants("3", "nope", json!({})),
            StreamEvent::MessageStop,
        ],
        vec![StreamEvent::ContentDelta("half".to_owned())],
    ];
    let mut trail = Vec::new();
    let told = AgentLoop {
        model: &mut Model(streams.into_iter()),
        gate: &mut Gate { hooks: Some(&mut hooks), ..gate(&open, &mut tool) },
        tools: vec!["fs".to_owned()],
        max_requests: MaxRequests::try_from(5).expect("five are allowed"),
        budget: None,
        log: &mut |record| trail.push((record.timestamp.clone(), record.tool_name.clone())),
    }
    .run(go())
    .expect("the messages are right");
    assert_eq!((told.stop, told.requests, told.blocked), (Stop::Error, 3, vec!["2".to_owned()]));
    assert_eq!(told.partial, "half");
    let record = ("1970-01-01T00:00:01.000Z".to_owned(), "fs.read".to_owned());
    assert_eq!(trail, [record.clone(), record]);
    let Content::Blocks(results) = &told.messages[4].content else { panic!("results were meant") };
    assert_eq!(
        serde_json::to_value(results).expect("blocks are JSON"),
        json!([
            {"type": "tool_result", "tool_use_id": "2", "content": "no secrets", "is_error": true},
            {"type": "tool_result", "tool_use_id": "3", "content": "unknown tool", "is_error": true},
        ])
    );
}

#[test]
fn a_budget_asks_who_sums_up_before_each_request() {
    let (open, mut tool) = (policy(PermissionMode::Allow), Tool(Ok("done")));
    let streams = vec![
        vec![wants("1", "fs", json!({})), StreamEvent::MessageStop],
        vec![StreamEvent::MessageStop],
    ];
    let asked = RefCell::new(Vec::new());
    let summarise = |messages: &[Message]| {
        asked.borrow_mut().push(messages.len());
        None
    };
    let told = AgentLoop {
        model: &mut Model(streams.into_iter()),
        gate: &mut gate(&open, &mut tool),
        tools: vec!["fs".to_owned()],
        max_requests: MaxRequests::try_from(5).expect("five are allowed"),
        budget: Some(Budget {
            compactor: SessionCompactor::new(1000, 3).expect("a budget"),
            summarise: &summarise,
        }),
        log: &mut |_| {},
    }
    .run(go())
    .expect("the messages are right");
    assert_eq!((told.stop, asked.take()), (Stop::End, vec![1, 3]));
}

#[test]
fn a_loop_without_requests_is_refused() {
    for number in [0, -1] {
        let refused = MaxRequests::try_from(number).expect_err("there are none");
        assert_eq!(refused.code(), "INVALID_LIMIT");
    }
}

#[test]
fn a_route_is_what_the_registry_names() {
    let owned = |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect();
    let servers = [
        Server { name: "my files".to_owned(), tools: owned(&["read", ""]) },
        Server { name: String::new(), tools: owned(&["x"]) },
    ];
    let found = route(&servers, "mcp__my_files__read").expect("it is there");
    assert_eq!(found, Some(("my files".to_owned(), "read".to_owned())));
    assert_eq!(route(&servers, "fs"), Ok(None));
    assert_eq!(route(&servers, "mcp__x").expect_err("nobody's").code(), "UNKNOWN_TOOL");
}
