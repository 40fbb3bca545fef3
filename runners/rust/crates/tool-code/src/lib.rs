//! The tool `code`: symbols by published grammars or words.
//!
//! It edits nothing: what has to change comes back as patches for `fs.apply_patch`. No language
//! server is driven from here.

mod certainty;
mod completing;
mod drafting;
mod files;
mod formatting;
mod grammars;
mod languages;
mod lookup;
mod outline;
mod patches;
mod renaming;
mod resolution;
mod results;
mod schemas;
mod searching;
mod source;
mod syntax;
mod words;

use std::ops::RangeInclusive;
use std::sync::Arc;

use hanzo_envelope::{Outcome, ToolError};
use hanzo_ids::{Position, Range};
use hanzo_tools::{action, tool as declared, violation, Context, Declaration};
use serde::{Deserialize, Serialize};
use serde_json::{json, Map, Value};

use crate::files::{read_named, unsupported, Document};
use crate::languages::language_of;
use crate::patches::unified;
use crate::renaming::Change;
use crate::results::{in_order, listed, paged, Found};
use crate::source::Source;
use crate::syntax::{needs_grammar, Syntax};

const TREE_SITTER: &str = "tree-sitter";
const HEURISTIC: &str = "heuristic";

/// The tool as it works in any workspace.
#[must_use]
pub fn tool() -> Declaration {
    let defined = schemas::place("Finds where a symbol is defined.", true);
    let spoken_of = schemas::place("Finds where a symbol is spoken of.", true);
    let declared_as = schemas::place("Tells how a symbol is declared.", false);
    let completed = schemas::place("Completes a word.", true);
    declared(
        "code",
        None,
        [
            action("definition", defined, |context, params| definition(context, &params)),
            action("references", spoken_of, |context, params| references(context, &params)),
            action("rename", schemas::rename(), |context, params| rename(context, &params)),
            action("format", schemas::format(), |context, params| format(context, &params)),
            action("diagnostics", schemas::diagnostics(), |context, params| {
                diagnostics(context, &params)
            }),
            action("search_symbol", schemas::search_symbol(), |context, params| {
                search_symbol(context, &params)
            }),
            action("hover", declared_as, |context, params| hover(context, &params)),
            action("completion", completed, |context, params| completion(context, &params)),
        ],
    )
}

/// What the actions take; the schemas say which has what.
#[derive(Deserialize, Serialize)]
struct Params {
    #[serde(skip_serializing_if = "Option::is_none")]
    backend: Option<String>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    uri: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<Position>,
    #[serde(skip_serializing_if = "Option::is_none")]
    range: Option<Range>,
    #[serde(skip_serializing_if = "Option::is_none")]
    new_name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    query: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    scope: Option<String>,
    #[serde(skip_serializing)]
    limit: Option<i64>,
    #[serde(skip_serializing)]
    cursor: Option<String>,
}

impl Params {
    /// What a list is the answer to.
    fn query(&self) -> Map<String, Value> {
        match json!(self) {
            Value::Object(members) => members,
            _ => Map::new(),
        }
    }

    fn page(&self, action: &str, found: &[Found], backend: &str) -> Result<Outcome, ToolError> {
        paged(action, self.query(), self.limit, self.cursor.as_deref(), found, backend)
    }

    fn is_asked(&self, backend: &str) -> bool {
        self.backend.as_deref() == Some(backend)
    }
}

/// Where the symbol at a place is defined. Spec: CODE-17 to CODE-27.
fn definition(context: &Arc<Context>, params: &Params) -> Result<Outcome, ToolError> {
    let asked = Asked::new(context, params)?;
    let found = match asked.syntax {
        Some(syntax) => syntax.definition(&asked.document, asked.offset)?,
        None => words::definition(context, &asked.document, asked.offset),
    };
    params.page("definition", &in_order(found), asked.backend)
}

/// Where the symbol at a place is spoken of. Spec: CODE-28, CODE-29.
fn references(context: &Arc<Context>, params: &Params) -> Result<Outcome, ToolError> {
    let asked = Asked::new(context, params)?;
    let found = match asked.syntax {
        Some(syntax) => syntax.references(&asked.document, asked.offset)?,
        None => words::references(context, &asked.document, asked.offset),
    };
    params.page("references", &in_order(found), asked.backend)
}

/// How the symbol at a place is declared. Spec: CODE-56.
fn hover(context: &Arc<Context>, params: &Params) -> Result<Outcome, ToolError> {
    let asked = Asked::new(context, params)?;
    let found = match asked.syntax {
        Some(syntax) => syntax.hover(&asked.document, asked.offset)?,
        None => words::hover(context, &asked.document, asked.offset),
    };
    Ok(listed(&found, asked.backend))
}

/// What the word before a place may become. Spec: CODE-57 to CODE-60.
fn completion(context: &Arc<Context>, params: &Params) -> Result<Outcome, ToolError> {
    let asked = Asked::new(context, params)?;
    let found = match asked.syntax {
        Some(syntax) => syntax.completion(&asked.document, asked.offset)?,
        None => words::completion(&asked.document, asked.offset),
    };
    params.page("completion", &found, asked.backend)
}

/// Patches that rename the symbol at a place; nothing is edited. Spec: CODE-37 to CODE-47.
fn rename(context: &Arc<Context>, params: &Params) -> Result<Outcome, ToolError> {
    let asked = Asked::new(context, params)?;
    let new_name = params.new_name.as_deref().unwrap_or_default();
    let syntax = asked.syntax.ok_or_else(|| needs_grammar(&asked.document))?;
    Ok(patches(&syntax.rename(&asked.document, asked.offset, new_name)?))
}

/// A patch that formats a file; nothing is edited. Spec: CODE-48 to CODE-52.
fn format(context: &Arc<Context>, params: &Params) -> Result<Outcome, ToolError> {
    let asked = Asked::new(context, params)?;
    if asked.syntax.is_none() {
        return Err(needs_grammar(&asked.document));
    }
    Ok(patches(&Syntax::format(&asked.document, asked.lines.as_ref())?))
}

/// What is wrong in a file. Spec: CODE-53 to CODE-55.
fn diagnostics(context: &Arc<Context>, params: &Params) -> Result<Outcome, ToolError> {
    let asked = Asked::new(context, params)?;
    let syntax = asked.syntax.ok_or_else(|| needs_grammar(&asked.document))?;
    params.page("diagnostics", &syntax.diagnostics(&asked.document)?, asked.backend)
}

/// The symbols of a file, a folder or the workspace by name. Spec: CODE-61 to CODE-64.
fn search_symbol(context: &Arc<Context>, params: &Params) -> Result<Outcome, ToolError> {
    let place = match &params.scope {
        Some(scope) => context.workspace.locate_at(scope, "/scope")?,
        None => context.workspace.root().to_path_buf(),
    };
    if params.is_asked("lsp") {
        return Err(unsupported("language-server", "no language server knows all languages"));
    }
    let query = params.query.as_deref().unwrap_or_default();
    let (found, backend) = if params.is_asked(HEURISTIC) {
        (words::search(context, query, &place), HEURISTIC)
    } else {
        (Syntax::new(context).search(query, &place), TREE_SITTER)
    };
    params.page("search_symbol", &in_order(found), backend)
}

/// A document, the offset and the lines in it that are given, and who is asked about it.
struct Asked<'a> {
    document: Document,
    offset: usize,
    lines: Option<RangeInclusive<u32>>,
    /// None: the words.
    syntax: Option<Syntax<'a>>,
    backend: &'static str,
}

impl<'a> Asked<'a> {
    /// The backend that is asked for, or the first that can. Spec: CODE-1 to CODE-3.
    fn new(context: &'a Arc<Context>, params: &Params) -> Result<Self, ToolError> {
        let document = read_named(&context.workspace, &params.uri)?;
        let offset = params.position.map_or(Some(0), |at| Source::new(&document.text).offset(at));
        let offset = offset
            .ok_or_else(|| violation("/position", "position", "the file has no such line"))?;
        let lines = params.range.map(|range| lines(&document, range)).transpose()?;
        if params.is_asked("lsp") {
            let message = format!("no language server knows {}", document.uri);
            return Err(unsupported("language-server", message));
        }
        let is_known = language_of(document.file_name()).is_some();
        let by_grammar = params.is_asked(TREE_SITTER) || (params.backend.is_none() && is_known);
        if by_grammar && !is_known {
            return Err(needs_grammar(&document));
        }
        let backend = if by_grammar { TREE_SITTER } else { HEURISTIC };
        let syntax = by_grammar.then(|| Syntax::new(context));
        Ok(Self { document, offset, lines, syntax, backend })
    }
}

/// The numbers of the lines that a range touches. Spec: CODE-51.
fn lines(document: &Document, range: Range) -> Result<RangeInclusive<u32>, ToolError> {
    let Range { start, end } = range;
    let last = Position { line: end.line, col: 0 };
    if start > end || Source::new(&document.text).offset(last).is_none() {
        let message = "the range ends before it starts, or too late";
        return Err(violation("/range", "range", message));
    }
    Ok(start.line..=end.line)
}

/// Changes as patches for `fs.apply_patch`. Spec: CODE-44 to CODE-47.
fn patches(changes: &[Change]) -> Outcome {
    let told = |Change { document, text }: &Change| {
        json!({
            "uri": document.uri,
            "patch": unified(&document.name, &document.text, text),
            "base_hash": document.hash,
        })
    };
    let patches: Vec<Value> = changes.iter().map(told).collect();
    let data = json!({"patches": patches});
    Outcome { data, backend: Some(TREE_SITTER.to_owned()), paging: None }
}
