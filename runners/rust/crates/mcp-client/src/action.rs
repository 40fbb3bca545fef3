//! What a session wants done: actions, in the order in which they are to happen.

use std::borrow::Cow;

use serde::Serialize;
use serde_json::Value;

use crate::message::Message;

/// What is to be done.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Action {
    /// A message for the server.
    Send {
        /// As it goes out.
        message: Message,
    },
    /// A step has what it asked for.
    Resolve {
        /// The step.
        step: usize,
        /// What it gets.
        value: Value,
    },
    /// A step will never have what it asked for.
    Reject {
        /// The step.
        step: usize,
        /// Why, for programs.
        code: Cow<'static, str>,
        /// What the server said, if it said anything.
        details: Option<Value>,
    },
    /// The transport is to be closed.
    Close,
}

/// Puts the actions of one event in order: sends, then what steps get, by step, then the end.
pub(crate) fn in_order(mut actions: Vec<Action>) -> Vec<Action> {
    actions.sort_by_key(|action| match action {
        Action::Send { .. } => (0, 0),
        Action::Resolve { step, .. } | Action::Reject { step, .. } => (1, *step),
        Action::Close => (2, 0),
    });
    actions
}
