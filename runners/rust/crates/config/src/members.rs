//! The members of `HanzoConfig`: their defaults, and what each of them may be in a file.
//!
//! A check walks a value in document order and stops at the first place that does not fit. Null is
//! accepted wherever a merge takes it for removal, so not inside arrays. Members that are not
//! known here are kept as they are.

use serde_json::{json, Map, Value};

/// Another name of a top-level member, as configuration files of other MCP clients spell it.
pub(crate) const ALIAS: (&str, &str) = ("mcpServers", "mcp_servers");

/// A value of the wrong type: the JSON Pointer to it, and what should be there.
#[derive(Debug)]
pub(crate) struct WrongType {
    pub(crate) path: String,
    pub(crate) expected: &'static str,
}

/// What a value may be.
enum Shape {
    Text,
    Flag,
    Milliseconds,
    TextOrTexts,
    OneOf(&'static [&'static str], &'static str),
    List(&'static Shape),
    /// An object with names of the user's choice.
    Map(&'static Shape),
    /// An object with some known members, none of them required.
    Record(&'static [(&'static str, Shape)]),
    /// An element of an array, so nothing merges into it: it is complete and has no nulls.
    Hook,
}

const MODE: Shape = Shape::OneOf(&["allow", "deny", "prompt"], "one of allow, deny, prompt");
const EVENT: Shape =
    Shape::OneOf(&["pre_tool_use", "post_tool_use"], "one of pre_tool_use, post_tool_use");
const INPUT_MODE: Shape = Shape::OneOf(&["vim", "emacs", "default"], "one of vim, emacs, default");
const SERVER: Shape = Shape::Record(&[
    ("command", Shape::TextOrTexts),
    ("args", Shape::List(&Shape::Text)),
    ("env", Shape::Map(&Shape::Text)),
    ("disabled", Shape::Flag),
]);
const HOOK: &[(&str, Shape)] = &[
    ("event", EVENT),
    ("command", Shape::Text),
    ("tool_pattern", Shape::Text),
    ("timeout_ms", Shape::Milliseconds),
];
const HOOK_REQUIRED: [&str; 3] = ["event", "command", "tool_pattern"];
const MEMBERS: &[(&str, Shape)] = &[
    ("api_key", Shape::Text),
    ("model", Shape::Text),
    ("mcp_servers", Shape::Map(&SERVER)),
    (ALIAS.0, Shape::Map(&SERVER)),
    ("permissions", Shape::Map(&MODE)),
    ("custom_instructions", Shape::Text),
    ("hooks", Shape::List(&Shape::Hook)),
    ("input_mode", INPUT_MODE),
];

/// Every member of the configuration with its default.
pub(crate) fn defaults() -> Map<String, Value> {
    let defaults = [
        ("api_key", Value::Null),
        ("model", json!("claude-sonnet-4-20250514")),
        ("mcp_servers", json!({})),
        ("permissions", json!({})),
        ("custom_instructions", json!("")),
        ("hooks", json!([])),
        ("input_mode", json!("default")),
    ];
    defaults.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

/// Finds the first known member, in document order, that does not fit.
pub(crate) fn check_types(content: &Map<String, Value>) -> Result<(), WrongType> {
    check_members(content, MEMBERS, true)
}

impl Shape {
    fn check(&self, value: &Value) -> Result<(), WrongType> {
        match (self, value) {
            (Self::TextOrTexts, Value::Array(_)) => Self::List(&Self::Text).check(value),
            (Self::Text | Self::TextOrTexts, Value::String(_)) | (Self::Flag, Value::Bool(_)) => {
                Ok(())
            }
            // Integers below zero are no `u64`, and fractions were refused by the parser.
            (Self::Milliseconds, Value::Number(number)) if number.is_u64() => Ok(()),
            (Self::OneOf(texts, _), Value::String(text)) if texts.contains(&text.as_str()) => {
                Ok(())
            }
            (Self::List(element), Value::Array(items)) => {
                let mut numbered = items.iter().enumerate();
                numbered.try_for_each(|(index, item)| at(&index.to_string(), element.check(item)))
            }
            (Self::Map(member), Value::Object(members)) => {
                let mut set = members.iter().filter(|(_, item)| !item.is_null());
                set.try_for_each(|(name, item)| at(name, member.check(item)))
            }
            (Self::Record(known), Value::Object(members)) => check_members(members, known, true),
            (Self::Hook, Value::Object(members)) => check_hook(members),
            _ => Err(WrongType { path: String::new(), expected: self.expected() }),
        }
    }

    fn expected(&self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Flag => "true or false",
            Self::Milliseconds => "a number of milliseconds, zero or more",
            Self::TextOrTexts => "text or a list of texts",
            Self::OneOf(_, words) => words,
            Self::List(_) => "a list",
            Self::Map(_) | Self::Record(_) | Self::Hook => "an object",
        }
    }
}

fn check_members(
    members: &Map<String, Value>,
    known: &[(&str, Shape)],
    null_removes: bool,
) -> Result<(), WrongType> {
    for (name, item) in members {
        if let Some((_, shape)) = known.iter().find(|(known, _)| known == name) {
            if !(item.is_null() && null_removes) {
                at(name, shape.check(item))?;
            }
        }
    }
    Ok(())
}

fn check_hook(members: &Map<String, Value>) -> Result<(), WrongType> {
    check_members(members, HOOK, false)?;
    match HOOK_REQUIRED.into_iter().find(|name| !members.contains_key(*name)) {
        None => Ok(()),
        Some(name) => {
            let expected = "this member, which a hook must have";
            Err(WrongType { path: format!("/{name}"), expected })
        }
    }
}

/// The outcome of a check, seen from one level further out (RFC 6901 §3).
fn at(name: &str, outcome: Result<(), WrongType>) -> Result<(), WrongType> {
    outcome.map_err(|wrong| {
        let name = name.replace('~', "~0").replace('/', "~1");
        WrongType { path: format!("/{name}{}", wrong.path), ..wrong }
    })
}
