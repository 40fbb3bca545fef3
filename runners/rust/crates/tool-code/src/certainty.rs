//! Which places speak for or against a renaming without a doubt, and which do not. Pure.
//!
//! A name may stand for what is renamed in more ways than syntax shows. Every place where it stands
//! has to be surely the symbol or surely not; the others are doubts, and one of them is too many.

use std::collections::{HashMap, HashSet};

use crate::languages::{table, Doubts, Language, Seen};
use crate::lookup::Lookup;
use crate::outline::{Definition, Kind, Occurrence, ScopeKind};
use crate::resolution::{lexical, Analysis, Place, Symbol};
use crate::results::{in_order, Found};
use crate::source::Span;

/// Which of the kinds around a name is that of what it is given in.
const GIVEN: usize = 2;
/// And that of a variable, which stands with its value in a declaration.
const HOISTED: usize = 2;
/// So many doubts are told.
const MOST_TOLD: usize = 100;
const QUOTES: [&str; 3] = ["'", "\"", "`"];

/// The kinds of the smallest node at a place and of those around it, the smallest first.
pub(crate) type KindsAt = Box<dyn Fn(Span) -> Vec<&'static str>>;

/// The places that leave in doubt whether all of a symbol, and nothing else, is renamed.
///
/// Spec: CODE-73.
pub(crate) fn doubts(
    lookup: &Lookup,
    symbol: &Symbol,
    new_name: &str,
    kinds: impl Fn(&Analysis) -> KindsAt,
) -> Vec<Found> {
    let name = &lookup.occurrence.name;
    let mut places = Vec::new();
    for analysis in lookup.analyses {
        for definition in &analysis.file.outline.definitions {
            if definition.name == *name && analysis.symbol(definition) == *symbol {
                places.push(Place { analysis, definition });
            }
        }
    }
    let mut found = Vec::new();
    for analysis in lookup.analyses {
        let judge = Judge::new(analysis, symbol, &places, kinds(analysis));
        let mut spans = words(analysis, name);
        spans.retain(|span| judge.doubts_word(*span));
        if judge.is_home {
            let taken = words(analysis, new_name).into_iter();
            spans.extend(taken.filter(|span| judge.doubts_taken(*span)));
        }
        let told = |span| Found::new(&analysis.document.uri, &analysis.file.source, span, None);
        found.extend(spans.into_iter().map(told));
    }
    let mut found = in_order(found);
    found.truncate(MOST_TOLD);
    found
}

/// Where a name stands in a text as a whole word, whatever it is there.
fn words(analysis: &Analysis, name: &str) -> Vec<Span> {
    let text = analysis.document.text.as_str();
    let is_letter = |letter: char| is_part(letter, &analysis.language.word_extra);
    let length = name.encode_utf16().count();
    let (mut found, mut place, mut units) = (Vec::new(), 0, 0);
    for (at, _) in text.match_indices(name) {
        units += text[place..at].encode_utf16().count();
        place = at;
        let is_whole =
            !text[..at].ends_with(is_letter) && !text[at + name.len()..].starts_with(is_letter);
        if is_whole {
            found.push(Span { start: units, end: units + length });
        }
    }
    found
}

fn is_part(letter: char, extra: &str) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_' || letter >= '\u{80}' || extra.contains(letter)
}

/// Judges the places of one file.
#[allow(clippy::struct_excessive_bools)] // each is a fact of its own, in any combination
struct Judge<'a> {
    analysis: &'a Analysis,
    symbol: &'a Symbol,
    kinds_at: KindsAt,
    table: &'static Doubts,
    occurrences: HashMap<usize, &'a Occurrence>,
    is_home: bool,
    is_shared: bool,
    is_member: bool,
    is_inner_member: bool,
    is_mixed: bool,
    is_imported: bool,
}

impl<'a> Judge<'a> {
    fn new(
        analysis: &'a Analysis,
        symbol: &'a Symbol,
        places: &[Place],
        kinds_at: KindsAt,
    ) -> Self {
        let homes: HashSet<&str> =
            places.iter().map(|place| place.analysis.document.uri.as_str()).collect();
        let outline = &analysis.file.outline;
        let locals = places.iter().filter(|place| is_local_value(place.definition)).count();
        Self {
            analysis,
            symbol,
            kinds_at,
            table: &table().doubts,
            occurrences: outline.occurrences.iter().map(|one| (one.span.start, one)).collect(),
            is_home: homes.contains(analysis.document.uri.as_str()),
            is_shared: places.iter().any(|place| place.definition.is_shared),
            is_member: places.iter().any(|place| place.definition.is_member),
            is_inner_member: places.iter().any(is_inner_member),
            is_mixed: are_several(places) || (analysis.language.seen == Seen::Anew && locals > 1),
            is_imported: is_imported(analysis, &homes, symbol),
        }
    }

    fn at(&self, span: Span) -> Option<&'a Occurrence> {
        self.occurrences.get(&span.start).copied().filter(|found| found.span == span)
    }

    /// Whether it is in doubt that a place with the old name is the symbol, or is not.
    fn doubts_word(&self, span: Span) -> bool {
        let kinds = (self.kinds_at)(span);
        let Some(occurrence) = self.at(span) else { return self.doubts_text(span, &kinds) };
        if kinds.contains(&"ERROR") {
            return true;
        }
        if occurrence.is_shorthand && (self.is_member || self.is_inner_member) {
            // It may be this very member of what it is taken from, or given to.
            return true;
        }
        if let Some(definition) = self.analysis.file.outline.defined_at(span.start) {
            if self.analysis.symbol(definition) != *self.symbol {
                // One that may take the place of the other in a type that is made of this one.
                return self.is_member && definition.is_member;
            }
            // A parameter of a function that has no name here, as an operator's.
            let mut around = kinds.iter().skip(1).take(3);
            if definition.is_shared && around.any(|kind| kind.contains("parameter")) {
                return true;
            }
            // A method of an object without a name is given beside that object, not in it, and what
            // a trait asks for is the trait's.
            let is_given = occurrence.is_given || holds(&self.table.given, kinds.get(GIVEN));
            return self.is_mixed || is_given || self.is_hoisted(&kinds);
        }
        if occurrence.is_label {
            return kinds.get(1) != Some(&"dotted_name");
        }
        if occurrence.is_member {
            return self.doubts_member(occurrence, &kinds);
        }
        self.doubts_plain(occurrence, &kinds)
    }

    /// Whether a place with the new name may take it for the symbol, or hide the symbol.
    fn doubts_taken(&self, span: Span) -> bool {
        self.at(span).is_some_and(|found| !(found.is_label || found.is_member || self.is_member))
    }

    /// Whether what is given in a block is seen in all of the function around it.
    fn is_hoisted(&self, kinds: &[&str]) -> bool {
        if kinds.get(HOISTED) != Some(&"variable_declaration") {
            return false;
        }
        let is_body = kinds.get(HOISTED + 1) == Some(&"statement_block")
            && holds(&self.table.functions, kinds.get(HOISTED + 2));
        kinds.get(HOISTED + 1) != Some(&"program") && !is_body
    }

    fn doubts_text(&self, span: Span, kinds: &[&str]) -> bool {
        let mut around = kinds.iter().take(2);
        if around.clone().any(|kind| kind.contains("comment")) {
            return false;
        }
        if !around.any(|kind| self.table.texts.iter().any(|word| kind.contains(word))) {
            return true;
        }
        let (before, after) = (self.before(span), self.after(span));
        // A name that is looked up by its text, or that is written into one.
        before == "{"
            || before == "$"
            || (QUOTES.contains(&before.as_str()) && QUOTES.contains(&after.as_str()))
    }

    fn doubts_member(&self, occurrence: &Occurrence, kinds: &[&str]) -> bool {
        if self.is_inner_member {
            return true;
        }
        let Some(object) = &occurrence.object else {
            // A key of what has members is no local value; in a table it may be one.
            return self.is_shared || !holds(&self.table.keys, kinds.get(1));
        };
        if !self.is_shared {
            return false;
        }
        let path = &self.symbol.path;
        let around = &path[..path.len() - 1];
        let owner = self.analysis.file.outline.scopes[occurrence.scope].owner.as_ref();
        if let Some(owner) = owner.filter(|_| self.analysis.language.self_names.contains(object)) {
            // Of another type it may be inherited: nothing here says from which.
            return owner != around || !self.is_home;
        }
        if !self.is_home || around.len() != 1 || around[0] != *object {
            return true;
        }
        let types = lexical(&around[0], occurrence.scope, self.analysis);
        types.len() != 1 || types[0].path != around
    }

    fn doubts_plain(&self, occurrence: &Occurrence, kinds: &[&str]) -> bool {
        let Occurrence { name, scope, span, .. } = occurrence;
        if holds(&self.table.elsewhere, kinds.get(1)) {
            return true;
        }
        if kinds.iter().skip(1).take(3).any(|kind| holds(&self.table.imports, Some(kind))) {
            return !self.is_imported;
        }
        let local = lexical(name, *scope, self.analysis);
        // The parts of a name with dots stand for what the whole does.
        let is_dotted = kinds.get(1) == Some(&"dotted_name");
        let around = kinds.get(if is_dotted { 2 } else { 1 });
        if holds(&self.table.binders, around) {
            let is_it = |item| self.analysis.symbol(item) == *self.symbol;
            return local.is_empty() || local.iter().any(|item| is_it(item));
        }
        let Language { seen, members_in_scope, .. } = self.analysis.language;
        let is_ordered = *seen != Seen::Anywhere;
        // In its type, too, a member of these languages is not meant by its name alone.
        if is_ordered && !members_in_scope && local.iter().any(|item| item.is_member) {
            return true;
        }
        // Before it is given the name stands for another one.
        let is_later = |item: &&Definition| is_local_value(item) && span.start < item.whole.end;
        if is_ordered && local.iter().any(is_later) {
            return true;
        }
        // What stands before two colons is a module or type.
        if local.iter().any(|item| !item.is_shared) && self.is_path(*span) {
            return true;
        }
        let (before, after) = (self.before(*span), self.after(*span));
        // In a macro a member looks like a value.
        let is_joined =
            [".", ":"].contains(&before.as_str()) || [":", "("].contains(&after.as_str());
        if around == Some(&"token_tree") && is_joined {
            return true;
        }
        // A method may have the name of a variable.
        let is_called = around == Some(&"method_invocation") && after == "(";
        if is_called && local.iter().any(|item| item.kind != Kind::Function) {
            return true;
        }
        // What stands for a value of a parameter is looked up around the function, not in it.
        let mut outer = kinds.iter().skip(1).take(5);
        if outer.any(|kind| holds(&self.table.outer, Some(kind)))
            && local.iter().any(|item| item.home == Some(*scope))
        {
            return true;
        }
        if !local.is_empty() || !self.is_shared {
            return false;
        }
        let path = &self.symbol.path;
        let language = self.analysis.language;
        if self.is_member {
            let owner = self.analysis.file.outline.scopes[*scope].owner.as_deref();
            return !language.members_in_scope || owner != Some(&path[..path.len() - 1]);
        }
        path.len() > 1 || (language.has_file_names() && !self.is_imported)
    }

    fn is_path(&self, Span { end, .. }: Span) -> bool {
        let source = &self.analysis.file.source;
        source.part(Span { start: end, end: (end + 2).min(source.units.len()) }) == "::"
    }

    fn before(&self, Span { start, .. }: Span) -> String {
        self.analysis.file.source.part(Span { start: start.saturating_sub(1), end: start })
    }

    fn after(&self, Span { end, .. }: Span) -> String {
        let source = &self.analysis.file.source;
        source.part(Span { start: end, end: (end + 1).min(source.units.len()) })
    }
}

fn holds(words: &[String], kind: Option<&&str>) -> bool {
    kind.is_some_and(|kind| words.iter().any(|word| word == kind))
}

/// Whether it is a variable, or a parameter of a type, that no other file sees.
fn is_local_value(definition: &Definition) -> bool {
    matches!(definition.kind, Kind::Value | Kind::Local) && !definition.is_shared
}

/// Whether it is a member of a type that only a function or block knows.
fn is_inner_member(place: &Place) -> bool {
    let definition = place.definition;
    let Some(home) = definition.home else { return false };
    let kind = &place.analysis.file.outline.scopes[home].kind;
    !definition.is_shared
        && definition.kind != Kind::Local
        && matches!(kind, ScopeKind::Type | ScopeKind::Region)
}

/// Whether what has one path may be several things: given twice, or a type and a value.
fn are_several(places: &[Place]) -> bool {
    let definitions = || places.iter().map(|place| place.definition);
    let with_body = definitions().filter(|one| one.kind == Kind::Function);
    let with_body = with_body.filter(|one| one.header_end < one.whole.end).count();
    let types = definitions().filter(|one| matches!(one.kind, Kind::Type | Kind::Space)).count();
    let is_mixed = definitions().any(|one| one.kind != places[0].definition.kind);
    with_body > 1 || types > 1 || (types > 0 && is_mixed)
}

/// Whether a file says that it takes the name from the one module that defines it.
fn is_imported(analysis: &Analysis, homes: &HashSet<&str>, symbol: &Symbol) -> bool {
    let [name] = symbol.path.as_slice() else { return false };
    let mut homes = homes.iter();
    let (Some(home), None) = (homes.next(), homes.next()) else { return false };
    if analysis.language.family != "python" {
        return false;
    }
    let home = home.strip_suffix(".py").unwrap_or(home);
    let home = home.strip_suffix("/__init__").unwrap_or(home);
    let parts: Vec<&str> = home.split('/').collect();
    let mut modules =
        imports(&analysis.document.text).filter(|(_, names)| has_word(names, name)).peekable();
    modules.peek().is_some()
        && modules.all(|(module, _)| {
            let wanted: Vec<&str> = module.split('.').filter(|part| !part.is_empty()).collect();
            !wanted.is_empty() && parts.ends_with(&wanted)
        })
}

/// The modules from which Python takes names, each with the text of the names, which may stand in
/// brackets, on more lines.
fn imports(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1));
    starts.filter_map(|start| {
        let line = blank_before(&text[start..]).1.strip_prefix("from")?;
        let (blank, rest) = blank_before(line);
        let end = rest.find(|letter| !is_part(letter, ".")).filter(|end| blank && *end > 0)?;
        let (module, rest) = rest.split_at(end);
        let (blank, rest) = blank_before(rest);
        let rest = blank_before(rest.strip_prefix("import").filter(|_| blank)?).1;
        let close = rest.starts_with('(').then(|| rest.find(')')).flatten();
        let end = close.or_else(|| rest.find(['\n', '#', ';'])).unwrap_or(rest.len());
        Some((module, &rest[..end]))
    })
}

/// Whether a text begins with blanks, and what follows them.
fn blank_before(text: &str) -> (bool, &str) {
    let rest = text.trim_start_matches([' ', '\t']);
    (rest.len() < text.len(), rest)
}

fn has_word(text: &str, name: &str) -> bool {
    text.match_indices(name).any(|(at, _)| {
        !text[..at].ends_with(|letter| is_part(letter, "."))
            && !text[at + name.len()..].starts_with(|letter| is_part(letter, ""))
    })
}
