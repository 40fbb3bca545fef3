//! One name at one place, among the files in which it may mean something. Pure.

use std::slice::from_ref;

use crate::outline::{Occurrence, Outline};
use crate::resolution::{
    definitions_of, resolve, shared_named, symbol_id, Analysis, Place, Symbol, Symbols,
};
use crate::results::Found;
use crate::source::{shortened, Span};

/// A name that may stand for some symbols.
pub(crate) struct Reference<'a> {
    pub analysis: &'a Analysis,
    pub occurrence: &'a Occurrence,
    pub symbols: Symbols,
}

/// An occurrence, its file, and the files that have its name.
pub(crate) struct Lookup<'a> {
    pub analysis: &'a Analysis,
    pub occurrence: &'a Occurrence,
    pub analyses: &'a [Analysis],
    shared: Vec<Place<'a>>,
    /// What the name may stand for here.
    pub symbols: Symbols,
}

impl<'a> Lookup<'a> {
    /// The name at an offset of the file with this URI, if there is one.
    pub fn at(analyses: &'a [Analysis], uri: &str, offset: usize) -> Option<Self> {
        let here = analyses.iter().find(|one| one.document.uri == uri)?;
        let occurrence = occurrence_at(&here.file.outline, offset)?;
        let shared = shared_named(analyses, &occurrence.name);
        let symbols = resolve(occurrence, here, &shared);
        Some(Self { analysis: here, occurrence, analyses, shared, symbols })
    }

    /// Where symbols of this name are defined.
    pub fn places(&self, symbols: &Symbols) -> Vec<Place<'a>> {
        definitions_of(self.analyses, symbols)
    }

    /// Where the name may stand for one of these symbols; for none of any, if there are none.
    ///
    /// Spec: CODE-28, CODE-29.
    pub fn references(&self) -> Vec<Reference<'a>> {
        let mut found = Vec::new();
        for analysis in self.analyses {
            for occurrence in &analysis.file.outline.occurrences {
                if occurrence.name != self.occurrence.name || occurrence.is_label {
                    continue;
                }
                let symbols = resolve(occurrence, analysis, &self.shared);
                let is_unknown = symbols.is_empty() && self.symbols.is_empty();
                if is_unknown || !symbols.is_disjoint(&self.symbols) {
                    found.push(Reference { analysis, occurrence, symbols });
                }
            }
        }
        found
    }
}

/// The name in which an offset lies, else the one that ends there. Spec: CODE-17.
pub(crate) fn occurrence_at(outline: &Outline, offset: usize) -> Option<&Occurrence> {
    let inside = |one: &&Occurrence| one.span.start <= offset && offset < one.span.end;
    let ending = |one: &&Occurrence| one.span.end == offset;
    let all = &outline.occurrences;
    all.iter().find(inside).or_else(|| all.iter().find(ending))
}

/// Definitions as results.
pub(crate) fn defined(places: &[Place]) -> Vec<Found> {
    let told = |place: &Place| {
        let Place { analysis, definition } = place;
        let id = Some(place.symbol().id());
        Found::new(&analysis.document.uri, &analysis.file.source, definition.span, id)
    };
    places.iter().map(told).collect()
}

/// References as results; the id is the first of those that are wanted and possible.
pub(crate) fn referred(references: &[Reference], wanted: &Symbols) -> Vec<Found> {
    let told = |Reference { analysis, occurrence, symbols }: &Reference| {
        let id = symbols.intersection(wanted).map(Symbol::id).min();
        let id = id.unwrap_or_else(|| symbol_id(from_ref(&occurrence.name)));
        Found::new(&analysis.document.uri, &analysis.file.source, occurrence.span, Some(id))
    };
    references.iter().map(told).collect()
}

/// How something is declared: the definition up to its body, on one line. Spec: CODE-56.
pub(crate) fn header(place: &Place) -> String {
    let start = place.definition.whole.start;
    let end = place.definition.header_end.max(start);
    shortened(&place.analysis.file.source.part(Span { start, end }))
}
