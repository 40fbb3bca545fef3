//! What the vectors ask is asked there; here, the edges of a survey.

use std::collections::BTreeMap;
use std::env::temp_dir;
use std::fs;
use std::process;

use hanzo_envelope::Outcome;
use hanzo_tools::{action, tool as declared, Declaration, Toolbox};
use serde::Deserialize;
use serde_json::{json, Map, Value};

#[derive(Deserialize)]
struct List {
    path: String,
}

/// A tool `test` that finds one suite in the folder, and one below it.
fn two_suites() -> Declaration {
    let schema = json!({"properties": {"path": {"type": "string"}}, "required": ["path"]});
    let list = action("list", schema, |_, List { path }| {
        let below = format!("{path}/below");
        Ok(Outcome::from(json!({"suites": [
            {"runner": "node", "uri": path}, {"runner": "cargo", "uri": below},
        ]})))
    });
    declared("test", None, [list])
}

fn detect(name: &str, files: &[&str]) -> Value {
    let root = temp_dir().join(format!("hanzo-ws-{}-{name}", process::id()));
    for file in files {
        let path = root.join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, "").unwrap();
    }
    let toolbox = Toolbox::new([hanzo_tool_ws::tool(), two_suites()], BTreeMap::new());
    let found = toolbox.call(root.to_str().unwrap(), "ws", Some("detect"), &Map::new(), None);
    fs::remove_dir_all(root).unwrap();
    found.unwrap().data
}

#[test]
fn only_the_suites_of_the_root_itself_name_its_test_runners() {
    assert_eq!(detect("runners", &["a.py"])["test"], json!(["node"]));
}

#[test]
fn what_was_built_has_no_say_in_the_languages() {
    let found = detect("languages", &["src/a.rs", "target/b.py", ".cache/c.go", "Makefile"]);
    assert_eq!(found["languages"], json!(["rust"]));
    assert_eq!(found["build"], json!(["make"]));
}
