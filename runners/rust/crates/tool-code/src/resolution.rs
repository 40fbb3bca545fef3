//! Which symbol a name stands for, as far as names and scopes tell; types are not known. Pure.

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

use crate::files::Document;
use crate::languages::Language;
use crate::outline::{Definition, Kind, Occurrence, Outline, ScopeKind};
use crate::source::Source;

/// What a name stands for: a path, in one file or scope where names belong to these.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Symbol {
    pub path: Vec<String>,
    pub uri: String,
    pub home: Option<usize>,
}

impl Symbol {
    /// The symbol's id. Spec: CODE-8.
    pub fn id(&self) -> String {
        symbol_id(&self.path)
    }
}

/// Symbols that a name may stand for.
pub(crate) type Symbols = BTreeSet<Symbol>;

/// The id of a path of names.
pub(crate) fn symbol_id(path: &[String]) -> String {
    format!("sym:{}", path.join("."))
}

/// The text of a file, and what has a name in it.
pub(crate) struct Outlined {
    pub source: Source,
    pub outline: Outline,
}

/// One file: where it is, and what was found in it.
pub(crate) struct Analysis {
    pub document: Document,
    pub language: &'static Language,
    pub file: Arc<Outlined>,
}

impl Analysis {
    /// The symbol that a definition of this file gives a name to. Spec: CODE-25.
    pub fn symbol(&self, definition: &Definition) -> Symbol {
        let is_of_file = !definition.is_shared || self.language.has_file_names();
        Symbol {
            path: definition.path.clone(),
            uri: if is_of_file { self.document.uri.clone() } else { String::new() },
            home: if definition.is_shared { None } else { definition.home },
        }
    }
}

/// A definition and its file.
#[derive(Clone, Copy)]
pub(crate) struct Place<'a> {
    pub analysis: &'a Analysis,
    pub definition: &'a Definition,
}

impl Place<'_> {
    pub fn symbol(&self) -> Symbol {
        self.analysis.symbol(self.definition)
    }
}

/// The definitions of a name that other files may mean.
pub(crate) fn shared_named<'a>(analyses: &'a [Analysis], name: &str) -> Vec<Place<'a>> {
    all_places(analyses)
        .filter(|place| place.definition.is_shared && place.definition.name == name)
        .collect()
}

fn all_places(analyses: &[Analysis]) -> impl Iterator<Item = Place<'_>> {
    analyses.iter().flat_map(|analysis| {
        let definitions = analysis.file.outline.definitions.iter();
        definitions.map(move |definition| Place { analysis, definition })
    })
}

/// The symbols that an occurrence may stand for; `shared` are the definitions of its name.
///
/// Spec: CODE-18 to CODE-27.
pub(crate) fn resolve(occurrence: &Occurrence, analysis: &Analysis, shared: &[Place]) -> Symbols {
    if let Some(definition) = analysis.file.outline.defined_at(occurrence.span.start) {
        return Symbols::from([analysis.symbol(definition)]);
    }
    if occurrence.is_label {
        return Symbols::new();
    }
    if occurrence.is_member {
        return members(occurrence, analysis, shared);
    }
    let local = lexical(&occurrence.name, occurrence.scope, analysis);
    if !local.is_empty() {
        return local.into_iter().map(|definition| analysis.symbol(definition)).collect();
    }
    let elsewhere = chosen(shared, |place| !place.definition.is_member);
    if elsewhere.is_empty() && analysis.language.members_in_scope {
        return chosen(shared, |_| true);
    }
    elsewhere
}

fn members(occurrence: &Occurrence, analysis: &Analysis, shared: &[Place]) -> Symbols {
    let object = occurrence.object.as_deref().unwrap_or_default();
    let scope = &analysis.file.outline.scopes[occurrence.scope];
    if let Some(owner) =
        scope.owner.as_ref().filter(|_| analysis.language.self_names.contains(object))
    {
        let is_own = |place: &Place| {
            let (name, around) = place.definition.path.split_last().expect("a path has a name");
            around == owner && *name == occurrence.name
        };
        let here = |place: &Place| place.analysis.document.uri == analysis.document.uri;
        let own = chosen(shared, |place| is_own(place) && here(place));
        let own = if own.is_empty() { chosen(shared, is_own) } else { own };
        if !own.is_empty() {
            return own;
        }
    }
    let word = last_word(object);
    let of_word = chosen(shared, |place| is_in(&place.definition.path, word));
    if !of_word.is_empty() {
        return of_word;
    }
    let found = chosen(shared, |place| place.definition.is_member);
    if found.is_empty() {
        chosen(shared, |_| true)
    } else {
        found
    }
}

fn chosen(shared: &[Place], is_wanted: impl Fn(&Place) -> bool) -> Symbols {
    shared.iter().filter(|place| is_wanted(place)).map(Place::symbol).collect()
}

/// Whether a path ends in a name directly below another one.
pub(crate) fn is_in(path: &[String], container: &str) -> bool {
    path.len() > 1 && path[path.len() - 2] == container
}

/// The definitions of the nearest scope around one that has the name.
pub(crate) fn lexical<'a>(name: &str, scope: usize, analysis: &'a Analysis) -> Vec<&'a Definition> {
    let outline = &analysis.file.outline;
    outline
        .around(scope)
        .map(|number| {
            let is_visible = is_visible(outline, scope, number, analysis.language);
            // What a type is made with is no member of it.
            let found = outline.at_home(number, name);
            found.filter(|item| is_visible || item.kind == Kind::Local).collect::<Vec<_>>()
        })
        .find(|found| !found.is_empty())
        .unwrap_or_default()
}

/// The scopes whose names are seen from one, the nearest first. Spec: CODE-19, CODE-20.
pub(crate) fn visible_scopes<'a>(
    outline: &'a Outline,
    from: usize,
    language: &'a Language,
) -> impl Iterator<Item = usize> + 'a {
    outline.around(from).filter(move |&number| is_visible(outline, from, number, language))
}

fn is_visible(outline: &Outline, from: usize, number: usize, language: &Language) -> bool {
    let is_of_members = matches!(outline.scopes[number].kind, ScopeKind::Type | ScopeKind::Region);
    number == from || !is_of_members || language.members_in_scope
}

/// Where symbols are defined, by file and place.
///
/// Of values that a file gives a name to again and again, the first counts. Spec: CODE-26.
pub(crate) fn definitions_of<'a>(analyses: &'a [Analysis], symbols: &Symbols) -> Vec<Place<'a>> {
    let mut found = Vec::new();
    for analysis in analyses {
        let places: Vec<(Place, Symbol)> = all_places(std::slice::from_ref(analysis))
            .map(|place| (place, place.symbol()))
            .filter(|(_, symbol)| symbols.contains(symbol))
            .collect();
        let solid: HashSet<&Symbol> = places
            .iter()
            .filter(|(place, _)| !is_value(place.definition))
            .map(|(_, symbol)| symbol)
            .collect();
        let mut seen = HashSet::new();
        for (place, symbol) in &places {
            let is_new = seen.insert(symbol);
            if !is_value(place.definition) || (is_new && !solid.contains(symbol)) {
                found.push(*place);
            }
        }
    }
    found
}

fn is_value(definition: &Definition) -> bool {
    matches!(definition.kind, Kind::Value | Kind::Field | Kind::Local)
}

/// The word with which a text ends, or nothing.
pub(crate) fn last_word(text: &str) -> &str {
    let is_part = |letter: char| {
        letter.is_ascii_alphanumeric() || "_$".contains(letter) || letter >= '\u{80}'
    };
    &text[text.trim_end_matches(is_part).len()..]
}
