//! Envelopes as they are read: everything in which a value departs from the shape.

use serde_json::{Map, Value};

use crate::codes::{Code, BUILT_IN, INTENTS};
use crate::violation::{below, Violation};

/// The JSON type that a member has.
#[derive(Clone, Copy)]
enum Kind {
    Any,
    Boolean,
    Text,
    TextOrNull,
    Object,
}

type Members = &'static [(&'static str, Kind)];

// The members that always stand, each with its JSON type. What depends on ok is judged apart.
const ENVELOPE: Members =
    &[("ok", Kind::Boolean), ("data", Kind::Any), ("error", Kind::Any), ("meta", Kind::Object)];
const ERROR: Members = &[("code", Kind::Text), ("message", Kind::Text), ("details", Kind::Object)];
const META: Members = &[
    ("tool", Kind::Text),
    ("action", Kind::Text),
    ("trace_id", Kind::TextOrNull),
    ("backend", Kind::TextOrNull),
    ("paging", Kind::Object),
];
const PAGING: Members = &[("cursor", Kind::TextOrNull), ("more", Kind::Boolean)];

impl Kind {
    fn fits(self, value: &Value) -> bool {
        match self {
            Self::Any => true,
            Self::Boolean => value.is_boolean(),
            Self::Text => value.is_string(),
            Self::TextOrNull => value.is_string() || value.is_null(),
            Self::Object => value.is_object(),
        }
    }
}

/// Every violation of the envelope's shape, sorted; none for a sound one.
///
/// Spec: HIP-0300 (Unified Envelope).
#[must_use]
pub fn check(envelope: &Value) -> Vec<Violation> {
    let Value::Object(envelope) = envelope else {
        return vec![Violation::new("", "type")];
    };
    let mut found = Vec::new();
    check_members("", envelope, ENVELOPE, None, &mut found);
    check_outcome(envelope, &mut found);
    if let Some(Value::Object(meta)) = envelope.get("meta") {
        check_meta(meta, &mut found);
    }
    found.sort_unstable();
    found
}

/// Missing, ill-typed and unknown members.
fn check_members(
    pointer: &str,
    value: &Map<String, Value>,
    members: Members,
    optional: Option<&str>,
    found: &mut Vec<Violation>,
) {
    for (name, kind) in members {
        match value.get(*name) {
            None => found.push(Violation::new(below(pointer, name), "missing")),
            Some(member) if !kind.fits(member) => {
                found.push(Violation::new(below(pointer, name), "type"));
            }
            Some(_) => {}
        }
    }
    for name in value.keys() {
        let known = members.iter().any(|(known, _)| known == name);
        if !known && optional != Some(name.as_str()) {
            found.push(Violation::new(below(pointer, name), "unknown"));
        }
    }
}

/// What ok says about data and error.
fn check_outcome(envelope: &Map<String, Value>, found: &mut Vec<Violation>) {
    let ok = envelope.get("ok").and_then(Value::as_bool);
    let error = envelope.get("error");
    if ok == Some(true) {
        if error.is_some_and(|error| !error.is_null()) {
            found.push(Violation::new("/error", "error-on-success"));
        }
        return;
    }
    if ok == Some(false) && envelope.get("data").is_some_and(|data| !data.is_null()) {
        found.push(Violation::new("/data", "data-on-error"));
    }
    match error {
        Some(Value::Object(error)) => check_error(error, found),
        Some(Value::Null) if ok == Some(false) => {
            found.push(Violation::new("/error", "no-error"));
        }
        Some(Value::Null) | None => {}
        Some(_) => found.push(Violation::new("/error", "type")),
    }
}

/// Code, message, details.
fn check_error(error: &Map<String, Value>, found: &mut Vec<Violation>) {
    check_members("/error", error, ERROR, None, found);
    let Some(text) = error.get("code").and_then(Value::as_str) else {
        return;
    };
    match (Code::named(text), Code::aliased(text), error.get("details")) {
        (Some(Code::UnknownAction), _, Some(Value::Object(details))) => {
            if !details.get("available").is_some_and(is_available) {
                found.push(Violation::new("/error/details/available", "available"));
            }
        }
        (Some(_), _, _) => {}
        (None, Some(_), _) => found.push(Violation::new("/error/code", "alias")),
        (None, None, _) => found.push(Violation::new("/error/code", "code")),
    }
}

/// Whether this can be the list of a tool's actions: text, sorted, with those of every tool.
fn is_available(names: &Value) -> bool {
    let Some(names) = names.as_array() else {
        return false;
    };
    let texts: Vec<&str> = names.iter().filter_map(Value::as_str).collect();
    texts.len() == names.len()
        && texts.windows(2).all(|pair| pair[0] < pair[1])
        && BUILT_IN.iter().all(|name| texts.contains(name))
}

fn check_meta(meta: &Map<String, Value>, found: &mut Vec<Violation>) {
    check_members("/meta", meta, META, Some("intent"), found);
    if let Some(intent) = meta.get("intent") {
        if !intent.as_str().is_some_and(|intent| INTENTS.contains(&intent)) {
            found.push(Violation::new("/meta/intent", "intent"));
        }
    }
    let Some(Value::Object(paging)) = meta.get("paging") else {
        return;
    };
    check_members("/meta/paging", paging, PAGING, None, found);
    let cursor = paging.get("cursor").filter(|cursor| Kind::TextOrNull.fits(cursor));
    if cursor.and_then(Value::as_str) == Some("") {
        found.push(Violation::new("/meta/paging/cursor", "cursor"));
    }
    if let (Some(cursor), Some(Value::Bool(more))) = (cursor, paging.get("more")) {
        if *more != cursor.is_string() {
            found.push(Violation::new("/meta/paging/more", "more"));
        }
    }
}
