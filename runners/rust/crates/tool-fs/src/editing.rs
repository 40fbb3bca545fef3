//! The action `apply_patch`, the one way to change a file.

use std::sync::Arc;

use hanzo_envelope::{Outcome, ToolError};
use hanzo_ids::content_hash;
use hanzo_tools::{violation, Context};
use serde::Deserialize;
use serde_json::json;

use crate::files::{read_content, replace};
use crate::patching::patched;
use crate::refusals::conflict;
use crate::seen::SeenContents;
use crate::unified::parse;

#[derive(Deserialize)]
pub(crate) struct ApplyPatchParams {
    uri: String,
    patch: String,
    base_hash: String,
}

/// Change a file by a unified diff, if it still has the content that the diff was made for.
/// Spec: FS-43 to FS-70.
pub(crate) fn apply_patch(
    context: &Arc<Context>,
    params: ApplyPatchParams,
) -> Result<Outcome, ToolError> {
    let workspace = &context.workspace;
    let ApplyPatchParams { uri, patch, base_hash } = params;
    let path = workspace.locate(&uri)?;
    if !is_hash(&base_hash) {
        return Err(violation("/base_hash", "hash", format!("{base_hash:?} is no hash")));
    }
    let before = read_content(workspace, &path)?;
    let actual = content_hash(&before.data);
    if actual != base_hash {
        return Err(conflict(&base_hash, &actual));
    }
    let after = patched(&before.data, &parse(&patch)?)?;
    replace(workspace, &path, &before, &after)?;
    let seen = context.keep::<SeenContents>();
    seen.remember(&before.data);
    Ok(Outcome::from(json!({
        "uri": workspace.uri(&path), "hash": seen.remember(&after), "previous_hash": actual,
    })))
}

/// Whether a text is `sha256:` with 64 lower-case hexadecimal digits.
pub(crate) fn is_hash(text: &str) -> bool {
    text.strip_prefix("sha256:").is_some_and(|digits| {
        digits.len() == 64 && digits.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
    })
}
