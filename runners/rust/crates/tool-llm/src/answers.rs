//! What a model's answers say: chat completions, their streams, embeddings.

use std::collections::BTreeMap;

use hanzo_envelope::ToolError;
use hanzo_sse::SseFrameBuffer;
use hanzo_tools::{json_in, unreadable};
use serde_json::{Map, Value};

/// What ends a stream in the chat completions protocol.
const DONE: &str = "[DONE]";
/// Those of ASCII: what else is white space, languages see differently.
const BLANKS: [char; 6] = ['\t', '\n', '\u{b}', '\u{c}', '\r', ' '];

/// The text of the first choice. Spec: LLM-3
pub(crate) fn completion(answer: &Value) -> Result<String, ToolError> {
    let first = list_in(answer, "choices")?.first().ok_or_else(|| unreadable("no choice"))?;
    let message = first.get("message").ok_or_else(|| unreadable("no message"))?;
    text_in(message, "content")
}

/// The texts of the first choice, as they came. Spec: LLM-4
pub(crate) fn pieces(stream: &str) -> Result<Vec<String>, ToolError> {
    let frames = SseFrameBuffer::new()
        .try_feed(stream)
        .map_err(|problem| unreadable(&problem.to_string()))?;
    let mut found = Vec::new();
    for frame in frames {
        if frame.data == DONE {
            break;
        }
        let answer = json_in(&frame.data)?;
        let Some(first) = list_in(&answer, "choices")?.first() else { continue };
        let delta: &Map<String, Value> =
            first.get("delta").and_then(Value::as_object).ok_or_else(|| unreadable("no delta"))?;
        // Roles come without text, and so do ends.
        match delta.get("content") {
            None | Some(Value::Null) => {}
            Some(Value::String(text)) if text.is_empty() => {}
            Some(Value::String(text)) => found.push(text.clone()),
            Some(_) => return Err(unreadable("no content")),
        }
    }
    Ok(found)
}

/// The vectors by their index, which are all below `count`. Spec: LLM-5
pub(crate) fn embeddings(answer: &Value, count: usize) -> Result<Vec<Vec<Value>>, ToolError> {
    let rows = list_in(answer, "data")?;
    let mut found = BTreeMap::new();
    for row in rows {
        let vector = list_in(row, "embedding")?;
        if !vector.iter().all(Value::is_number) {
            return Err(unreadable("no vector"));
        }
        let index = row
            .get("index")
            .and_then(Value::as_u64)
            .and_then(|index| usize::try_from(index).ok())
            .filter(|index| *index < count)
            .ok_or_else(|| unreadable("no index"))?;
        found.insert(index, vector.clone());
    }
    if rows.len() != count || found.len() != count {
        return Err(unreadable(&format!("not one vector for each of {count} texts")));
    }
    Ok(found.into_values().collect())
}

/// The text that most have given, and how many; of two that are as frequent the first.
///
/// Spec: LLM-6, LLM-9
pub(crate) fn consensus_of(texts: &[&str]) -> (String, usize) {
    let stripped: Vec<&str> = texts.iter().map(|text| text.trim_matches(BLANKS)).collect();
    let count = |text: &str| stripped.iter().filter(|other| **other == text).count();
    let mut most = ("", 0);
    for text in &stripped {
        if count(text) > most.1 {
            most = (text, count(text));
        }
    }
    (most.0.to_owned(), most.1)
}

fn list_in<'a>(value: &'a Value, name: &str) -> Result<&'a Vec<Value>, ToolError> {
    value.get(name).and_then(Value::as_array).ok_or_else(|| unreadable(&format!("no {name}")))
}

fn text_in(value: &Value, name: &str) -> Result<String, ToolError> {
    let found = value.get(name).and_then(Value::as_str);
    found.map(str::to_owned).ok_or_else(|| unreadable(&format!("no {name}")))
}

#[cfg(test)]
mod tests {
    use super::consensus_of;

    #[test]
    fn of_two_that_are_as_frequent_the_first_one_counts() {
        assert_eq!(consensus_of(&["b ", "a", "a", " b"]), ("b".to_owned(), 2));
        assert_eq!(consensus_of(&["a", "b", "b"]), ("b".to_owned(), 2));
        assert_eq!(consensus_of(&["\u{a0}c"]), ("\u{a0}c".to_owned(), 1));
    }
}
