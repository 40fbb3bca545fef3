//! From the names of the old tools to tools and actions, by the consolidation map.

use std::error::Error;
use std::fmt;

use serde_json::{json, Map, Value};

type Arguments = Map<String, Value>;

/// A call as it is made now.
#[derive(Debug, Clone, PartialEq)]
pub struct Call {
    /// The tool's name.
    pub tool: &'static str,
    /// The tool's action.
    pub action: String,
    /// The action's parameters.
    pub args: Arguments,
}

/// Why an old call cannot be made now.
#[derive(Debug, Clone, PartialEq)]
pub struct Refused {
    /// `NOT_FOUND`, `UNKNOWN_ACTION` or `INVALID_PARAMS`.
    pub code: &'static str,
    /// What the code needs to be acted upon.
    pub details: Value,
}

impl fmt::Display for Refused {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: {}", self.code, self.details)
    }
}

impl Error for Refused {}

/// What an old name has become.
enum Row {
    /// One action, with the arguments that it needs.
    One(&'static str, &'static str, &'static [&'static str]),
    /// A command with a program in front.
    Program,
    /// A page or a window, by what is given.
    Open,
    /// The action that the arguments name.
    Several(&'static str, &'static [&'static str]),
}

fn row(tool: &str) -> Option<Row> {
    Some(match tool {
        "read" => Row::One("fs", "read", &[]),
        "write" => Row::One("fs", "write", &[]),
        "edit" => Row::One("fs", "apply_patch", &["base_hash"]),
        "tree" => Row::One("fs", "list", &[]),
        "find" => Row::One("fs", "list", &["pattern"]),
        "search" => Row::One("fs", "search_text", &[]),
        "ast" => Row::One("code", "search_symbol", &[]),
        "zsh" | "bash" => Row::One("proc", "exec", &[]),
        "ps" => Row::One("proc", "ps", &[]),
        "npx" | "uvx" => Row::Program,
        "open" => Row::Open,
        "curl" => Row::One("net", "request", &[]),
        "wget" => Row::One("net", "download", &[]),
        // Sorted, as they are told when another one is asked for.
        "computer" => Row::Several("ui", &["click", "focus", "screenshot", "type"]),
        "screen" => Row::Several("ui", &["record", "session", "stop"]),
        "lsp" => Row::Several(
            "code",
            &["completion", "definition", "diagnostics", "hover", "references"],
        ),
        "refactor" => Row::Several("code", &["format", "rename"]),
        "git" => {
            Row::Several("vcs", &["apply", "branch", "checkout", "commit", "diff", "log", "status"])
        }
        "test" => Row::Several("test", &["list", "run", "status"]),
        _ => return None,
    })
}

/// Tool, action and arguments of an old call.
///
/// Spec: MIGRATE-1 to MIGRATE-12.
///
/// # Errors
///
/// `NOT_FOUND`: no old tool has this name. `UNKNOWN_ACTION` with `available`: it had no such action.
/// `INVALID_PARAMS` with `violations`: an argument that decides is missing or of another type.
pub fn migrate(tool: &str, args: &Arguments) -> Result<Call, Refused> {
    let row =
        row(tool).ok_or_else(|| Refused { code: "NOT_FOUND", details: json!({"tool": tool}) })?;
    let call = |tool, action: &str| Call { tool, action: action.to_owned(), args: args.clone() };
    match row {
        Row::One(tool, action, needed) => {
            match needed.iter().find(|name| !args.contains_key(**name)) {
                Some(name) => Err(violation(&format!("/{name}"), "required")),
                None => Ok(call(tool, action)),
            }
        }
        Row::Program => {
            let mut call = call("proc", "exec");
            call.args.insert("command".to_owned(), led(tool, args.get("command"))?);
            Ok(call)
        }
        Row::Open => {
            let window = args.contains_key("title") || args.contains_key("pid");
            match (args.contains_key("url"), window) {
                (true, false) => Ok(call("net", "open")),
                (false, true) => Ok(call("ui", "focus")),
                (false, false) => Err(violation("/url", "required")),
                // Which of the two was meant cannot be told, and both would do something.
                (true, true) => Err(violation("", "oneOf")),
            }
        }
        Row::Several(tool, actions) => {
            let action = routed(actions, args.get("action"))?;
            let mut call = call(tool, action);
            call.args.shift_remove("action");
            Ok(call)
        }
    }
}

fn routed<'a>(actions: &[&str], action: Option<&'a Value>) -> Result<&'a str, Refused> {
    let action = action.ok_or_else(|| violation("/action", "required"))?;
    let action = action.as_str().ok_or_else(|| violation("/action", "type"))?;
    if actions.contains(&action) {
        Ok(action)
    } else {
        Err(Refused { code: "UNKNOWN_ACTION", details: json!({"available": actions}) })
    }
}

/// The command with the program in front, text or list as it was.
fn led(program: &str, command: Option<&Value>) -> Result<Value, Refused> {
    match command {
        None => Err(violation("/command", "required")),
        Some(Value::String(text)) => Ok(json!(format!("{program} {text}"))),
        Some(Value::Array(words)) if words.iter().all(Value::is_string) => {
            let program = Value::from(program);
            Ok(std::iter::once(&program).chain(words).cloned().collect())
        }
        Some(_) => Err(violation("/command", "type")),
    }
}

fn violation(pointer: &str, rule: &str) -> Refused {
    let details = json!({"violations": [{"pointer": pointer, "rule": rule}]});
    Refused { code: "INVALID_PARAMS", details }
}
