//! Every vector of an operation that is declared here, called in this process.
//!
//! The files stand in `test-vectors/` of the repository, or where `HANZO_TEST_VECTORS` says.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

mod judge;

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
                if let Some(reason) = judge::judge(&adapter, question) {
                    wrong.push(format!("{}\n  {reason}", vector["id"]));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} vectors failed:\n{}", wrong.len(), wrong.join("\n"));
    // Where every vector has a workspace only a harness judges.
    judged.retain(|operation, count| *count > 0 || !staged.contains(*operation));
    // The tool memory is no domain: what its actions do is asked as memory.apply.
    judged.retain(|name, _| !name.starts_with("memory.") || *name == "memory.apply");
    for (operation, count) in judged {
        assert!(count > 0, "no vector of {operation} in {}", folder().display());
    }
}
