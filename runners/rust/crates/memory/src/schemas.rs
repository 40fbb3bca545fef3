//! The schemas of the actions' parameters.

use hanzo_envelope::Schema;
use serde_json::{json, Value};

/// The schema of an action's parameters; none for what is no action.
///
/// # Panics
///
/// Never: each is a schema.
#[must_use]
pub fn schema(action: &str) -> Option<Schema> {
    let text = json!({"type": "string"});
    let texts = json!({"type": "array", "items": text});
    let scopes = json!({"type": "string", "enum": ["session", "project", "global"]});
    let limit = json!({
        "type": "integer", "minimum": 1, "maximum": 1000,
        "description": "Entries on a page, 100 if left out.",
    });
    let list = |of: Value| json!({"type": "array", "items": of});
    let made = json!({"content": text, "tags": texts, "scope": scopes});
    let changed = json!({"id": text, "content": text, "tags": texts});
    let fact = json!({"subject": text, "predicate": text, "object": text, "scope": scopes});
    let facts = list(object("A fact.", &fact, &["subject", "predicate", "object"]));
    let schema = match action {
        "create" => object("Remembers a text.", &made, &["content"]),
        "delete" => object("Forgets memories.", &json!({"ids": texts}), &["ids"]),
        "facts" => object(
            "Removes, adds and finds facts.",
            &json!({
                "add": facts, "remove": facts, "subject": text, "predicate": text,
                "scope": scopes, "limit": limit, "cursor": text,
            }),
            &[],
        ),
        "manage" => object(
            "Makes, changes and forgets several memories at once.",
            &json!({
                "create": list(object("What to remember.", &made, &["content"])),
                "update": list(object("What of a memory to change.", &changed, &["id"])),
                "delete": texts,
            }),
            &[],
        ),
        "recall" => object(
            "Finds memories.",
            &json!({
                "query": text, "tags": texts, "scope": scopes, "limit": limit, "cursor": text,
            }),
            &[],
        ),
        "summarize" => object(
            "Remembers a summary, and forgets what it stands for.",
            &json!({
                "topic": text, "content": text, "ids": texts, "replace": {"type": "boolean"},
                "scope": scopes,
            }),
            &["topic", "content"],
        ),
        "update" => object("Changes a memory.", &changed, &["id"]),
        _ => return None,
    };
    Some(serde_json::from_value(schema).expect("the schema of an action"))
}

fn object(description: &str, properties: &Value, required: &[&str]) -> Value {
    json!({
        "type": "object",
        "description": description,
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    })
}
