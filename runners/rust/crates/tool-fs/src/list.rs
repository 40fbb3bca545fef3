//! The action `list`: what is in a folder, and below it.

use std::ops::ControlFlow;
use std::os::fd::BorrowedFd;
use std::sync::Arc;

use hanzo_envelope::{Outcome, ToolError};
use hanzo_tools::{violation, Context};
use serde::Deserialize;
use serde_json::{json, Value};

use crate::globs::GlobFilter;
use crate::pages::{cursor_schema, limit_schema, Pages};
use crate::places::opened;
use crate::refusals::no_file;
use crate::walking::{size_of, walk, Entry, Gate, Kind};

/// Which folder, how deep, and which entries.
#[derive(Debug, Deserialize)]
pub(crate) struct ListParams {
    uri: String,
    depth: Option<u64>,
    pattern: Option<String>,
    #[serde(default)]
    hidden: bool,
    limit: Option<i64>,
    cursor: Option<String>,
}

/// The schema of the parameters.
pub(crate) fn schema() -> Value {
    let uri = "URI of the folder.";
    let depth = "1 for the folder alone; without it 1, or all levels when there is a pattern.";
    let pattern = "A glob: with a slash for the path below the folder, without for the name.";
    let hidden = "Also what has a name that begins with a dot.";
    json!({
        "type": "object",
        "description": "Lists a folder, and what is below it.",
        "properties": {
            "uri": {"type": "string", "description": uri},
            "depth": {"type": "integer", "minimum": 1, "description": depth},
            "pattern": {"type": "string", "description": pattern},
            "hidden": {"type": "boolean", "description": hidden},
            "limit": limit_schema(),
            "cursor": cursor_schema(),
        },
        "required": ["uri"],
        "additionalProperties": false,
    })
}

/// Leaves out what begins with a dot, unless it is asked for.
struct HiddenGate {
    hidden: bool,
}

impl Gate for HiddenGate {
    fn admits(&self, entry: &Entry) -> bool {
        self.hidden || !entry.name().starts_with('.')
    }

    fn within(&self, _: &str, _: BorrowedFd<'_>, _: &[Entry]) -> Self {
        Self { hidden: self.hidden }
    }
}

/// What is in a folder, a page of it.
///
/// # Errors
///
/// `INVALID_PARAMS`, `NOT_FOUND`, `PERMISSION_DENIED`, `UNSUPPORTED`.
pub(crate) fn list(
    context: &Arc<Context>,
    ListParams { uri, depth, pattern, hidden, limit, cursor }: ListParams,
) -> Result<Outcome, ToolError> {
    let pattern = pattern.as_deref();
    let filter = pattern
        .map(GlobFilter::new)
        .transpose()
        .map_err(|problem| violation("/pattern", "glob", problem.0))?;
    let depth = depth.or(if pattern.is_some() { None } else { Some(1) });
    let query = json!(["list", uri, depth, pattern, hidden]);
    let place = opened(&context.workspace, &uri, "/uri")?;
    if !place.is_folder {
        return Err(no_file(&place.uri, "file"));
    }
    let mut pages = Pages::new(query, limit, cursor.as_deref())?;
    walk(place.descriptor, &HiddenGate { hidden }, depth, |entry, folder| {
        if filter.as_ref().is_some_and(|filter| !filter.accepts(&entry.path)) {
            return ControlFlow::Continue(());
        }
        pages.push(entry.path.clone(), || {
            let size = if entry.kind == Kind::File { size_of(folder, entry.name()) } else { None };
            let uri = context.workspace.uri(&place.path.join(&entry.path));
            json!({"uri": uri, "type": entry.kind.name(), "size": size})
        })
    });
    pages.finish("entries")
}
