//! Another name for a symbol: what has to change, or why it cannot be done. Pure.
//!
//! Names tell less than types: where a name may stand for something else, too, nothing is renamed.

use hanzo_envelope::ToolError;
use hanzo_tools::{failure, violation};
use serde_json::json;

use crate::certainty::{doubts, KindsAt};
use crate::files::Document;
use crate::languages::Language;
use crate::lookup::{defined, Lookup, Reference};
use crate::resolution::{Analysis, Symbol, Symbols};
use crate::results::in_order;
use crate::source::Span;

/// A document and the text that it would have.
pub(crate) struct Change {
    pub document: Document,
    pub text: String,
}

/// The changes that rename what is looked up, by file; none for the name that it has.
///
/// # Errors
///
/// `INVALID_PARAMS`: no name of the language. `CONFLICT`: it, or something that has to change, may
/// stand for several symbols, or places leave a doubt. `EXISTS`: its scope has the new name.
/// Spec: CODE-37 to CODE-43, CODE-73.
pub(crate) fn renamed(
    lookup: &Lookup,
    new_name: &str,
    family: impl Fn(&str) -> Vec<Analysis>,
    count_problems: impl Fn(&str, &Language) -> usize,
    kinds: impl Fn(&Analysis) -> KindsAt,
) -> Result<Vec<Change>, ToolError> {
    let name = &lookup.occurrence.name;
    if !is_name(new_name, name, lookup.analysis.language) {
        return Err(no_name(new_name));
    }
    let references = lookup.references();
    refuse_ambiguous(lookup, &references)?;
    if new_name == name {
        return Ok(Vec::new());
    }
    for symbol in &lookup.symbols {
        refuse_taken(symbol, &family(new_name), new_name)?;
        let places = doubts(lookup, symbol, new_name, &kinds);
        if !places.is_empty() {
            let message = "places leave it in doubt what they stand for";
            let details = json!({"reason": "ambiguous", "places": places});
            return Err(failure("CONFLICT", message, details));
        }
    }
    let mut changes = Vec::new();
    for of_file in references.chunk_by(|one, other| std::ptr::eq(one.analysis, other.analysis)) {
        let Analysis { document, language, .. } = of_file[0].analysis;
        let text = changed(of_file, new_name);
        if count_problems(&text, language) > count_problems(&document.text, language) {
            return Err(no_name(new_name));
        }
        changes.push(Change { document: document.clone(), text });
    }
    Ok(changes)
}

fn refuse_ambiguous(lookup: &Lookup, references: &[Reference]) -> Result<(), ToolError> {
    let mut possible: Symbols = lookup.symbols.clone();
    possible.extend(references.iter().flat_map(|one| one.symbols.iter().cloned()));
    if possible.len() <= 1 {
        return Ok(());
    }
    let candidates = in_order(defined(&lookup.places(&possible)));
    let message = "the name may stand for several symbols";
    Err(failure("CONFLICT", message, json!({"candidates": candidates})))
}

fn refuse_taken(symbol: &Symbol, analyses: &[Analysis], new_name: &str) -> Result<(), ToolError> {
    let mut wanted = symbol.clone();
    if let Some(name) = wanted.path.last_mut() {
        new_name.clone_into(name);
    }
    let is_there = analyses.iter().any(|analysis| {
        analysis.file.outline.definitions.iter().any(|item| analysis.symbol(item) == wanted)
    });
    if !is_there {
        return Ok(());
    }
    let id = wanted.id();
    Err(failure("EXISTS", format!("there is {id}"), json!({"symbol_id": id})))
}

/// The text of a file with all of its references renamed, which stand in their order.
fn changed(references: &[Reference], new_name: &str) -> String {
    let source = &references[0].analysis.file.source;
    let mut text = String::new();
    let mut start = 0;
    for Reference { occurrence, .. } in references {
        text += &source.part(Span { start, end: occurrence.span.start });
        if occurrence.is_shorthand {
            // A name that is a member's and a value's at once is written out.
            text.extend([occurrence.name.as_str(), ": "]);
        }
        text += new_name;
        start = occurrence.span.end;
    }
    text + &source.part(Span { start, end: source.units.len() })
}

fn is_name(new_name: &str, name: &str, language: &Language) -> bool {
    // Private members of JavaScript begin with a hash and stay private.
    let word = if name.starts_with('#') { new_name.strip_prefix('#') } else { Some(new_name) };
    let is_first = |letter: char| {
        letter.is_ascii_alphabetic()
            || letter == '_'
            || letter >= '\u{80}'
            || language.word_extra.contains(letter)
    };
    word.is_some_and(|word| {
        word.starts_with(is_first)
            && word.chars().all(|letter| is_first(letter) || letter.is_ascii_digit())
    })
}

fn no_name(new_name: &str) -> ToolError {
    violation("/new_name", "identifier", format!("{new_name:?} is no name here"))
}
