//! The action `diff`: two contents that earlier answers named by their hash.

use std::sync::Arc;

use hanzo_envelope::{Outcome, ToolError};
use hanzo_tools::{failure, Context};
use serde::Deserialize;
use serde_json::{json, Value};

use crate::differences::unified;
use crate::editing::is_hash;
use crate::seen::SeenContents;

#[derive(Deserialize)]
pub(crate) struct DiffParams {
    hash_a: String,
    hash_b: String,
}

/// A unified diff from one content to another. Spec: FS-71 to FS-80.
pub(crate) fn diff(context: &Arc<Context>, params: DiffParams) -> Result<Outcome, ToolError> {
    let DiffParams { hash_a, hash_b } = params;
    let broken: Vec<Value> = [("/hash_a", &hash_a), ("/hash_b", &hash_b)]
        .iter()
        .filter(|(_, name)| !is_hash(name))
        .map(|(pointer, _)| json!({"pointer": pointer, "rule": "hash"}))
        .collect();
    if !broken.is_empty() {
        return Err(failure("INVALID_PARAMS", "not a hash", json!({"violations": broken})));
    }
    let seen = context.keep::<SeenContents>();
    let (before, after) = (content(&seen, &hash_a)?, content(&seen, &hash_b)?);
    let patch = unified(&before, &after, &hash_a, &hash_b);
    let patch = String::from_utf8_lossy(&patch);
    Ok(Outcome::from(json!({"hash_a": hash_a, "hash_b": hash_b, "patch": patch})))
}

fn content(seen: &SeenContents, name: &str) -> Result<Arc<[u8]>, ToolError> {
    let Some(content) = seen.find(name) else {
        let message = format!("no content {name} has been seen");
        return Err(failure("NOT_FOUND", message, json!({"hash": name})));
    };
    if std::str::from_utf8(&content).is_err() {
        let details = json!({"hash": name, "encoding": "utf-8"});
        return Err(failure("UNSUPPORTED", format!("{name} is not UTF-8"), details));
    }
    Ok(content)
}
