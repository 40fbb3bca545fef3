//! JSON Merge Patch: how a higher tier changes what lower tiers say.

use serde_json::{Map, Value};

/// What becomes of `target` when `patch` is applied to it.
///
/// A patch that is no object, an array included, takes the place of the target.
///
/// Spec: RFC 7396 §2.
#[must_use]
pub fn merge_patch(target: Value, patch: &Value) -> Value {
    let Value::Object(patch) = patch else {
        return patch.clone();
    };
    let mut merged = match target {
        Value::Object(members) => members,
        _ => Map::new(),
    };
    merge_objects(&mut merged, patch);
    Value::Object(merged)
}

/// Patches an object by an object: a null removes a member, other values are merged into it.
///
/// A member that is new is merged into nothing, which takes the nulls out of it. So nulls of a
/// patch get into the result inside arrays only.
pub(crate) fn merge_objects(target: &mut Map<String, Value>, patch: &Map<String, Value>) {
    // All removals in one pass: each by itself would move the members behind it.
    target.retain(|name, _| patch.get(name) != Some(&Value::Null));
    for (name, value) in patch {
        if !value.is_null() {
            let member = target.entry(name.as_str()).or_insert(Value::Null);
            *member = merge_patch(member.take(), value);
        }
    }
}
