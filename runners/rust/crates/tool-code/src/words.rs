//! The backend for files without a grammar: words, and lines that look like definitions.
//!
//! Spec: CODE-65 to CODE-68.

use std::collections::BTreeSet;
use std::path::Path;

use hanzo_tools::Context;

use crate::files::{documents, Document};
use crate::languages::{extension_of, table};
use crate::results::Found;
use crate::searching::is_match;
use crate::source::{shortened, Source, Span};

/// A word of a document, and whether it is given there.
struct Word {
    text: String,
    span: Span,
    is_defined: bool,
}

/// Where a definition seems to give the word at a place.
pub(crate) fn definition(context: &Context, document: &Document, offset: usize) -> Vec<Found> {
    same(context, document, offset).into_iter().filter(|(_, is)| *is).map(|(at, _)| at).collect()
}

/// Where the word at a place stands in files of the same extension.
pub(crate) fn references(context: &Context, document: &Document, offset: usize) -> Vec<Found> {
    same(context, document, offset).into_iter().map(|(at, _)| at).collect()
}

/// The lines that seem to give the word at a place.
pub(crate) fn hover(context: &Context, document: &Document, offset: usize) -> Vec<Found> {
    let source = Source::new(&document.text);
    let Some(word) = word_at(&document.text, offset) else { return Vec::new() };
    let here = found(&document.uri, &source, &word);
    let told = |given: Found| Found { snippet: shortened(&given.snippet), ..here.clone() };
    definition(context, document, offset).into_iter().map(told).collect()
}

/// The words of this file that begin with what is before a place.
pub(crate) fn completion(document: &Document, offset: usize) -> Vec<Found> {
    let source = Source::new(&document.text);
    let words = words(&document.text);
    let is_before = |word: &Word| word.span.start < offset && offset <= word.span.end;
    let start = words.iter().find(|word| is_before(word)).map_or(offset, |word| word.span.start);
    let replaced = Span { start, end: offset };
    let prefix = source.part(replaced);
    let names: BTreeSet<String> = words
        .into_iter()
        .filter(|word| !is_before(word) && word.text.starts_with(&prefix))
        .map(|word| word.text)
        .collect();
    let told = |name: String| Found {
        symbol_id: Some(format!("sym:{name}")),
        snippet: name,
        ..Found::new(&document.uri, &source, replaced, None)
    };
    names.into_iter().map(told).collect()
}

/// Words below a path that seem to be given and contain a text.
pub(crate) fn search(context: &Context, query: &str, place: &Path) -> Vec<Found> {
    let mut all = Vec::new();
    for document in documents(&context.workspace, place, |_| true, "") {
        let source = Source::new(&document.text);
        for word in words(&document.text) {
            if word.is_defined && is_match(std::slice::from_ref(&word.text), query) {
                all.push(found(&document.uri, &source, &word));
            }
        }
    }
    all
}

fn same(context: &Context, document: &Document, offset: usize) -> Vec<(Found, bool)> {
    let Some(sought) = word_at(&document.text, offset) else { return Vec::new() };
    let extension = extension_of(document.file_name());
    let is_alike = |name: &str| extension_of(name) == extension;
    let workspace = &context.workspace;
    let mut alike = documents(workspace, workspace.root(), is_alike, &sought.text);
    if alike.iter().all(|other| other.uri != document.uri) {
        // It was named, so it counts, also where nothing is searched.
        alike.push(document.clone());
        alike.sort_by(|one, other| one.path.cmp(&other.path));
    }
    let mut all = Vec::new();
    for other in alike {
        let source = Source::new(&other.text);
        for word in words(&other.text).into_iter().filter(|word| word.text == sought.text) {
            all.push((found(&other.uri, &source, &word), word.is_defined));
        }
    }
    all
}

fn found(uri: &str, source: &Source, word: &Word) -> Found {
    Found::new(uri, source, word.span, Some(format!("sym:{}", word.text)))
}

/// The words of a text, in their order.
fn words(text: &str) -> Vec<Word> {
    let mut all = Vec::new();
    let (mut at, mut units) = (0, 0);
    while let Some(start) = text[at..].find(is_first).map(|index| at + index) {
        units += length(&text[at..start]);
        let end = text[start..].find(|one| !is_part(one)).map_or(text.len(), |index| start + index);
        // A digit is part of a word that it follows, and of no word by itself.
        let word = &text[start..end];
        let span = Span { start: units, end: units + length(word) };
        all.push(Word { text: word.to_owned(), span, is_defined: follows_keyword(&text[..start]) });
        (at, units) = (end, span.end);
    }
    all
}

/// Whether a text ends in a keyword that gives names, and blanks.
fn follows_keyword(before: &str) -> bool {
    let rest = before.trim_end_matches([' ', '\t']);
    let word = &rest[rest.trim_end_matches(is_part).len()..];
    rest.len() < before.len() && table().heuristic_keywords.contains(word)
}

/// The word in which an offset lies, else the one that ends there.
fn word_at(text: &str, offset: usize) -> Option<Word> {
    let mut all = words(text);
    let inside = |word: &Word| word.span.start <= offset && offset < word.span.end;
    let place = all.iter().position(inside);
    let place = place.or_else(|| all.iter().position(|word| word.span.end == offset))?;
    Some(all.swap_remove(place))
}

fn is_first(letter: char) -> bool {
    letter.is_ascii_alphabetic() || letter == '_' || letter >= '\u{80}'
}

fn is_part(letter: char) -> bool {
    is_first(letter) || letter.is_ascii_digit()
}

fn length(text: &str) -> usize {
    text.encode_utf16().count()
}
