//! The parameters of the actions.

use serde_json::{json, Map, Value};

const MIB: u64 = 1024 * 1024;

/// Of `request`.
pub(crate) fn request() -> Value {
    let mut properties = shared(100 * MIB, "Of the answer's body, 10 MiB if left out.");
    let methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
    properties.insert("method".to_owned(), json!({"type": "string", "enum": methods}));
    for (name, description) in
        [("body", "Text that is sent as UTF-8."), ("body_b64", "Bytes instead of text, as base64.")]
    {
        let body = json!({"type": "string", "description": description});
        properties.insert(name.to_owned(), body);
    }
    schema("Sends an HTTP request.", &properties, &["url", "method"])
}

/// Of `download`.
pub(crate) fn download() -> Value {
    let mut properties = shared(1024 * MIB, "Of the file, 100 MiB if left out.");
    let output = "URI of the file to make; its folder exists.";
    properties.insert("output".to_owned(), json!({"type": "string", "description": output}));
    schema("Downloads into a new file.", &properties, &["url", "output"])
}

/// Of `open`.
pub(crate) fn open() -> Value {
    let properties = Map::from_iter([("url".to_owned(), url())]);
    schema("Shows a URL to the user.", &properties, &["url"])
}

fn url() -> Value {
    json!({"type": "string", "description": "An http or https URL."})
}

fn shared(most_bytes: u64, bytes: &str) -> Map<String, Value> {
    let time = "For the whole call, 30000 if left out.";
    let redirects = "Redirects that are followed, 10 if left out.";
    Map::from_iter([
        ("url".to_owned(), url()),
        (
            "headers".to_owned(),
            json!({
                "type": "object",
                "additionalProperties": {"type": "string"},
                "description": "Values by name.",
            }),
        ),
        (
            "timeout_ms".to_owned(),
            json!({"type": "integer", "minimum": 1, "maximum": 600_000, "description": time}),
        ),
        (
            "max_bytes".to_owned(),
            json!({"type": "integer", "minimum": 1, "maximum": most_bytes, "description": bytes}),
        ),
        (
            "max_redirects".to_owned(),
            json!({"type": "integer", "minimum": 0, "maximum": 20, "description": redirects}),
        ),
    ])
}

fn schema(description: &str, properties: &Map<String, Value>, required: &[&str]) -> Value {
    json!({
        "type": "object",
        "description": description,
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    })
}
