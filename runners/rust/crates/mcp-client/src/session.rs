//! A session with an MCP server, as a machine: what happens goes in, what is to be done comes out.
//!
//! Time is an argument, in ms, and never runs back. Bytes, processes and connections are elsewhere.

use std::collections::VecDeque;

use serde_json::{json, Map, Value};

use crate::action::{in_order, Action};
use crate::answers::{read_call, read_initialize, read_page, Refused, PROTOCOL_VERSIONS};
use crate::message::{id_of, judge, Id, Judged, Kind, Message, METHOD_NOT_FOUND, VERSION};
use crate::tool_cache::{FetchId, ToolCache};

const LIST_CHANGED: &str = "notifications/tools/list_changed";

/// Who greets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Client {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
}

/// How a transport has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// It is gone.
    Closed,
    /// It is there, but the server has forgotten the session.
    Expired,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    New,
    Initializing,
    Ready,
    Ended,
}

/// What an answer is waited for, and for whom.
#[derive(Debug, Clone, Copy)]
enum Wanted {
    /// Of nobody, where a session began anew.
    Initialize(Option<usize>),
    Page(FetchId),
    Call(usize),
    Request(usize),
}

#[derive(Debug)]
struct Request {
    id: String,
    due_ms: u64,
    wanted: Wanted,
}

/// One session, from connect to its end; every method gives actions in their order.
///
/// A step is a number that the caller gives to whatever it asks for, and gets back with its end.
/// `at` is the time in ms.
///
/// Spec: MCP 2025-11-25, Lifecycle; HIP-0301 §1.
#[derive(Debug)]
pub struct McpSession {
    timeout_ms: u64,
    phase: Phase,
    now_ms: u64,
    sent: u64,
    client: Value,
    has_tools: bool,
    /// In the order in which they were sent, which is the order in which they are due.
    pending: VecDeque<Request>,
    tools: ToolCache,
    /// Those of the event that goes on.
    actions: Vec<Action>,
}

impl McpSession {
    /// A session in which every answer is waited for so long.
    #[must_use]
    pub fn new(timeout_ms: u64) -> Self {
        Self {
            timeout_ms,
            phase: Phase::New,
            now_ms: 0,
            sent: 0,
            client: Value::Null,
            has_tools: false,
            pending: VecDeque::new(),
            tools: ToolCache::default(),
            actions: Vec::new(),
        }
    }

    /// When the next request is given up, if anything is waited for.
    #[must_use]
    pub fn due_ms(&self) -> Option<u64> {
        self.pending.front().map(|request| request.due_ms)
    }

    /// Time passes.
    pub fn tick(&mut self, at: u64) -> Vec<Action> {
        self.event(at, |_| ())
    }

    /// Greets the server as this client.
    pub fn connect(&mut self, step: usize, client: &Client, at: u64) -> Vec<Action> {
        self.event(at, |session| {
            if session.phase == Phase::New {
                session.client = json!({ "name": client.name, "version": client.version });
                session.initialize(Some(step));
            } else {
                session.reject(&[step], Refused::new("NOT_CONNECTED"));
            }
        })
    }

    /// Asks for the server's tools.
    pub fn list_tools(&mut self, step: usize, at: u64) -> Vec<Action> {
        self.when_ready(step, at, |session| {
            let none = || json!({ "tools": [], "generation": session.tools.generation });
            let kept = if session.has_tools { session.tools.kept.clone() } else { Some(none()) };
            if let Some(value) = kept {
                session.actions.push(Action::Resolve { step, value });
            } else if !session.tools.join(step) {
                let fetch = session.tools.begin(step);
                session.ask(Wanted::Page(fetch), "tools/list", json!({}));
            }
        })
    }

    /// Calls a tool.
    pub fn call_tool(
        &mut self,
        step: usize,
        name: &str,
        arguments: &Map<String, Value>,
        at: u64,
    ) -> Vec<Action> {
        self.when_ready(step, at, |session| {
            if session.has_tools {
                let params = json!({ "name": name, "arguments": arguments });
                session.ask(Wanted::Call(step), "tools/call", params);
            } else {
                session.reject(&[step], Refused::new("NO_TOOLS"));
            }
        })
    }

    /// Asks anything else; the result is given as it comes.
    pub fn request(
        &mut self,
        step: usize,
        method: &str,
        params: Map<String, Value>,
        at: u64,
    ) -> Vec<Action> {
        self.when_ready(step, at, |session| {
            session.ask(Wanted::Request(step), method, params.into());
        })
    }

    /// Ends it.
    pub fn close(&mut self, at: u64) -> Vec<Action> {
        self.event(at, |session| {
            if session.phase != Phase::Ended {
                session.end();
                session.actions.push(Action::Close);
            }
        })
    }

    /// The transport has ended.
    pub fn closed(&mut self, ending: Ending, at: u64) -> Vec<Action> {
        self.event(at, |session| match (ending, session.phase) {
            (Ending::Closed, _) => session.end(),
            (Ending::Expired, Phase::Initializing) => {
                // Nothing else is on its way before it is answered.
                if let Some(request) = session.pending.pop_front() {
                    session.fail(request.wanted, Refused::new("SESSION_EXPIRED"));
                }
            }
            (Ending::Expired, Phase::Ready) => {
                session.reject_all("SESSION_EXPIRED");
                session.tools.begin_generation();
                session.initialize(None);
            }
            (Ending::Expired, Phase::New | Phase::Ended) => (),
        })
    }

    /// A message has come; what is none is ignored.
    pub fn receive(&mut self, message: Message, at: u64) -> Vec<Action> {
        self.event(at, |session| {
            let Judged::Message { kind, message } = judge(message) else { return };
            if session.phase == Phase::Ended {
                return;
            }
            match kind {
                Kind::Request => session.answer(&message),
                Kind::Notification => {
                    if message["method"] == LIST_CHANGED {
                        session.tools.begin_generation();
                    }
                }
                Kind::Result | Kind::Error => session.settle(&message),
            }
        })
    }

    /// What has come is no message.
    pub fn invalid(&mut self, id: Option<&Id>, at: u64) -> Vec<Action> {
        self.failed(id, "INVALID_RESPONSE", at)
    }

    /// A request has ended without an answer.
    pub fn failed(&mut self, id: Option<&Id>, code: &str, at: u64) -> Vec<Action> {
        self.event(at, |session| {
            if let Some(wanted) = session.take_out(id) {
                session.fail(wanted, Refused::new(code.to_owned()));
            }
        })
    }

    /// What is due by then, and what happens behind it.
    fn event(&mut self, at: u64, happen: impl FnOnce(&mut Self)) -> Vec<Action> {
        self.now_ms = self.now_ms.max(at);
        let mut before = Vec::new();
        while let Some(request) = self.pop_due() {
            if !matches!(request.wanted, Wanted::Initialize(_)) {
                let params = json!({ "requestId": request.id, "reason": "timeout" });
                self.send([("method", "notifications/cancelled".into()), ("params", params)]);
            }
            self.fail(request.wanted, Refused::new("TIMEOUT"));
            before.extend(self.taken());
        }
        happen(self);
        before.extend(self.taken());
        before
    }

    /// The oldest request, if it is due by now.
    fn pop_due(&mut self) -> Option<Request> {
        if self.pending.front()?.due_ms > self.now_ms {
            return None;
        }
        self.pending.pop_front()
    }

    fn when_ready(&mut self, step: usize, at: u64, happen: impl FnOnce(&mut Self)) -> Vec<Action> {
        self.event(at, |session| {
            if session.phase == Phase::Ready {
                happen(session);
            } else {
                session.reject(&[step], Refused::new("NOT_CONNECTED"));
            }
        })
    }

    /// The actions of the event that ends here.
    fn taken(&mut self) -> Vec<Action> {
        in_order(std::mem::take(&mut self.actions))
    }

    fn send<const N: usize>(&mut self, members: [(&str, Value); N]) {
        let version = [("jsonrpc", VERSION.into())];
        let members = version.into_iter().chain(members);
        let message = members.map(|(name, value)| (name.to_owned(), value)).collect();
        self.actions.push(Action::Send { message });
    }

    fn ask(&mut self, wanted: Wanted, method: &str, params: Value) {
        self.sent += 1;
        let id = self.sent.to_string();
        let due_ms = self.now_ms.saturating_add(self.timeout_ms);
        self.send([("id", id.clone().into()), ("method", method.into()), ("params", params)]);
        self.pending.push_back(Request { id, due_ms, wanted });
    }

    fn initialize(&mut self, step: Option<usize>) {
        self.phase = Phase::Initializing;
        let params = json!({
            "protocolVersion": PROTOCOL_VERSIONS[0], "capabilities": {}, "clientInfo": self.client,
        });
        self.ask(Wanted::Initialize(step), "initialize", params);
    }

    fn answer(&mut self, message: &Message) {
        let id = json!(id_of(message));
        if message["method"] == "ping" {
            self.send([("id", id), ("result", json!({}))]);
        } else {
            let error = json!({ "code": METHOD_NOT_FOUND, "message": "Method not found" });
            self.send([("id", id), ("error", error)]);
        }
    }

    /// What waits for an answer with this id.
    fn take_out(&mut self, id: Option<&Id>) -> Option<Wanted> {
        let Some(Id::Text(id)) = id else { return None };
        let place = self.pending.iter().position(|request| request.id == *id)?;
        self.pending.remove(place).map(|request| request.wanted)
    }

    fn settle(&mut self, message: &Message) {
        let Some(wanted) = self.take_out(id_of(message).as_ref()) else { return };
        let settled = match (message.get("result"), message.get("error")) {
            (Some(Value::Object(result)), _) => self.succeed(wanted, result),
            (_, Some(Value::Object(error))) => Err(Refused::told(error)),
            _ => Ok(()),
        };
        if let Err(refused) = settled {
            self.fail(wanted, refused);
        }
    }

    fn succeed(&mut self, wanted: Wanted, result: &Message) -> Result<(), Refused> {
        let (steps, value) = match wanted {
            Wanted::Initialize(step) => {
                let value = read_initialize(result)?;
                self.phase = Phase::Ready;
                self.has_tools = value["capabilities"].get("tools").is_some_and(Value::is_object);
                self.send([("method", "notifications/initialized".into())]);
                (step.into_iter().collect(), value)
            }
            Wanted::Call(step) => (vec![step], read_call(result)?),
            Wanted::Request(step) => (vec![step], result.clone().into()),
            Wanted::Page(fetch) => {
                if let Some(cursor) = self.tools.take(fetch, read_page(result)?)? {
                    self.ask(wanted, "tools/list", json!({ "cursor": cursor }));
                    return Ok(());
                }
                self.tools.complete(fetch)
            }
        };
        let resolve = |step| Action::Resolve { step, value: value.clone() };
        self.actions.extend(steps.into_iter().map(resolve));
        Ok(())
    }

    fn fail(&mut self, wanted: Wanted, refused: Refused) {
        match wanted {
            Wanted::Initialize(step) => {
                self.reject(step.as_slice(), refused);
                self.phase = Phase::Ended;
                self.actions.push(Action::Close);
            }
            Wanted::Page(fetch) => {
                let waiting = self.tools.abandon(fetch);
                self.reject(&waiting, refused);
            }
            Wanted::Call(step) | Wanted::Request(step) => self.reject(&[step], refused),
        }
    }

    fn reject(&mut self, steps: &[usize], refused: Refused) {
        let Refused { code, details } = refused;
        self.actions.extend(steps.iter().map(|&step| Action::Reject {
            step,
            code: code.clone(),
            details: details.clone(),
        }));
    }

    fn reject_all(&mut self, code: &'static str) {
        for request in std::mem::take(&mut self.pending) {
            match request.wanted {
                Wanted::Initialize(step) => self.reject(step.as_slice(), Refused::new(code)),
                other => self.fail(other, Refused::new(code)),
            }
        }
    }

    fn end(&mut self) {
        self.reject_all("CLOSED");
        self.phase = Phase::Ended;
    }
}
