//! Params of the gate operations: participants that do what a vector says, and note it.

use std::cell::RefCell;
use std::collections::HashMap;
use std::vec::IntoIter;

use hanzo_adapter::shape;
use hanzo_gate::{
    Admission, ApiClient, ExecuteError, Failed, Gate, Hooks, Passage, PermissionDecision,
    PermissionPrompter, StreamEvent, ToolExecutor, ToolResult, ToolUse, Verdict,
};
use hanzo_hooks::Decision;
use hanzo_permissions::{PermissionPolicy, TimestampMs};
use hanzo_session::Message;
use serde::de::{Deserialize, Deserializer, Error};
use serde_json::{Map, Value};

shape! { enum Word { Allow = "allow", Deny = "deny", Error = "error" } }
shape! { enum Kind { Allow = "allow", Deny = "deny", Escalate = "escalate", Raise = "raise" } }
shape! { enum Post { Ok = "ok", Raise = "raise" } }
shape! { enum EventKind { Content = "content", ToolUse = "tool_use", Stop = "stop", Error = "error" } }
shape! { struct Pre { decision: Word, reason: Option<String> } }

shape! {
    pub(crate) struct Outcomes {
        prompters: Vec<Prompter>, pre: Option<Pre>, execute: Execute, post: Option<Post>
    }
}

/// A prompter: what it decides, or none when it fails.
struct Prompter(Option<PermissionDecision>);

shape! { struct Answer { r#type: Kind, reason?: String } }

impl<'de> Deserialize<'de> for Prompter {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let Answer { r#type: kind, reason } = Answer::deserialize(from)?;
        Ok(Self(match (kind, reason) {
            (Kind::Allow, None) => Some(PermissionDecision::Allow),
            (Kind::Escalate, None) => Some(PermissionDecision::Escalate),
            (Kind::Deny, Some(reason)) => Some(PermissionDecision::Deny { reason }),
            (Kind::Raise, None) => None,
            _ => return Err(D::Error::custom("a denial has a reason, and nothing else has")),
        }))
    }
}

/// What the executor does.
struct Execute(Result<ToolResult, ExecuteError>);

shape! {
    struct Done {
        output?: String, error?: Option<String>, is_error?: bool, raise?: String, cancel?: bool
    }
}

impl<'de> Deserialize<'de> for Execute {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let Done { output, error, is_error, raise, cancel } = Done::deserialize(from)?;
        Ok(Self(match (output, is_error, raise, cancel) {
            (Some(output), Some(is_error), None, None) => {
                Ok(ToolResult { output, error, is_error })
            }
            (None, None, Some(raise), None) if error.is_none() => Err(ExecuteError::Failed(raise)),
            (None, None, None, Some(true)) if error.is_none() => Err(ExecuteError::Cancelled),
            _ => return Err(D::Error::custom("expected a result, raise or cancel")),
        }))
    }
}

/// An event of the model.
pub(crate) struct Event(StreamEvent);

shape! {
    struct Part {
        r#type: EventKind, text?: String, id?: String, name?: String, input?: Map<String, Value>,
        message?: String
    }
}

impl<'de> Deserialize<'de> for Event {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let Part { r#type: kind, text, id, name, input, message } = Part::deserialize(from)?;
        Ok(Self(match (kind, text, (id, name, input), message) {
            (EventKind::Content, Some(text), (None, None, None), None) => {
                StreamEvent::ContentDelta(text)
            }
            (EventKind::ToolUse, None, (Some(id), Some(name), Some(input)), None) => {
                StreamEvent::ToolUse(ToolUse { id, name, input })
            }
            (EventKind::Stop, None, (None, None, None), None) => StreamEvent::MessageStop,
            (EventKind::Error, None, (None, None, None), Some(message)) => {
                StreamEvent::Error(message)
            }
            _ => return Err(D::Error::custom("an event with other members than its type has")),
        }))
    }
}

type Asked = RefCell<Vec<&'static str>>;

struct Scripted<'a> {
    outcomes: &'a Outcomes,
    asked: &'a Asked,
}

struct ScriptedPrompter<'a> {
    answer: &'a Prompter,
    asked: &'a Asked,
}

impl PermissionPrompter for ScriptedPrompter<'_> {
    fn request_permission(
        &mut self,
        _: &str,
        _: &Map<String, Value>,
    ) -> Result<PermissionDecision, Failed> {
        self.asked.borrow_mut().push("prompter");
        self.answer.0.clone().ok_or_else(|| "as it was said".into())
    }
}

impl Hooks for Scripted<'_> {
    fn run_pre(&mut self, _: &str, _: &Map<String, Value>) -> Result<Verdict, Failed> {
        let Some(Pre { decision, reason }) = &self.outcomes.pre else {
            return Ok(Verdict { decision: Decision::Allow, reason: None });
        };
        self.asked.borrow_mut().push("pre");
        let decision = match decision {
            Word::Allow => Decision::Allow,
            Word::Deny => Decision::Deny,
            Word::Error => Decision::Error,
        };
        Ok(Verdict { decision, reason: reason.clone() })
    }

    fn run_post(&mut self, _: &str, _: &Map<String, Value>, _: &ToolResult) -> Result<(), Failed> {
        let Some(post) = &self.outcomes.post else { return Ok(()) };
        self.asked.borrow_mut().push("post");
        match post {
            Post::Ok => Ok(()),
            Post::Raise => Err("as it was said".into()),
        }
    }
}

impl ToolExecutor for Scripted<'_> {
    fn execute(
        &mut self,
        _: &str,
        _: &Map<String, Value>,
        _: &str,
    ) -> Result<ToolResult, ExecuteError> {
        self.asked.borrow_mut().push("execute");
        self.outcomes.execute.0.clone()
    }
}

/// Who was asked, and what a gate before these participants lets out.
pub(crate) fn script(
    outcomes: &Outcomes,
    policy: &PermissionPolicy,
    session_id: &str,
    time: TimestampMs,
    pass: impl FnOnce(&mut Gate<'_>) -> Passage,
) -> (Vec<&'static str>, Passage) {
    let asked = Asked::default();
    let mut executor = Scripted { outcomes, asked: &asked };
    let mut hooks = Scripted { outcomes, asked: &asked };
    let mut chain: Vec<_> = outcomes
        .prompters
        .iter()
        .map(|answer| ScriptedPrompter { answer, asked: &asked })
        .collect();
    let mut gate = Gate {
        policy,
        executor: &mut executor,
        prompters: chain.iter_mut().map(|one| one as &mut dyn PermissionPrompter).collect(),
        hooks: Some(&mut hooks),
        session_id,
        now_ms: &|| time,
    };
    let passage = pass(&mut gate);
    (asked.take(), passage)
}

/// A gate that knows for each tool use whom it will meet; nobody reads its audit records.
pub(crate) struct ScriptedGate<'a> {
    pub(crate) policy: &'a PermissionPolicy,
    pub(crate) outcomes: &'a HashMap<String, Outcomes>,
}

impl Admission for ScriptedGate<'_> {
    fn admit(&mut self, wanted: &ToolUse) -> Passage {
        let time = TimestampMs::try_from(0).expect("1970 is a year that can be written");
        let done = ToolResult { output: String::new(), error: None, is_error: false };
        let nothing =
            Outcomes { prompters: Vec::new(), pre: None, execute: Execute(Ok(done)), post: None };
        let outcomes = self.outcomes.get(&wanted.id).unwrap_or(&nothing);
        script(outcomes, self.policy, "", time, |gate| gate.admit(wanted)).1
    }
}

/// A model that answers each request with the next stream, and then with empty ones.
pub(crate) struct ScriptedModel(pub(crate) IntoIter<Vec<Event>>);

impl ApiClient for ScriptedModel {
    fn send_message<'a>(
        &'a mut self,
        _: &[Message],
        _: &[String],
    ) -> Box<dyn Iterator<Item = StreamEvent> + 'a> {
        Box::new(self.0.next().into_iter().flatten().map(|Event(event)| event))
    }
}
