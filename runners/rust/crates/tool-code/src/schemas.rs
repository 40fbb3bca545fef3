//! The parameters of the actions of code.

use serde_json::{json, Map, Value};

/// A place in a file, with pages or without.
pub(crate) fn place(description: &str, has_pages: bool) -> Value {
    let mut properties = document();
    properties.insert("position".to_owned(), position());
    if has_pages {
        add_paging(&mut properties);
    }
    whole(description, &properties, &["uri", "position"])
}

pub(crate) fn rename() -> Value {
    let mut properties = document();
    properties.insert("position".to_owned(), position());
    let name = json!({"type": "string", "description": "A name in the language of the file."});
    properties.insert("new_name".to_owned(), name);
    whole("Makes patches that rename a symbol.", &properties, &["uri", "position", "new_name"])
}

pub(crate) fn format() -> Value {
    let mut properties = document();
    let range = json!({
        "type": "object",
        "description": "Only the lines that it touches.",
        "properties": {"start": position(), "end": position()},
        "required": ["start", "end"],
        "additionalProperties": false,
    });
    properties.insert("range".to_owned(), range);
    whole("Makes a patch that formats a file.", &properties, &["uri"])
}

pub(crate) fn diagnostics() -> Value {
    let mut properties = document();
    add_paging(&mut properties);
    whole("Lists what is wrong in a file.", &properties, &["uri"])
}

pub(crate) fn search_symbol() -> Value {
    let mut properties = asked();
    let query = "Part of a name, or of a dotted path; empty for all.";
    let scope = "URI of the file or folder to search.";
    properties.insert("query".to_owned(), json!({"type": "string", "description": query}));
    properties.insert("scope".to_owned(), json!({"type": "string", "description": scope}));
    add_paging(&mut properties);
    whole("Searches symbols by name.", &properties, &["query"])
}

fn whole(description: &str, properties: &Map<String, Value>, required: &[&str]) -> Value {
    json!({
        "type": "object",
        "description": description,
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    })
}

fn asked() -> Map<String, Value> {
    let backend = json!({
        "type": "string",
        "enum": ["lsp", "tree-sitter", "heuristic"],
        "description": "The one backend to ask; the first that can if left out.",
    });
    Map::from_iter([("backend".to_owned(), backend)])
}

fn document() -> Map<String, Value> {
    let mut properties = asked();
    let uri = json!({"type": "string", "description": "URI of a file of source code."});
    properties.insert("uri".to_owned(), uri);
    properties
}

fn position() -> Value {
    let number = json!({"type": "integer", "minimum": 0, "maximum": i32::MAX});
    json!({
        "type": "object",
        "description":
            "A place between two characters, line and column from 0, columns in UTF-16 units.",
        "properties": {"line": number, "col": number},
        "required": ["line", "col"],
        "additionalProperties": false,
    })
}

fn add_paging(properties: &mut Map<String, Value>) {
    let limit = json!({
        "type": "integer",
        "minimum": 1,
        "maximum": 1000,
        "description": "Entries of a page, 100 if left out.",
    });
    let cursor = json!({"type": "string", "description": "Where the page before ended."});
    properties.insert("limit".to_owned(), limit);
    properties.insert("cursor".to_owned(), cursor);
}
