//! The actions over memories.

use std::collections::{BTreeSet, HashSet};

use hanzo_envelope::{Item, ToolError};
use serde::Deserialize;
use serde_json::json;

use crate::applied::{paged, refuse, refuse_unknown, Applied, Place, Violations};
use crate::state::{Entry, Scope, State};

/// Tabulator, line feed, vertical tab, form feed, carriage return, space: what ASCII has of blanks.
const BLANKS: [char; 6] = ['\t', '\n', '\u{b}', '\u{c}', '\r', ' '];

#[derive(Deserialize)]
pub(crate) struct RecallParams {
    query: Option<String>,
    tags: Option<BTreeSet<String>>,
    scope: Option<Scope>,
    limit: Option<i64>,
    cursor: Option<String>,
}

#[derive(Deserialize)]
pub(crate) struct CreateParams {
    content: String,
    /// Sorted by UTF-8 bytes, each once.
    #[serde(default)]
    tags: BTreeSet<String>,
    #[serde(default)]
    scope: Scope,
}

#[derive(Deserialize)]
pub(crate) struct UpdateParams {
    id: String,
    content: Option<String>,
    tags: Option<BTreeSet<String>>,
}

#[derive(Deserialize)]
pub(crate) struct DeleteParams {
    ids: Vec<String>,
}

#[derive(Deserialize)]
pub(crate) struct ManageParams {
    #[serde(default)]
    create: Vec<CreateParams>,
    #[serde(default)]
    update: Vec<UpdateParams>,
    #[serde(default)]
    delete: Vec<String>,
}

#[derive(Deserialize)]
pub(crate) struct SummarizeParams {
    topic: String,
    content: String,
    #[serde(default)]
    ids: Vec<String>,
    #[serde(default)]
    replace: bool,
    #[serde(default)]
    scope: Scope,
}

/// The memories that have all the words and all the tags. Spec: MEMORY-8 to MEMORY-14
pub(crate) fn recall(state: &State, params: &RecallParams) -> Result<Applied, ToolError> {
    let RecallParams { query, tags, scope, limit, cursor } = params;
    let words: Vec<String> =
        words(query.as_deref().unwrap_or_default()).map(str::to_ascii_lowercase).collect();
    let found: Vec<Item> = state
        .memories
        .iter()
        .filter(|entry| scope.is_none_or(|wanted| wanted == entry.scope))
        .filter(|entry| {
            let content = entry.content.to_ascii_lowercase();
            words.iter().all(|word| content.contains(word.as_str()))
        })
        .filter(|entry| tags.iter().flatten().all(|tag| entry.tags.contains(tag)))
        .map(|entry| Item { key: entry.id.clone(), value: json!(entry) })
        .collect();
    let query = json!({"query": query, "scope": scope, "tags": tags});
    let place = Place { limit: *limit, cursor: cursor.as_deref() };
    paged("memories", &found, &query, &place, state.clone())
}

/// A new memory. Spec: MEMORY-15 to MEMORY-18
pub(crate) fn create(
    state: &State,
    params: CreateParams,
    now_ms: u64,
) -> Result<Applied, ToolError> {
    refuse(blank("/content", &params.content))?;
    Ok(with_one(state.clone(), params, now_ms))
}

/// A memory with its text or its tags changed. Spec: MEMORY-19 to MEMORY-21
pub(crate) fn update(
    state: &State,
    params: &UpdateParams,
    now_ms: u64,
) -> Result<Applied, ToolError> {
    refuse(nothing_new("", params))?;
    refuse_unknown(state, std::iter::once(&params.id))?;
    let mut state = state.clone();
    change(&mut state, params, now_ms);
    let changed = state.memories.iter().find(|entry| entry.id == params.id);
    Ok(Applied { data: json!(changed), paging: None, state })
}

/// What is forgotten. Spec: MEMORY-22, MEMORY-23
pub(crate) fn delete(state: &State, params: DeleteParams) -> Result<Applied, ToolError> {
    let DeleteParams { ids } = params;
    if ids.is_empty() {
        refuse(vec![("/ids".to_owned(), "empty")])?;
    }
    refuse(repeated("/ids", &ids, HashSet::new()))?;
    refuse_unknown(state, ids.iter())?;
    let mut state = state.clone();
    forget(&mut state, &ids);
    Ok(Applied { data: json!({"deleted": ids}), paging: None, state })
}

/// Several memories made, changed and forgotten, all or none. Spec: MEMORY-24 to MEMORY-27
pub(crate) fn manage(
    state: &State,
    params: ManageParams,
    now_ms: u64,
) -> Result<Applied, ToolError> {
    let ManageParams { create, update, delete } = params;
    if create.is_empty() && update.is_empty() && delete.is_empty() {
        refuse(vec![("/create".to_owned(), "required")])?;
    }
    refuse(unfit(&create, &update, &delete))?;
    refuse_unknown(state, update.iter().map(|change| &change.id).chain(&delete))?;
    let mut after = state.clone();
    for item in create {
        make(&mut after, item, now_ms);
    }
    let created: Vec<String> =
        after.memories[state.memories.len()..].iter().map(|entry| entry.id.clone()).collect();
    for item in &update {
        change(&mut after, item, now_ms);
    }
    forget(&mut after, &delete);
    let updated: Vec<&String> = update.iter().map(|item| &item.id).collect();
    let data = json!({"created": created, "updated": updated, "deleted": delete});
    Ok(Applied { data, paging: None, state: after })
}

/// A memory that stands for others. Spec: MEMORY-28 to MEMORY-30
pub(crate) fn summarize(
    state: &State,
    params: SummarizeParams,
    now_ms: u64,
) -> Result<Applied, ToolError> {
    let SummarizeParams { topic, content, ids, replace, scope } = params;
    let mut broken = blank("/topic", &topic);
    broken.extend(blank("/content", &content));
    broken.extend(repeated("/ids", &ids, HashSet::new()));
    refuse(broken)?;
    refuse_unknown(state, ids.iter())?;
    let mut left = state.clone();
    if replace {
        forget(&mut left, &ids);
    }
    let tags = BTreeSet::from(["summary".to_owned(), format!("topic:{topic}")]);
    Ok(with_one(left, CreateParams { content, tags, scope }, now_ms))
}

fn unfit(create: &[CreateParams], update: &[UpdateParams], delete: &[String]) -> Violations {
    let mut found = Violations::new();
    for (index, item) in create.iter().enumerate() {
        found.extend(blank(&format!("/create/{index}/content"), &item.content));
    }
    for (index, item) in update.iter().enumerate() {
        found.extend(nothing_new(&format!("/update/{index}"), item));
    }
    found.extend(repeated("/delete", delete, update.iter().map(|item| &item.id).collect()));
    found
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(BLANKS).filter(|word| !word.is_empty())
}

/// The violation of a text without a single word. Spec: MEMORY-15
fn blank(pointer: &str, text: &str) -> Violations {
    if words(text).next().is_some() {
        return Violations::new();
    }
    vec![(pointer.to_owned(), "empty")]
}

fn nothing_new(pointer: &str, params: &UpdateParams) -> Violations {
    let place = format!("{pointer}/content");
    match (&params.content, &params.tags) {
        (Some(content), _) => blank(&place, content),
        (None, None) => vec![(place, "required")],
        (None, Some(_)) => Violations::new(),
    }
}

/// Each place of an id that stood before. Spec: MEMORY-7
fn repeated<'a>(pointer: &str, ids: &'a [String], mut seen: HashSet<&'a String>) -> Violations {
    ids.iter()
        .enumerate()
        .filter(|(_, id)| !seen.insert(id))
        .map(|(index, _)| (format!("{pointer}/{index}"), "unique"))
        .collect()
}

fn with_one(mut state: State, params: CreateParams, now_ms: u64) -> Applied {
    make(&mut state, params, now_ms);
    Applied { data: json!(state.memories.last()), paging: None, state }
}

/// Spec: MEMORY-16 to MEMORY-18
fn make(state: &mut State, params: CreateParams, now_ms: u64) {
    let CreateParams { content, tags, scope } = params;
    state.memories.push(Entry {
        id: format!("mem_{}", state.next),
        content,
        tags: tags.into_iter().collect(),
        scope,
        created_ms: now_ms,
        updated_ms: now_ms,
    });
    state.next += 1;
}

fn change(state: &mut State, params: &UpdateParams, now_ms: u64) {
    for entry in state.memories.iter_mut().filter(|entry| entry.id == params.id) {
        if let Some(content) = &params.content {
            entry.content.clone_from(content);
        }
        if let Some(tags) = &params.tags {
            entry.tags = tags.iter().cloned().collect();
        }
        entry.updated_ms = now_ms;
    }
}

fn forget(state: &mut State, ids: &[String]) {
    state.memories.retain(|entry| !ids.contains(&entry.id));
}
