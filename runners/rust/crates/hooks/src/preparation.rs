//! What a hook is given: its variables and its input.

use std::collections::BTreeMap;
use std::ffi::OsStr;

use hanzo_canonical_json::{canonical_json, canonical_object};
use serde_json::{json, Map, Value};

use crate::error::HookError;
use crate::hook::Event;

/// What a parent may have been given as a hook's child itself.
const OWN_PREFIXES: [&[u8]; 2] = [b"HANZO_TOOL_", b"HANZO_SESSION_ID"];
/// Half of what Linux lets one variable hold, its name included.
const LONGEST_VALUE: usize = 65_536;

/// What a tool returned.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToolResult {
    /// Its output.
    pub output: String,
    /// What went wrong, in words.
    pub error: Option<String>,
    /// Whether it failed.
    pub is_error: bool,
}

/// One call of a tool, as hooks are told of it.
#[derive(Debug, Clone, Copy)]
pub struct Call<'a> {
    /// When it is told.
    pub event: Event,
    /// The tool, as the gate names it.
    pub tool_name: &'a str,
    /// The parameters of the tool.
    pub input: &'a Map<String, Value>,
    /// The session.
    pub session_id: &'a str,
    /// What the tool returned, afterwards.
    pub result: Option<&'a ToolResult>,
}

/// What the hooks of a call are given, all of them the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prepared {
    variables: BTreeMap<String, String>,
    /// Canonical JSON and a line feed.
    pub stdin: String,
}

impl Prepared {
    /// The whole environment of a hook of this parent.
    ///
    /// Spec: HOOK-16, HOOK-17.
    pub fn environment<T>(&self, parent: impl IntoIterator<Item = (T, T)>) -> BTreeMap<T, T>
    where
        T: From<String> + AsRef<OsStr> + Ord,
    {
        let is_own = |name: &T| {
            let name = name.as_ref().as_encoded_bytes();
            OWN_PREFIXES.iter().any(|prefix| name.starts_with(prefix))
        };
        let own = self.variables.iter();
        parent
            .into_iter()
            .filter(|(name, _)| !is_own(name))
            .chain(own.map(|(name, value)| (name.clone().into(), value.clone().into())))
            .collect()
    }
}

/// What the hooks of a call are given.
///
/// # Errors
/// `INVALID_CALL` for a result before the tool or none after it, a NUL in a name, and an input that
/// canonical JSON cannot carry.
///
/// Spec: HOOK-14 to HOOK-27.
pub fn prepare(call: &Call<'_>) -> Result<Prepared, HookError> {
    let invalid = |problem: &str| Err(HookError::InvalidCall(problem.to_owned()));
    if call.result.is_some() != (call.event == Event::PostToolUse) {
        return invalid("there is a result behind the tool, and before it there is none");
    }
    if call.tool_name.contains('\0') || call.session_id.contains('\0') {
        return invalid("neither the tool's name nor the session's holds a NUL");
    }
    let inexact =
        |error: hanzo_canonical_json::InexactInteger| HookError::InvalidCall(error.to_string());
    let input = canonical_object(call.input).map_err(inexact)?;
    let mut told = json!({
        "event": call.event.as_str(),
        "input": call.input,
        "session_id": call.session_id,
        "tool_name": call.tool_name,
    });
    let mut variables = BTreeMap::new();
    set(&mut variables, "HANZO_TOOL_NAME", call.tool_name);
    set(&mut variables, "HANZO_TOOL_INPUT", &input);
    set(&mut variables, "HANZO_SESSION_ID", call.session_id);
    if let Some(ToolResult { output, error, is_error }) = call.result {
        set(&mut variables, "HANZO_TOOL_OUTPUT", output);
        told["output"] = json!(output);
        told["error"] = json!(error);
        told["is_error"] = json!(is_error);
    }
    let stdin = canonical_json(&told).map_err(inexact)? + "\n";
    Ok(Prepared { variables, stdin })
}

/// One variable, or an empty one and another that says so. Spec: HOOK-24, HOOK-25.
fn set(variables: &mut BTreeMap<String, String>, name: &str, value: &str) {
    let fits = value.len() <= LONGEST_VALUE && !value.contains('\0');
    variables.insert(name.to_owned(), if fits { value.to_owned() } else { String::new() });
    if !fits {
        variables.insert(format!("{name}_TRUNCATED"), "1".to_owned());
    }
}
