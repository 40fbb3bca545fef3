//! The parameters of the actions.

use serde_json::{json, Value};

pub(crate) fn status() -> Value {
    schema("Says what has changed.", &json!({}), &[])
}

pub(crate) fn diff() -> Value {
    let properties = json!({
        "ref": text("A commit instead of what is staged."),
        "staged": flag("What is staged, not the files."),
    });
    schema("Shows changes as a patch.", &properties, &[])
}

pub(crate) fn apply() -> Value {
    let properties = json!({
        "patch": text("A unified diff of one or more files."),
        "patch_b64": text("Its bytes instead, as base64."),
        "staged": flag("Stage what is applied, too."),
    });
    schema("Applies a patch to the files.", &properties, &[])
}

pub(crate) fn commit() -> Value {
    let properties = json!({
        "message": text("What the commit does."),
        "files": {
            "type": "array",
            "items": {"type": "string"},
            "description": "URIs, else what is staged.",
        },
        "author": {
            "type": "object",
            "description": "Author and committer.",
            "properties": {"name": {"type": "string"}, "email": {"type": "string"}},
            "required": ["name", "email"],
            "additionalProperties": false,
        },
        "date": text("Of both, as 2001-01-31T23:59:59Z."),
    });
    schema("Commits files or what is staged.", &properties, &["message"])
}

pub(crate) fn branch() -> Value {
    let properties = json!({
        "op": {"type": "string", "enum": ["list", "create", "delete"]},
        "name": text("To create or delete."),
        "ref": text("Where it begins, else HEAD."),
        "confirm": flag("Also where commits get lost."),
    });
    schema("Lists, creates or deletes branches.", &properties, &["op"])
}

pub(crate) fn checkout() -> Value {
    let properties = json!({"ref": text("A branch, or a commit.")});
    schema("Goes to a branch or commit.", &properties, &["ref"])
}

pub(crate) fn log() -> Value {
    let limit = "100 if left out.";
    let properties = json!({
        "limit": {"type": "integer", "minimum": 1, "maximum": 1000, "description": limit},
        "path": text("URI of what the commits changed."),
        "ref": text("Where to begin, else HEAD."),
        "cursor": text("From meta.paging of the page before."),
    });
    schema("Lists commits.", &properties, &[])
}

fn text(description: &str) -> Value {
    json!({"type": "string", "description": description})
}

fn flag(description: &str) -> Value {
    json!({"type": "boolean", "description": description})
}

fn schema(description: &str, properties: &Value, required: &[&str]) -> Value {
    let mut schema = json!({
        "type": "object",
        "description": description,
        "properties": properties,
        "additionalProperties": false,
    });
    if !required.is_empty() {
        schema["required"] = json!(required);
    }
    schema
}
