//! The tool `ui`, which drives no display from here: calls are judged, and then told what is
//! missing.

use std::sync::Arc;

use hanzo_envelope::{Outcome, ToolError};
use hanzo_tools::{action, failure, tool as declared, violation, Context, Declaration};
use serde_json::{json, Map, Value};

type Params = Map<String, Value>;
type Run = fn(&Arc<Context>, Params) -> Result<Outcome, ToolError>;

/// The tool as it works in any workspace.
#[must_use]
pub fn tool() -> Declaration {
    let position = json!({"type": "integer", "minimum": 0, "maximum": 32767});
    let size = json!({"type": "integer", "minimum": 1, "maximum": 32767});
    let seconds = json!({"type": "integer", "minimum": 1, "maximum": 3600});
    let text = json!({"type": "string"});
    let buttons = json!({"type": "string", "enum": ["left", "middle", "right"]});
    let region = object(
        "A part of the screen.",
        &json!({"x": position, "y": position, "width": size, "height": size}),
        &["x", "y", "width", "height"],
    );
    let click = json!({"x": position, "y": position, "button": buttons});
    let focus = json!({"title": text, "pid": {"type": "integer", "minimum": 1}});
    let typed = json!({"text": text});
    let duration = json!({"duration": seconds});
    let declare = |name, description, properties: &Value, required: &[&str], run: Run| {
        action(name, object(description, properties, required), run)
    };
    declared(
        "ui",
        None,
        [
            declare("click", "Clicks at a position.", &click, &["x", "y"], no_display),
            declare("type", "Types text where the focus is.", &typed, &["text"], no_display),
            declare("screenshot", "Takes a picture.", &json!({"region": region}), &[], no_display),
            declare("focus", "Brings a window to the front.", &focus, &[], no_window),
            declare("record", "Begins to take pictures.", &duration, &[], no_display),
            declare("stop", "Ends a recording and tells it.", &json!({}), &[], no_recording),
            declare(
                "session",
                "Records, and tells what changed.",
                &duration,
                &["duration"],
                no_display,
            ),
        ],
    )
}

/// Spec: UI-1, UI-4.
fn no_display(_: &Arc<Context>, _: Params) -> Result<Outcome, ToolError> {
    let details = json!({"missing": "display"});
    Err(failure("UNSUPPORTED", "no display is driven from here", details))
}

/// Spec: UI-8.
fn no_window(context: &Arc<Context>, params: Params) -> Result<Outcome, ToolError> {
    if params.contains_key("title") || params.contains_key("pid") {
        return no_display(context, params);
    }
    Err(violation("/title", "required", "a window is named by title or pid"))
}

/// Spec: UI-12.
fn no_recording(_: &Arc<Context>, _: Params) -> Result<Outcome, ToolError> {
    Err(ToolError::new("NOT_FOUND", "nothing is being recorded"))
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
