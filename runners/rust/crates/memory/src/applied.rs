//! What an action comes to, and the ways in which one is refused.

use std::collections::HashSet;

use hanzo_envelope::{page, Item, Paging, ToolError};
use serde_json::{json, Map, Value};

use crate::state::State;

/// What a call answers, and the state afterwards.
#[derive(Debug, Clone, PartialEq)]
pub struct Applied {
    /// The data of the answer.
    pub data: Value,
    /// Of a list whether there is more, else none.
    pub paging: Option<Paging>,
    /// What is remembered from now on.
    pub state: State,
}

/// Violations that a schema cannot state: a pointer and a rule each.
pub(crate) type Violations = Vec<(String, &'static str)>;

/// The page of a list that is asked for.
pub(crate) struct Place<'a> {
    pub(crate) limit: Option<i64>,
    pub(crate) cursor: Option<&'a str>,
}

/// One page of a list, under this name; the violation `cursor` for a cursor of something else.
pub(crate) fn paged(
    name: &str,
    items: &[Item],
    query: &Value,
    place: &Place,
    state: State,
) -> Result<Applied, ToolError> {
    let found = page(items, query, place.limit, place.cursor)
        .map_err(|_| refusal(vec![("/cursor".to_owned(), "cursor")]))?;
    let values: Vec<&Value> = found.items.iter().map(|item| &item.value).collect();
    let data = json!({ name: values });
    let paging = Paging { more: found.more(), cursor: found.cursor };
    Ok(Applied { data, paging: Some(paging), state })
}

/// `INVALID_PARAMS` with all violations, sorted, if there are any.
///
/// Spec: MEMORY-5
pub(crate) fn refuse(violations: Violations) -> Result<(), ToolError> {
    if violations.is_empty() {
        return Ok(());
    }
    Err(refusal(violations))
}

/// `NOT_FOUND` with the first id that no memory has.
///
/// Spec: MEMORY-6
pub(crate) fn refuse_unknown<'a>(
    state: &State,
    mut ids: impl Iterator<Item = &'a String>,
) -> Result<(), ToolError> {
    let known: HashSet<&String> = state.memories.iter().map(|entry| &entry.id).collect();
    let Some(unknown) = ids.find(|id| !known.contains(id)) else { return Ok(()) };
    let details = Map::from_iter([("id".to_owned(), json!(unknown))]);
    let message = format!("there is no memory {unknown}");
    Err(ToolError { details: Some(details), ..ToolError::new("NOT_FOUND", message) })
}

fn refusal(mut violations: Violations) -> ToolError {
    violations.sort_unstable();
    let told: Vec<Value> = violations
        .iter()
        .map(|(pointer, rule)| json!({ "pointer": pointer, "rule": rule }))
        .collect();
    let words: Vec<String> =
        violations.iter().map(|(pointer, rule)| format!("{pointer} breaks {rule}")).collect();
    let details = Map::from_iter([("violations".to_owned(), Value::Array(told))]);
    ToolError { details: Some(details), ..ToolError::new("INVALID_PARAMS", words.join("; ")) }
}
