//! The action `search_text`: which files are searched, and what is answered.

use std::ops::ControlFlow;
use std::os::fd::{AsFd, BorrowedFd};
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

use hanzo_envelope::{Outcome, ToolError};
use hanzo_tools::{failure, Context, Workspace};
use serde::Deserialize;
use serde_json::{json, Value};

use crate::files::LIMIT;
use crate::globs::{GlobError, GlobFilter};
use crate::ignoring::{Rules, NAME};
use crate::pages::{cursor_schema, limit_schema, Pages};
use crate::places::{opened, uri_of, Place};
use crate::regex_parser::{parse_literal, parse_regex, PatternError};
use crate::search_lines::{Match, Pattern};
use crate::walking::{read_file, read_open, walk, Entry, Gate, Kind};

/// What to look for, and where.
#[derive(Debug, Deserialize)]
#[allow(clippy::struct_excessive_bools)] // each is a parameter of its own
pub(crate) struct SearchTextParams {
    pattern: String,
    path: Option<String>,
    #[serde(default)]
    regex: bool,
    #[serde(default)]
    ignore_case: bool,
    glob: Option<String>,
    #[serde(default)]
    hidden: bool,
    #[serde(default)]
    ignored: bool,
    limit: Option<i64>,
    cursor: Option<String>,
}

/// The schema of the parameters.
pub(crate) fn schema() -> Value {
    let pattern = "The text to look for, within a line.";
    let path = "Folder or file: its URI, or its path from the workspace; without it, all.";
    let regex = "The pattern is a regular expression.";
    let case = "ASCII letters of both cases are the same.";
    let glob = "Files to search: with a slash by path below the folder, without by name.";
    let hidden = "Also what has a name that begins with a dot, but never .git.";
    let ignored = "Also what .gitignore files leave out.";
    json!({
        "type": "object",
        "description": "Finds a text or a regular expression in the lines of files.",
        "properties": {
            "pattern": {"type": "string", "description": pattern},
            "path": {"type": "string", "description": path},
            "regex": {"type": "boolean", "description": regex},
            "ignore_case": {"type": "boolean", "description": case},
            "glob": {"type": "string", "description": glob},
            "hidden": {"type": "boolean", "description": hidden},
            "ignored": {"type": "boolean", "description": ignored},
            "limit": limit_schema(),
            "cursor": cursor_schema(),
        },
        "required": ["pattern"],
        "additionalProperties": false,
    })
}

/// Rules, and how paths of the walk become paths below the folder of the rules.
struct Scope {
    rules: Rules,
    before: String,
    cut: usize,
}

impl Scope {
    fn verdict(&self, entry: &Entry) -> Option<bool> {
        let is_folder = entry.kind == Kind::Directory;
        let path = &entry.path[self.cut..];
        if self.before.is_empty() {
            return self.rules.verdict(path, entry.name(), is_folder);
        }
        self.rules.verdict(&format!("{}{path}", self.before), entry.name(), is_folder)
    }
}

/// Lets through files and folders that are worth a search; `scopes` from the outermost on.
#[derive(Clone)]
struct TextGate {
    hidden: bool,
    ignored: bool,
    scopes: Vec<Rc<Scope>>,
}

impl Gate for TextGate {
    fn admits(&self, entry: &Entry) -> bool {
        let name = entry.name();
        if !matches!(entry.kind, Kind::File | Kind::Directory)
            || name == ".git"
            || (name.starts_with('.') && !self.hidden)
        {
            return false;
        }
        !self.scopes.iter().rev().find_map(|scope| scope.verdict(entry)).unwrap_or(false)
    }

    fn within(&self, path: &str, folder: BorrowedFd<'_>, entries: &[Entry]) -> Self {
        let mut gate = self.clone();
        let named = |entry: &Entry| entry.name() == NAME && entry.kind == Kind::File;
        if !self.ignored && entries.iter().any(named) {
            gate.add(folder, String::new(), path.len());
        }
        gate
    }
}

impl TextGate {
    /// Add the rules of an open folder, if it has some.
    fn add(&mut self, folder: BorrowedFd<'_>, before: String, cut: usize) {
        let mut buffer = Vec::new();
        if let Some(content) = read_file(folder, NAME, LIMIT, &mut buffer) {
            self.scopes.push(Rc::new(Scope { rules: Rules::read(content), before, cut }));
        }
    }

    /// Add the rules of the folders from the workspace's root to the one above `folder`.
    fn add_above(&mut self, workspace: &Workspace, folder: &Path) {
        let below = folder.strip_prefix(workspace.root()).unwrap_or(folder);
        for above in below.ancestors().skip(1).collect::<Vec<_>>().into_iter().rev() {
            let rest = below.strip_prefix(above).unwrap_or(below);
            if let Ok(place) = workspace.place(&workspace.root().join(above).join(NAME)) {
                self.add(place.folder.as_fd(), format!("{}/", rest.display()), 0);
            }
        }
    }
}

/// Places where a pattern matches, a page of them.
///
/// # Errors
///
/// `INVALID_PARAMS`, `NOT_FOUND`, `PERMISSION_DENIED`, `UNSUPPORTED`.
#[allow(clippy::needless_pass_by_value)] // as every action takes its parameters
pub(crate) fn search_text(
    context: &Arc<Context>,
    params: SearchTextParams,
) -> Result<Outcome, ToolError> {
    let (pattern, filter) = judged(&params)?;
    let workspace = &context.workspace;
    let uri = uri_of(workspace, params.path.as_deref().unwrap_or(""))?;
    let query = json!([
        "search_text",
        uri,
        params.pattern,
        params.regex,
        params.ignore_case,
        params.glob,
        params.hidden,
        params.ignored,
    ]);
    let mut pages = Pages::new(query, params.limit, params.cursor.as_deref())?;
    // Files before the one in which the last page ended need not be read again.
    let start = pages.key().and_then(|key| key.rsplitn(3, ':').nth(2)).map(str::to_owned);
    let Place { path: root, descriptor, is_folder, .. } = opened(workspace, &uri, "/path")?;
    let mut gate = TextGate { hidden: params.hidden, ignored: params.ignored, scopes: Vec::new() };
    if is_folder && !params.ignored {
        gate.add_above(workspace, &root);
    }
    let mut searched = |path: &str, content: &[u8]| {
        pattern.visit(content, &mut |found| {
            let key = format!("{path}:{}:{}", found.line, found.start_col);
            pages.push(key, || told(&workspace.uri(&root.join(path)), &found))
        })
    };
    let mut buffer = Vec::new();
    if is_folder {
        walk(descriptor, &gate, None, |entry, folder| {
            let path = entry.path.as_str();
            let seen = start.as_ref().is_some_and(|start| path.split('/').lt(start.split('/')));
            let wanted = filter.as_ref().is_none_or(|filter| filter.accepts(path));
            if entry.kind == Kind::File && wanted && !seen {
                if let Some(content) = read_file(folder, entry.name(), LIMIT, &mut buffer) {
                    return searched(path, content);
                }
            }
            ControlFlow::Continue(())
        });
    } else if let Some(content) = read_open(descriptor.as_fd(), LIMIT, &mut buffer) {
        let _ = searched("", content);
    }
    pages.finish("matches")
}

/// What finds the pattern, and what chooses files.
fn judged(params: &SearchTextParams) -> Result<(Pattern, Option<GlobFilter>), ToolError> {
    let mut violations = Vec::new();
    let filter = params.glob.as_deref().map(GlobFilter::new).transpose();
    if filter.is_err() {
        violations.push(json!({"pointer": "/glob", "rule": "glob"}));
    }
    let found = pattern(params);
    if found.is_err() {
        violations.push(json!({"pointer": "/pattern", "rule": "pattern"}));
    }
    match (found, filter) {
        (Ok(found), Ok(filter)) => Ok((found, filter)),
        (Err(PatternError(why)), _) | (_, Err(GlobError(why))) => {
            Err(failure("INVALID_PARAMS", why, json!({ "violations": violations })))
        }
    }
}

fn pattern(params: &SearchTextParams) -> Result<Pattern, PatternError> {
    if params.regex {
        let tree = parse_regex(&params.pattern, params.ignore_case)?;
        return Ok(Pattern::expression(&tree));
    }
    let tree = parse_literal(&params.pattern, params.ignore_case)?;
    Ok(if params.ignore_case {
        Pattern::expression(&tree)
    } else {
        Pattern::literal(&params.pattern)
    })
}

fn told(uri: &str, found: &Match) -> Value {
    json!({
        "uri": uri,
        "range": {
            "start": {"line": found.line, "col": found.start_col},
            "end": {"line": found.line, "col": found.end_col},
        },
        "text": found.text,
        "text_col": found.text_col,
    })
}
