//! The table of languages: which files are theirs, and what in their trees has a name.
//!
//! `languages.json` is a copy of the reference's.

use std::collections::{BTreeMap, HashSet};
use std::sync::OnceLock;

use serde::Deserialize;

/// The whole table.
#[derive(Deserialize)]
pub(crate) struct Table {
    pub skipped_folders: HashSet<String>,
    pub verbatim: Vec<String>,
    pub heuristic_keywords: HashSet<String>,
    pub doubts: Doubts,
    pub languages: BTreeMap<String, Language>,
}

/// Kinds of nodes by what they say of a name in them; see `certainty`.
#[derive(Deserialize)]
pub(crate) struct Doubts {
    pub texts: Vec<String>,
    pub binders: Vec<String>,
    pub outer: Vec<String>,
    pub imports: Vec<String>,
    pub elsewhere: Vec<String>,
    pub keys: Vec<String>,
    pub given: Vec<String>,
    pub functions: Vec<String>,
}

/// One grammar with its files, and how its names are looked up.
#[derive(Deserialize)]
pub(crate) struct Language {
    #[serde(skip)]
    pub name: String,
    /// Languages of one family see each other's names.
    pub family: String,
    pub extensions: Vec<String>,
    names: Names,
    /// Members are named without an object inside of their type.
    pub members_in_scope: bool,
    pub seen: Seen,
    /// Objects that mean the type around them.
    #[serde(rename = "self")]
    pub self_names: HashSet<String>,
    /// What words have beside letters, digits and `_`.
    pub word_extra: String,
    query: Vec<String>,
}

/// From where the values of a function or block are seen.
#[derive(Clone, Copy, Deserialize, PartialEq)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Seen {
    Anywhere,
    /// Later than they are given.
    Later,
    /// As well each time that they are given again.
    Anew,
}

#[derive(Deserialize, PartialEq)]
#[serde(rename_all = "lowercase")]
enum Names {
    File,
    Shared,
}

impl Language {
    /// Whether a name that two files define is two symbols.
    pub fn has_file_names(&self) -> bool {
        self.names == Names::File
    }

    /// What in a tree has a name, in tree-sitter's language of queries.
    pub fn query(&self) -> String {
        self.query.join("\n")
    }
}

/// The table, read once.
pub(crate) fn table() -> &'static Table {
    static TABLE: OnceLock<Table> = OnceLock::new();
    TABLE.get_or_init(|| {
        let mut table: Table =
            serde_json::from_str(include_str!("languages.json")).expect("the table of languages");
        for (name, language) in &mut table.languages {
            language.name.clone_from(name);
        }
        table
    })
}

/// The language of a file by the extension of its name, compared exactly. Spec: CODE-2.
pub(crate) fn language_of(name: &str) -> Option<&'static Language> {
    let extension = extension_of(name);
    table().languages.values().find(|item| item.extensions.iter().any(|one| one == extension))
}

/// The last dot of a file's name and what follows; empty for names that begin with it.
pub(crate) fn extension_of(name: &str) -> &str {
    match name.rfind('.') {
        Some(dot) if dot > 0 => &name[dot..],
        _ => "",
    }
}
