//! A server's tools: which are kept, which are being fetched, for whom, and of which generation.

use std::collections::{HashMap, HashSet};

use serde_json::{json, Value};

use crate::answers::{Page, Refused};

/// Names a fetch among all of a session.
pub(crate) type FetchId = u64;

/// Pages of one generation on their way, and the steps that wait for them.
#[derive(Debug)]
struct Fetch {
    generation: u64,
    waiting: Vec<usize>,
    tools: Vec<Value>,
    names: HashSet<String>,
    cursors: HashSet<String>,
}

/// What is known of a server's tools; a generation ends when they may have changed.
#[derive(Debug, Default)]
pub(crate) struct ToolCache {
    pub(crate) generation: u64,
    /// The tools of this generation, once they have been fetched.
    pub(crate) kept: Option<Value>,
    fetches: HashMap<FetchId, Fetch>,
    /// The one of this generation.
    current: Option<FetchId>,
    begun: FetchId,
}

impl ToolCache {
    /// Whatever is known, or on its way, is of the past.
    pub(crate) fn begin_generation(&mut self) {
        self.generation += 1;
        self.kept = None;
        self.current = None;
    }

    /// Waits for what is being fetched of this generation; false where nothing is.
    pub(crate) fn join(&mut self, step: usize) -> bool {
        let current = self.current.and_then(|id| self.fetches.get_mut(&id));
        current.map(|fetch| fetch.waiting.push(step)).is_some()
    }

    /// Fetches the tools of this generation, for this step and whoever joins it.
    pub(crate) fn begin(&mut self, step: usize) -> FetchId {
        self.begun += 1;
        let fetch = Fetch {
            generation: self.generation,
            waiting: vec![step],
            tools: Vec::new(),
            names: HashSet::new(),
            cursors: HashSet::new(),
        };
        self.fetches.insert(self.begun, fetch);
        self.current = Some(self.begun);
        self.begun
    }

    /// Adds a page; the cursor of the next one, or none behind the last.
    pub(crate) fn take(&mut self, id: FetchId, page: Page) -> Result<Option<String>, Refused> {
        let Some(fetch) = self.fetches.get_mut(&id) else { return Ok(None) };
        for (name, tool) in page.tools {
            if fetch.names.insert(name) {
                fetch.tools.push(tool);
            }
        }
        match page.next_cursor {
            Some(cursor) if !fetch.cursors.insert(cursor.clone()) => {
                Err(Refused::new("PAGING_LOOP"))
            }
            next => Ok(next),
        }
    }

    /// A fetch has all: who waits for it, and what they get, which is kept if it is not of the past.
    pub(crate) fn complete(&mut self, id: FetchId) -> (Vec<usize>, Value) {
        let Some(fetch) = self.fetches.remove(&id) else { return (Vec::new(), Value::Null) };
        let value = json!({ "tools": fetch.tools, "generation": fetch.generation });
        if self.current == Some(id) {
            self.current = None;
            self.kept = Some(value.clone());
        }
        (fetch.waiting, value)
    }

    /// A fetch is over: who waits for it.
    pub(crate) fn abandon(&mut self, id: FetchId) -> Vec<usize> {
        if self.current == Some(id) {
            self.current = None;
        }
        self.fetches.remove(&id).map(|fetch| fetch.waiting).unwrap_or_default()
    }
}
