//! Every vector of an operation that is declared here, called in this process.
//!
//! The files stand in `test-vectors/` of the repository, or where `HANZO_TEST_VECTORS` says.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use hanzo_adapter::Adapter;
use serde_json::{json, Value};

mod rules;

/// The version of the vector format that is read here.
const FORMAT: u64 = 1;

fn folder() -> PathBuf {
    std::env::var_os("HANZO_TEST_VECTORS").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../../test-vectors"),
        PathBuf::from,
    )
}

fn files() -> Vec<Value> {
    let folder = folder();
    let entries = fs::read_dir(&folder)
        .unwrap_or_else(|error| panic!("no vectors in {}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> =
        entries.map(|entry| entry.expect("the folder can be listed").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    paths.sort();
    paths.iter().map(|path| read(path)).collect()
}

fn read(path: &Path) -> Value {
    let name = path.display();
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{name}: {error}"));
    let file: Value = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!(file["format"], FORMAT, "{name} has another format");
    file
}

/// The answer in the form of a vector's `expected`.
fn answer(adapter: &Adapter, operation: &str, input: &Value) -> Value {
    let failure = match adapter.call(operation, input) {
        Ok(result) => return json!({ "result": result }),
        Err(failure) => failure,
    };
    let Some(code) = failure.domain_code() else {
        return json!({ "failure": failure });
    };
    let mut error = json!({ "code": code });
    if let Some(details) = failure.details() {
        error["details"] = details.clone();
    }
    json!({ "error": error })
}

/// What a vector asks, question by question; nothing where a harness has to lay out a workspace.
fn questions(vector: &Value) -> Vec<&Value> {
    if vector.get("workspace").is_some() {
        return Vec::new();
    }
    vector
        .get("steps")
        .and_then(Value::as_array)
        .map_or_else(|| vec![vector], |steps| steps.iter().collect())
}

/// The operations that a vector asks in a workspace.
fn staged_operations(vector: &Value) -> Vec<String> {
    let Some(steps) = vector.get("workspace").map(|_| vector.get("steps")) else {
        return Vec::new();
    };
    let steps =
        steps.and_then(Value::as_array).map_or_else(|| vec![vector], |all| all.iter().collect());
    steps.into_iter().filter_map(|step| step["operation"].as_str().map(str::to_owned)).collect()
}

/// What is wrong with the answer to one question.
fn judge(adapter: &Adapter, vector: &Value) -> Option<String> {
    let operation = vector["operation"].as_str().expect("a vector has an operation");
    let mut actual = answer(adapter, operation, &vector["input"]);
    let mut expected = vector["expected"].clone();
    let mut broken = Vec::new();
    for (pointer, rule) in vector.get("where").and_then(Value::as_object).into_iter().flatten() {
        let pointer = format!("/result{pointer}");
        let place = actual.pointer_mut(&pointer);
        if !place.as_deref().is_some_and(|value| rules::holds(rule, value)) {
            broken.push(pointer.clone());
        }
        // Where a rule holds nothing is compared.
        *expected.pointer_mut(&pointer).expect("a rule has a place") = Value::Null;
        place.map(Value::take);
    }
    (actual != expected || !broken.is_empty())
        .then(|| format!("expected {expected}\n  actual   {actual}\n  broken   {broken:?}"))
}

#[test]
fn every_vector_of_a_declared_operation_gets_its_expected_answer() {
    let adapter = hanzo_rust_adapter::adapter();
    let mut judged: BTreeMap<&str, usize> = adapter.operations().map(|name| (name, 0)).collect();
    let (mut wrong, mut staged) = (Vec::new(), BTreeSet::new());
    for file in files() {
        for vector in file["vectors"].as_array().expect("a file has vectors") {
            staged.extend(staged_operations(vector));
            for question in questions(vector) {
                let operation = question["operation"].as_str().unwrap_or_default();
                let Some(count) = judged.get_mut(operation) else {
                    continue;
                };
                *count += 1;
                if let Some(reason) = judge(&adapter, question) {
                    wrong.push(format!("{}\n  {reason}", vector["id"]));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} vectors failed:\n{}", wrong.len(), wrong.join("\n"));
    // Where every vector has a workspace only a harness judges.
    judged.retain(|operation, count| *count > 0 || !staged.contains(*operation));
    for (operation, count) in judged {
        assert!(count > 0, "no vector of {operation} in {}", folder().display());
    }
}
