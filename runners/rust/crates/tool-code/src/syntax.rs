//! The backend that reads files with their grammars and looks names up in scopes.

use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::path::Path;
use std::slice::from_ref;
use std::sync::{Arc, Mutex, PoisonError};

use hanzo_envelope::ToolError;
use hanzo_tools::{failure, Context};
use serde_json::json;

use crate::certainty::KindsAt;
use crate::completing::completions;
use crate::files::{documents, unsupported, Document};
use crate::formatting::trimmed;
use crate::grammars::{is_between_tokens, kinds_at, problems, Grammar};
use crate::languages::{language_of, Language};
use crate::lookup::{defined, header, occurrence_at, referred, Lookup};
use crate::outline::Outline;
use crate::renaming::{renamed, Change};
use crate::resolution::{definitions_of, symbol_id, Analysis, Outlined, Symbols};
use crate::results::{Diagnostic, Found};
use crate::searching::{is_match, may_have};
use crate::source::{Source, Span};

const KEPT_FILES: usize = 256;
/// Places of a name times its definitions: each of the one may mean each of the other.
const MOST_PAIRS: usize = 10_000_000;

/// The outlines of files that were looked at, by language and hash of content.
#[derive(Default)]
pub(crate) struct Outlines {
    kept: Mutex<HashMap<(String, String), Arc<Outlined>>>,
}

impl Outlines {
    fn of(&self, document: &Document, language: &Language) -> Result<Arc<Outlined>, ToolError> {
        let key = (language.name.clone(), document.hash.clone());
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = kept.get(&key) {
            return Ok(Arc::clone(found));
        }
        if kept.len() >= KEPT_FILES {
            kept.clear();
        }
        let grammar = Grammar::of(language);
        let source = Source::new(&document.text);
        let too_deep =
            || unsupported("shallow-file", format!("{} is nested too deep", document.uri));
        let matches = grammar.matches(&grammar.parse(&source)).ok_or_else(too_deep)?;
        let outline = Outline::new(&source, language, matches);
        let found = Arc::new(Outlined { source, outline });
        kept.insert(key, Arc::clone(&found));
        Ok(found)
    }
}

/// What can be answered from syntax alone, in one workspace.
pub(crate) struct Syntax<'a> {
    context: &'a Context,
    outlines: Arc<Outlines>,
}

impl<'a> Syntax<'a> {
    pub fn new(context: &'a Context) -> Self {
        Self { context, outlines: context.keep() }
    }

    /// Where the symbols at a place are defined.
    pub fn definition(&self, document: &Document, offset: usize) -> Result<Vec<Found>, ToolError> {
        self.at(document, offset, |found| defined(&found.places(&found.symbols)))
    }

    /// Everything that may stand for what is at a place, definitions among it.
    pub fn references(&self, document: &Document, offset: usize) -> Result<Vec<Found>, ToolError> {
        self.at(document, offset, |found| referred(&found.references(), &found.symbols))
    }

    /// How the symbols at a place are declared.
    pub fn hover(&self, document: &Document, offset: usize) -> Result<Vec<Found>, ToolError> {
        self.at(document, offset, |found| {
            let source = &found.analysis.file.source;
            let places = found.places(&found.symbols);
            let told = |place| {
                let span = found.occurrence.span;
                let here = Found::new(&document.uri, source, span, None);
                Found { snippet: header(place), symbol_id: Some(place.symbol().id()), ..here }
            };
            places.iter().map(told).collect()
        })
    }

    /// The names that may stand at a place and begin with what is before it.
    pub fn completion(&self, document: &Document, offset: usize) -> Result<Vec<Found>, ToolError> {
        Ok(completions(&self.analysis(document)?, offset))
    }

    /// The changes that give the symbol at a place another name; `NOT_FOUND` without one.
    pub fn rename(
        &self,
        document: &Document,
        offset: usize,
        new_name: &str,
    ) -> Result<Vec<Change>, ToolError> {
        let analyses = self.around(document, offset)?;
        let found = Lookup::at(&analyses, &document.uri, offset)
            .filter(|found| !found.symbols.is_empty())
            .ok_or_else(|| {
                let details = json!({"uri": document.uri});
                failure("NOT_FOUND", "no symbol of this workspace is there", details)
            })?;
        let language = found.analysis.language;
        renamed(&found, new_name, |name| self.family(language, name), count_problems, kinds)
    }

    /// The document without blanks between tokens at line ends.
    pub fn format(
        document: &Document,
        lines: Option<&RangeInclusive<u32>>,
    ) -> Result<Vec<Change>, ToolError> {
        let grammar = Grammar::of(language_for(document)?);
        let source = Source::new(&document.text);
        let tree = grammar.parse(&source);
        if !problems(&tree).is_empty() {
            let message = format!("{} has syntax errors", document.uri);
            return Err(unsupported("valid-syntax", message));
        }
        let text = trimmed(&source, &document.text, lines, |span| is_between_tokens(&tree, span));
        if text == document.text {
            return Ok(Vec::new());
        }
        Ok(vec![Change { document: document.clone(), text }])
    }

    /// What is no syntax and what is missing.
    pub fn diagnostics(&self, document: &Document) -> Result<Vec<Found>, ToolError> {
        let analysis = self.analysis(document)?;
        let source = &analysis.file.source;
        let tree = Grammar::of(analysis.language).parse(source);
        let told = |(span, message)| Found {
            diagnostic: Some(Diagnostic { severity: "error", message }),
            ..Found::new(&document.uri, source, span, surrounding(&analysis, span))
        };
        Ok(problems(&tree).into_iter().map(told).collect())
    }

    /// The symbols below a path whose names contain a text.
    pub fn search(&self, query: &str, place: &Path) -> Vec<Found> {
        let is_known = |name: &str| language_of(name).is_some();
        let mut found = Vec::new();
        for document in documents(&self.context.workspace, place, is_known, "") {
            if !may_have(&document.text, query) {
                continue;
            }
            let Ok(analysis) = self.analysis(&document) else { continue };
            let definitions = analysis.file.outline.definitions.iter();
            let symbols: Symbols = definitions
                .filter(|item| item.is_shared && is_match(&item.path, query))
                .map(|item| analysis.symbol(item))
                .collect();
            found.extend(defined(&definitions_of(from_ref(&analysis), &symbols)));
        }
        found
    }

    fn at(
        &self,
        document: &Document,
        offset: usize,
        tell: impl Fn(&Lookup) -> Vec<Found>,
    ) -> Result<Vec<Found>, ToolError> {
        let analyses = self.around(document, offset)?;
        Ok(Lookup::at(&analyses, &document.uri, offset).map_or_else(Vec::new, |found| tell(&found)))
    }

    /// The files that have the name at a place, in their order; this one alone without a name.
    fn around(&self, document: &Document, offset: usize) -> Result<Vec<Analysis>, ToolError> {
        let alone = self.analysis(document)?;
        let name = occurrence_at(&alone.file.outline, offset).map(|found| found.name.clone());
        let mut found = match &name {
            Some(name) => self.family(alone.language, name),
            None => Vec::new(),
        };
        if found.iter().all(|analysis| analysis.document.uri != document.uri) {
            // It was named, so it counts, also in a folder that is not searched.
            found.push(alone);
        }
        found.sort_by(|one, other| one.document.path.cmp(&other.document.path));
        match name {
            Some(name) if pairs(&found, &name) > MOST_PAIRS => {
                Err(unsupported("fewer-places", format!("{name} stands in too many places")))
            }
            _ => Ok(found),
        }
    }

    /// The files of a family that contain a word, in their order.
    fn family(&self, language: &Language, word: &str) -> Vec<Analysis> {
        let is_of_family =
            |name: &str| language_of(name).is_some_and(|item| item.family == language.family);
        let workspace = &self.context.workspace;
        documents(workspace, workspace.root(), is_of_family, word)
            .iter()
            .filter_map(|document| self.analysis(document).ok())
            .collect()
    }

    fn analysis(&self, document: &Document) -> Result<Analysis, ToolError> {
        let language = language_for(document)?;
        let file = self.outlines.of(document, language)?;
        Ok(Analysis { document: document.clone(), language, file })
    }
}

/// How many pairs of a place of a name and a definition of it there are. Spec: CODE-72.
fn pairs(analyses: &[Analysis], name: &str) -> usize {
    let outlines = || analyses.iter().map(|analysis| &analysis.file.outline);
    let places = outlines().flat_map(|one| &one.occurrences).filter(|one| one.name == name);
    let definitions = outlines().flat_map(|one| &one.definitions).filter(|one| one.name == name);
    places.count() * definitions.count()
}

fn language_for(document: &Document) -> Result<&'static Language, ToolError> {
    language_of(document.file_name()).ok_or_else(|| needs_grammar(document))
}

/// The refusal of what cannot be done without a grammar.
pub(crate) fn needs_grammar(document: &Document) -> ToolError {
    unsupported("grammar", format!("there is no grammar for {}", document.uri))
}

fn kinds(analysis: &Analysis) -> KindsAt {
    let tree = Grammar::of(analysis.language).parse(&analysis.file.source);
    Box::new(move |span| kinds_at(&tree, span))
}

fn count_problems(text: &str, language: &Language) -> usize {
    problems(&Grammar::of(language).parse(&Source::new(text))).len()
}

/// The id of what a stretch of text is part of.
fn surrounding(analysis: &Analysis, span: Span) -> Option<String> {
    let outline = &analysis.file.outline;
    let path = &outline.scopes[outline.innermost(span, None)].path;
    (!path.is_empty()).then(|| symbol_id(path))
}
