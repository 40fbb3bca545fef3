//! Pages of answers that are found one after the other, of which no more are looked for than asked.
//!
//! The form of cursors and the cutting itself are those of `hanzo_envelope`.

use std::ops::ControlFlow;

use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use base64::Engine;
use hanzo_envelope::{page, Item, Outcome, Paging, ToolError};
use hanzo_tools::violation;
use serde_json::{json, Value};

const DEFAULT_LIMIT: usize = 100;

/// Takes items, in order, until there are enough for a page.
pub(crate) struct Pages<'a> {
    query: Value,
    limit: Option<i64>,
    cursor: Option<&'a str>,
    /// The key after which the page begins.
    key: Option<String>,
    items: Vec<Item>,
    wanted: usize,
}

impl<'a> Pages<'a> {
    /// The page of this query after a cursor.
    ///
    /// # Errors
    ///
    /// `INVALID_PARAMS` for a cursor that this query has never given.
    pub(crate) fn new(
        query: Value,
        limit: Option<i64>,
        cursor: Option<&'a str>,
    ) -> Result<Self, ToolError> {
        let key = cursor.map(|cursor| key_of(cursor, &query)).transpose()?;
        let size = limit.map_or(DEFAULT_LIMIT, |limit| usize::try_from(limit).unwrap_or(1));
        // One that the last page ended with, a page, and one that tells whether there is another.
        Ok(Self { query, limit, cursor, key, items: Vec::new(), wanted: size + 2 })
    }

    /// The key of the item after which the page begins.
    pub(crate) fn key(&self) -> Option<&str> {
        self.key.as_deref()
    }

    /// Take the next item, or leave it when it is before the page.
    pub(crate) fn push(&mut self, key: String, value: impl FnOnce() -> Value) -> ControlFlow<()> {
        let reached = !self.items.is_empty() || self.key.as_ref().is_none_or(|at| *at == key);
        if reached {
            self.items.push(Item { key, value: value() });
        }
        if self.items.len() < self.wanted {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    }

    /// The page, as the member `name` of the data.
    ///
    /// # Errors
    ///
    /// `INVALID_PARAMS` for a cursor of no item that was taken.
    pub(crate) fn finish(self, name: &str) -> Result<Outcome, ToolError> {
        let cut = page(&self.items, &self.query, self.limit, self.cursor).map_err(|_| refused())?;
        let more = cut.more();
        let values: Vec<&Value> = cut.items.iter().map(|item| &item.value).collect();
        let data = json!({ name: values });
        Ok(Outcome { data, backend: None, paging: Some(Paging { cursor: cut.cursor, more }) })
    }
}

/// The schema of the parameter `limit`.
pub(crate) fn limit_schema() -> Value {
    let description = "How many at most; without it, 100.";
    json!({"type": "integer", "minimum": 1, "maximum": 1000, "description": description})
}

/// The schema of the parameter `cursor`.
pub(crate) fn cursor_schema() -> Value {
    json!({"type": "string", "description": "meta.paging.cursor of the page before this one."})
}

fn key_of(cursor: &str, query: &Value) -> Result<String, ToolError> {
    let content = URL_SAFE_NO_PAD.decode(cursor).map_err(|_| refused())?;
    let content: Value = serde_json::from_slice(&content).map_err(|_| refused())?;
    let key = content["k"].as_str().ok_or_else(refused)?.to_owned();
    let item = Item { key: key.clone(), value: Value::Null };
    page(&[item], query, None, Some(cursor)).map_err(|_| refused())?;
    Ok(key)
}

fn refused() -> ToolError {
    violation("/cursor", "cursor", "no such cursor here")
}
