//! The published grammars: loaded when they are first needed, each with its query.
//!
//! The one place that uses tree-sitter. What it finds leaves as plain data.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use tree_sitter::{Node, Parser, Query, QueryCursor, StreamingIterator, Tree};

use crate::languages::{table, Language};
use crate::outline::{Match, KINDS};
use crate::source::{Source, Span};

/// A query looks at each node once for every node around it.
const MOST_DEPTHS: u64 = 200_000_000;
/// What is farther around a place says nothing of it.
const MOST_KINDS: usize = 8;

/// The captures that queries use.
const CAPTURES: [&str; 15] = [
    "container",
    "field",
    "function",
    "given",
    "label",
    "local",
    "member",
    "name",
    "object",
    "occurrence",
    "region",
    "scope",
    "shorthand",
    "space",
    "type",
];

/// A grammar that is ready.
pub(crate) struct Grammar {
    language: tree_sitter::Language,
    query: Query,
}

impl Grammar {
    /// The grammar of a language.
    ///
    /// # Panics
    ///
    /// When table and grammars do not fit, which is a mistake in the table.
    pub fn of(language: &Language) -> Arc<Self> {
        static LOADED: OnceLock<Mutex<HashMap<String, Arc<Grammar>>>> = OnceLock::new();
        let mut loaded =
            LOADED.get_or_init(Mutex::default).lock().unwrap_or_else(PoisonError::into_inner);
        let load = || {
            let grammar = published(&language.name);
            let query = Query::new(&grammar, &language.query()).expect("a query of the table");
            Arc::new(Self { language: grammar, query })
        };
        Arc::clone(loaded.entry(language.name.clone()).or_insert_with(load))
    }

    /// The syntax tree of a text; its offsets are bytes of UTF-16, two for a unit.
    ///
    /// # Panics
    ///
    /// Never: grammar and runtime fit, and nothing stops a parser.
    pub fn parse(&self, source: &Source) -> Tree {
        let mut parser = Parser::new();
        parser.set_language(&self.language).expect("a grammar that fits");
        // UTF-16 in every language that implements this: recovery from errors weighs bytes.
        parser.parse_utf16_le(&source.units, None).expect("a parser without limits")
    }

    /// What the language's query finds in a tree, in no particular order; none where the depths of
    /// all nodes together are beyond what it is worth.
    ///
    /// Spec: CODE-72.
    pub fn matches(&self, tree: &Tree) -> Option<Vec<Match>> {
        if is_costly(tree) {
            return None;
        }
        let mut cursor = QueryCursor::new();
        let names = self.query.capture_names();
        let no_text: &[u8] = &[];
        let mut found = Vec::new();
        let mut matches = cursor.matches(&self.query, tree.root_node(), no_text);
        while let Some(one) = matches.next() {
            let mut nodes: HashMap<&'static str, Node> = HashMap::new();
            for capture in one.captures {
                let name = names[capture.index as usize];
                let known = CAPTURES.iter().chain(&["value"]).find(|known| **known == name);
                if let Some(known) = known {
                    nodes.entry(known).or_insert(capture.node);
                }
            }
            let whole = KINDS.iter().find_map(|(name, _)| nodes.get(name));
            let body = whole.and_then(|node| node.child_by_field_name("body"));
            found.push(Match {
                pattern: one.pattern_index,
                captures: nodes.iter().map(|(name, node)| (*name, span(*node))).collect(),
                body: body.map(|node| span(node).start),
            });
        }
        Some(found)
    }
}

fn is_costly(tree: &Tree) -> bool {
    let mut cursor = tree.walk();
    let (mut left, mut depth) = (MOST_DEPTHS, 0);
    loop {
        let Some(rest) = left.checked_sub(depth) else { return true };
        left = rest;
        if cursor.goto_first_child() {
            depth += 1;
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return false;
            }
            depth -= 1;
        }
    }
}

/// Outermost nodes that are no syntax, and what is missing, in the order of the text.
///
/// Spec: CODE-53, CODE-54.
pub(crate) fn problems(tree: &Tree) -> Vec<(Span, String)> {
    let mut found = Vec::new();
    let mut nodes = vec![tree.root_node()];
    while let Some(node) = nodes.pop() {
        if node.is_missing() {
            found.push((span(node), format!("missing {}", node.kind())));
        } else if node.is_error() {
            found.push((span(node), "syntax error".to_owned()));
        } else if node.has_error() {
            let children: Vec<Node> = node.children(&mut node.walk()).collect();
            nodes.extend(children.into_iter().rev());
        }
    }
    found
}

/// Whether a stretch of text lies outside of every token and every text. Spec: CODE-49.
pub(crate) fn is_between_tokens(tree: &Tree, place: Span) -> bool {
    let root = tree.root_node();
    root.descendant_for_byte_range(2 * place.start, 2 * place.end).is_some_and(|node| {
        let kind = node.kind();
        node.child_count() > 0 && !table().verbatim.iter().any(|word| kind.contains(word))
    })
}

/// The kind of the smallest node around a stretch of text, and of those around it.
pub(crate) fn kinds_at(tree: &Tree, place: Span) -> Vec<&'static str> {
    let found = tree.root_node().descendant_for_byte_range(2 * place.start, 2 * place.end);
    std::iter::successors(found, Node::parent).take(MOST_KINDS).map(|node| node.kind()).collect()
}

fn span(node: Node) -> Span {
    Span { start: node.start_byte() / 2, end: node.end_byte() / 2 }
}

fn published(name: &str) -> tree_sitter::Language {
    match name {
        "c" => tree_sitter_c::LANGUAGE,
        "cpp" => tree_sitter_cpp::LANGUAGE,
        "go" => tree_sitter_go::LANGUAGE,
        "java" => tree_sitter_java::LANGUAGE,
        "javascript" => tree_sitter_javascript::LANGUAGE,
        "python" => tree_sitter_python::LANGUAGE,
        "rust" => tree_sitter_rust::LANGUAGE,
        "tsx" => tree_sitter_typescript::LANGUAGE_TSX,
        "typescript" => tree_sitter_typescript::LANGUAGE_TYPESCRIPT,
        _ => unreachable!("the table has a language without a grammar: {name}"),
    }
    .into()
}
