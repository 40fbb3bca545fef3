//! Whether a symbol is one that was searched for. Pure.

/// Whether the name, or the dotted path if the query has a dot, contains the query.
///
/// Spec: CODE-61, CODE-62.
pub(crate) fn is_match(path: &[String], query: &str) -> bool {
    let text = match path.last() {
        Some(name) if !query.contains('.') => name.clone(),
        _ => path.join("."),
    };
    // ASCII only: the case of other letters depends on a version of Unicode.
    text.to_ascii_lowercase().contains(&query.to_ascii_lowercase())
}

/// Whether a file can have what is searched for: each part of the query stands in its text.
pub(crate) fn may_have(text: &str, query: &str) -> bool {
    let text = text.to_ascii_lowercase();
    query.to_ascii_lowercase().split('.').all(|part| text.contains(part))
}
