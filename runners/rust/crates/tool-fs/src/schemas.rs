//! The schemas of the parameters; those of `list` and `search_text` stand with these actions.

use serde_json::{json, Value};

const MOST: u32 = 2_147_483_647;

pub(crate) fn read() -> Value {
    let place = json!({
        "type": "object",
        "description": "A place in a text.",
        "properties": {
            "line": {
                "type": "integer", "minimum": 0, "maximum": MOST,
                "description": "Number of the line, from 0.",
            },
            "col": {
                "type": "integer", "minimum": 0, "maximum": MOST,
                "description": "Code units from the start of the line.",
            },
        },
        "required": ["line", "col"],
        "additionalProperties": false,
    });
    let range = json!({
        "type": "object",
        "description": "A part of the text; columns are UTF-16 code units.",
        "properties": {"start": place, "end": place},
        "required": ["start", "end"],
        "additionalProperties": false,
    });
    let encoding = "How the content travels; utf-8 where it is that, else base64.";
    whole(
        "Reads a file, or a range of its text.",
        &json!({"uri": uri(), "range": range, "encoding": encodings(encoding)}),
        &["uri"],
    )
}

pub(crate) fn write() -> Value {
    let content = json!({"type": "string", "description": "The content in the encoding."});
    let encoding = encodings("utf-8 unless said otherwise.");
    whole(
        "Creates a file.",
        &json!({"uri": uri(), "content": content, "encoding": encoding}),
        &["uri", "content"],
    )
}

pub(crate) fn stat() -> Value {
    whole("Tells type, size, hash and time of change.", &json!({"uri": uri()}), &["uri"])
}

pub(crate) fn mkdir() -> Value {
    whole("Creates a folder, and those above it.", &json!({"uri": uri()}), &["uri"])
}

pub(crate) fn rm() -> Value {
    let confirm = json!({"type": "boolean", "description": "Nothing is removed unless true."});
    whole(
        "Removes a file or a folder, if confirmed.",
        &json!({"uri": uri(), "confirm": confirm}),
        &["uri"],
    )
}

pub(crate) fn apply_patch() -> Value {
    let patch = json!({"type": "string", "description": "A unified diff of this file."});
    whole(
        "Changes a file by a unified diff made for the content with this hash.",
        &json!({"uri": uri(), "patch": patch, "base_hash": hash()}),
        &["uri", "patch", "base_hash"],
    )
}

pub(crate) fn diff() -> Value {
    whole(
        "Compares two contents seen before.",
        &json!({"hash_a": hash(), "hash_b": hash()}),
        &["hash_a", "hash_b"],
    )
}

fn whole(description: &str, properties: &Value, required: &[&str]) -> Value {
    json!({
        "type": "object",
        "description": description,
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    })
}

fn uri() -> Value {
    json!({"type": "string", "description": "A file URI."})
}

fn hash() -> Value {
    json!({
        "type": "string",
        "description": "`sha256:` and 64 lower-case hexadecimal digits.",
    })
}

fn encodings(description: &str) -> Value {
    json!({"type": "string", "enum": ["utf-8", "base64"], "description": description})
}
