//! Lists in pages: a cursor remembers the last key, and for which query it was given.
//!
//! A cursor is never taken apart: it is accepted if this list and this query would give it, so
//! nothing tampered can get in.

use std::collections::HashSet;

use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use base64::Engine;
use hanzo_canonical_json::canonical_json;
use serde::{Deserialize, Serialize};
use serde_json::{json, Value};
use sha2::{Digest, Sha256};

use crate::envelope::InvalidParams;

const DEFAULT_LIMIT: i64 = 100;
const LARGEST_LIMIT: usize = 1000;
const VERSION: u64 = 1;
const QUERY_DIGITS: usize = 16;

/// One entry of a list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Item {
    /// Its own in the list.
    pub key: String,
    /// Any JSON value.
    pub value: Value,
}

/// Entries that follow one another in a list.
#[derive(Debug, Clone, PartialEq)]
pub struct Page<'a> {
    /// In the order of the list.
    pub items: &'a [Item],
    /// Where the next page begins; none on the last one.
    pub cursor: Option<String>,
}

impl Page<'_> {
    /// Whether there is a next page.
    #[must_use]
    pub fn more(&self) -> bool {
        self.cursor.is_some()
    }
}

/// The entries after the cursor, `limit` of them (100 if none) or fewer.
///
/// # Errors
/// `INVALID_PARAMS` when the limit is not 1 to 1000, two items have the same key, the cursor is
/// none of this list and query, or the query holds an integer beyond ±(2^53 − 1).
///
/// Spec: HIP-0300 (Unified Envelope: paging); RFC 4648 §5; RFC 8785.
pub fn page<'a>(
    items: &'a [Item],
    query: &Value,
    limit: Option<i64>,
    cursor: Option<&str>,
) -> Result<Page<'a>, InvalidParams> {
    let limit = usize::try_from(limit.unwrap_or(DEFAULT_LIMIT))
        .ok()
        .filter(|limit| (1..=LARGEST_LIMIT).contains(limit))
        .ok_or(InvalidParams { reason: "a page has 1 to 1000 items" })?;
    let mut keys = HashSet::with_capacity(items.len());
    if !items.iter().all(|item| keys.insert(&item.key)) {
        return Err(InvalidParams { reason: "two items have the same key" });
    }
    let digest = query_digest(query)?;
    let start = cursor.map_or(Ok(0), |cursor| after(items, &digest, cursor))?;
    let left = &items[start..];
    if left.len() <= limit {
        return Ok(Page { items: left, cursor: None });
    }
    let items = &left[..limit];
    Ok(Page { items, cursor: Some(write_cursor(&items[limit - 1].key, &digest)) })
}

/// The index behind the item whose cursor this is, text for text.
fn after(items: &[Item], digest: &str, cursor: &str) -> Result<usize, InvalidParams> {
    items
        .iter()
        .position(|item| write_cursor(&item.key, digest) == cursor)
        .map(|index| index + 1)
        .ok_or(InvalidParams { reason: "this list and query have not given that cursor" })
}

/// The base64url form of the canonical JSON of `{k, q, v}`.
fn write_cursor(key: &str, digest: &str) -> String {
    let content = canonical_json(&json!({ "k": key, "q": digest, "v": VERSION }))
        .expect("texts and a small integer have a canonical form");
    URL_SAFE_NO_PAD.encode(content)
}

/// The first hexadecimal digits of the SHA-256 of a query's canonical JSON.
fn query_digest(query: &Value) -> Result<String, InvalidParams> {
    let canonical = canonical_json(query)
        .map_err(|_| InvalidParams { reason: "the query holds an integer that is not exact" })?;
    let mut digits = format!("{:x}", Sha256::digest(canonical));
    digits.truncate(QUERY_DIGITS);
    Ok(digits)
}
