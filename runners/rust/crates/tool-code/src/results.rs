//! The one form of what is found: `{uri, range, snippet, symbol_id}`, sorted and in pages.

use std::collections::HashMap;

use hanzo_envelope::{page, Item, Outcome, Paging, ToolError};
use hanzo_ids::{path_from_uri, Range};
use hanzo_tools::violation;
use serde::Serialize;
use serde_json::{json, Map, Value};

use crate::source::{Source, Span};

/// Something that is found.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Found {
    pub uri: String,
    pub range: Range,
    pub snippet: String,
    pub symbol_id: Option<String>,
    /// What diagnostics have beside.
    #[serde(flatten)]
    pub diagnostic: Option<Diagnostic>,
}

/// What is wrong at a place.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Diagnostic {
    pub severity: &'static str,
    pub message: String,
}

impl Found {
    /// What is found at a stretch of a file, with the line in which it begins. Spec: CODE-6.
    pub fn new(uri: &str, source: &Source, span: Span, symbol_id: Option<String>) -> Self {
        Self {
            uri: uri.to_owned(),
            range: source.range(span),
            snippet: source.snippet(span.start),
            symbol_id,
            diagnostic: None,
        }
    }
}

/// Results by the bytes of the components of their paths, then by place. Spec: CODE-9.
pub(crate) fn in_order(mut results: Vec<Found>) -> Vec<Found> {
    results.sort_by_cached_key(|found| {
        let path = path_from_uri(&found.uri).unwrap_or_default();
        let components: Vec<String> = path.split('/').map(str::to_owned).collect();
        let Range { start, end } = found.range;
        let place = [start.line, start.col, end.line, end.col];
        (components, place, found.symbol_id.clone().unwrap_or_default())
    });
    results
}

/// Results that do not come in pages.
pub(crate) fn listed(results: &[Found], backend: &str) -> Outcome {
    let data = json!({"results": results});
    Outcome { data, backend: Some(backend.to_owned()), paging: None }
}

/// One page of results; `query` are the parameters as they came, without limit and cursor.
///
/// # Errors
///
/// `INVALID_PARAMS` for a cursor that is none of this list. Spec: CODE-10.
pub(crate) fn paged(
    action: &str,
    mut query: Map<String, Value>,
    limit: Option<i64>,
    cursor: Option<&str>,
    results: &[Found],
    backend: &str,
) -> Result<Outcome, ToolError> {
    query.insert("action".to_owned(), action.into());
    let items = items(results);
    let found = page(&items, &Value::Object(query), limit, cursor)
        .map_err(|problem| violation("/cursor", "cursor", problem.to_string()))?;
    let values: Vec<&Value> = found.items.iter().map(|item| &item.value).collect();
    Ok(Outcome {
        data: json!({"results": values}),
        backend: Some(backend.to_owned()),
        paging: Some(Paging { more: found.more(), cursor: found.cursor }),
    })
}

fn items(results: &[Found]) -> Vec<Item> {
    let mut seen: HashMap<String, usize> = HashMap::new();
    let item = |found: &Found| {
        let start = found.range.start;
        let place = format!("{}#{}:{}", found.uri, start.line, start.col);
        let before = seen.entry(place.clone()).or_default();
        let key = format!("{place}#{before}");
        *before += 1;
        Item { key, value: json!(found) }
    };
    results.iter().map(item).collect()
}
