//! Names that may stand at a place, as far as this file tells. Pure.

use std::collections::BTreeMap;

use crate::outline::Definition;
use crate::resolution::{is_in, last_word, symbol_id, visible_scopes, Analysis};
use crate::results::Found;
use crate::source::Span;

/// What may replace the beginning of a word before an offset, by name.
///
/// The range is what would be replaced, the snippet what would stand there.
/// Spec: CODE-57 to CODE-60.
pub(crate) fn completions(analysis: &Analysis, offset: usize) -> Vec<Found> {
    let source = &analysis.file.source;
    let before = source.part(Span { start: 0, end: offset });
    let rest = without_word(&before, &analysis.language.word_extra);
    let prefix = &before[rest.len()..];
    let mark = [".", "->", "::"].into_iter().find_map(|mark| rest.strip_suffix(mark));
    let candidates = match mark {
        Some(object) => members(analysis, offset, last_word(object)),
        None => visible(analysis, offset),
    };
    let mut found: BTreeMap<&str, &Definition> = BTreeMap::new();
    for definition in candidates {
        let is_touched = definition.span.start <= offset && offset <= definition.span.end;
        if definition.name.starts_with(prefix) && !is_touched {
            found.entry(&definition.name).or_insert(definition);
        }
    }
    let start = offset - prefix.encode_utf16().count();
    let range = source.range(Span { start, end: offset });
    let told = |(name, definition): (&str, &Definition)| Found {
        uri: analysis.document.uri.clone(),
        range,
        snippet: name.to_owned(),
        symbol_id: Some(symbol_id(&definition.path)),
        diagnostic: None,
    };
    found.into_iter().map(told).collect()
}

/// A text without the letters, digits and `_` with which it ends.
fn without_word<'a>(text: &'a str, extra: &str) -> &'a str {
    text.trim_end_matches(|letter: char| {
        letter.is_ascii_alphanumeric()
            || letter == '_'
            || letter >= '\u{80}'
            || extra.contains(letter)
    })
}

fn visible(analysis: &Analysis, offset: usize) -> Vec<&Definition> {
    let outline = &analysis.file.outline;
    let innermost = outline.innermost(Span { start: offset, end: offset }, None);
    visible_scopes(outline, innermost, analysis.language)
        .flat_map(|number| outline.definitions.iter().filter(move |one| one.home == Some(number)))
        .collect()
}

fn members<'a>(analysis: &'a Analysis, offset: usize, word: &str) -> Vec<&'a Definition> {
    let outline = &analysis.file.outline;
    let innermost = outline.innermost(Span { start: offset, end: offset }, None);
    if let Some(owner) = &outline.scopes[innermost].owner {
        if analysis.language.self_names.contains(word) {
            let is_own = |one: &&Definition| {
                one.is_member && one.path.split_last().is_some_and(|(_, around)| around == owner)
            };
            return outline.definitions.iter().filter(is_own).collect();
        }
    }
    let shared = || outline.definitions.iter().filter(|one| one.is_shared);
    let of_word: Vec<&Definition> = shared().filter(|one| is_in(&one.path, word)).collect();
    if of_word.is_empty() {
        return shared().filter(|one| one.is_member).collect();
    }
    of_word
}
