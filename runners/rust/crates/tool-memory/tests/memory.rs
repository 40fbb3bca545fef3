//! The tool memory: what its files keep.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use hanzo_envelope::Envelope;
use hanzo_tools::Toolbox;
use serde_json::{json, Value};
use tempfile::TempDir;

struct Home(TempDir);

impl Home {
    fn new() -> Self {
        let home = Self(TempDir::new().unwrap());
        fs::create_dir(home.root()).unwrap();
        home
    }

    fn root(&self) -> PathBuf {
        self.0.path().join("workspace")
    }

    fn toolbox(&self) -> Toolbox {
        let home = self.0.path().join("home").to_string_lossy().into_owned();
        Toolbox::new([hanzo_tool_memory::tool()], BTreeMap::from([("HOME".to_owned(), home)]))
    }

    /// The envelope of a call to a toolbox that was just made, as after a restart.
    fn told(&self, action: &str, params: &Value) -> Envelope {
        call(&self.toolbox(), &self.root(), action, params)
    }
}

fn call(toolbox: &Toolbox, root: &Path, action: &str, params: &Value) -> Envelope {
    let params = params.as_object().unwrap();
    toolbox.call(&root.to_string_lossy(), "memory", Some(action), params, None).unwrap()
}

fn code(envelope: &Envelope) -> &str {
    envelope.error.as_ref().map_or("", |error| error.code.as_str())
}

fn count(folder: &Path) -> usize {
    fs::read_dir(folder).map_or(0, Iterator::count)
}

#[test]
fn a_memory_outlives_the_server() {
    let home = Home::new();
    let made = home.told("create", &json!({"content": "Paul likes tea", "tags": ["b", "a", "b"]}));
    assert_eq!(home.told("recall", &json!({})).data, json!({"memories": [made.data]}));
    assert!(home.root().join(".hanzo/memory.json").is_file());
    assert_eq!(count(&home.root().join(".hanzo")), 1);
}

#[test]
fn what_is_kept_for_the_user_is_found_in_every_workspace() {
    let home = Home::new();
    home.told("create", &json!({"content": "everywhere", "scope": "global"}));
    home.told("create", &json!({"content": "here"}));
    let other = home.0.path().join("other");
    fs::create_dir(&other).unwrap();
    let found = call(&home.toolbox(), &other, "recall", &json!({})).data;
    assert_eq!(found["memories"].as_array().unwrap().len(), 1);
    assert_eq!(found["memories"][0]["content"], "everywhere");
    assert_eq!(count(&other), 0);
}

#[test]
fn what_is_kept_for_the_session_ends_with_it() {
    let home = Home::new();
    let toolbox = home.toolbox();
    let params = json!({"content": "now", "scope": "session"});
    let made = call(&toolbox, &home.root(), "create", &params).data;
    let listed = call(&toolbox, &home.root(), "recall", &json!({})).data;
    assert_eq!(listed, json!({"memories": [made]}));
    assert_eq!(home.told("recall", &json!({})).data, json!({"memories": []}));
    assert_eq!(count(&home.root()), 0);
}

#[test]
fn without_a_folder_of_the_user_nothing_is_kept_there() {
    let home = Home::new();
    let toolbox = Toolbox::new([hanzo_tool_memory::tool()], BTreeMap::new());
    let params = json!({"content": "a", "scope": "global"});
    let refused = call(&toolbox, &home.root(), "create", &params);
    assert_eq!(code(&refused), "UNSUPPORTED");
    assert_eq!(refused.error.unwrap().details["missing"], "HOME");
    assert!(call(&toolbox, &home.root(), "create", &json!({"content": "b"})).ok);
}

#[test]
fn numbers_do_not_come_back_after_a_restart() {
    let home = Home::new();
    home.told("create", &json!({"content": "a"}));
    home.told("delete", &json!({"ids": ["mem_1"]}));
    assert_eq!(home.told("create", &json!({"content": "b"})).data["id"], "mem_2");
}

#[test]
fn reading_and_refusals_make_no_file() {
    let home = Home::new();
    home.told("recall", &json!({}));
    home.told("facts", &json!({}));
    assert_eq!(code(&home.told("create", &json!({"content": " "}))), "INVALID_PARAMS");
    assert_eq!(code(&home.told("delete", &json!({"ids": ["mem_1"]}))), "NOT_FOUND");
    assert_eq!(count(&home.root()), 0);
    assert_eq!(count(&home.0.path().join("home")), 0);
}

#[test]
fn a_memory_behind_a_link_out_of_the_workspace_is_refused() {
    let home = Home::new();
    let outside = home.0.path().join("outside");
    fs::create_dir(&outside).unwrap();
    symlink("../outside", home.root().join(".hanzo")).unwrap();
    assert_eq!(code(&home.told("create", &json!({"content": "a"}))), "PERMISSION_DENIED");
    assert_eq!(count(&outside), 0);
}

#[test]
fn a_file_of_something_else_stays_as_it_is() {
    let home = Home::new();
    let file = home.root().join(".hanzo/memory.json");
    fs::create_dir(home.root().join(".hanzo")).unwrap();
    let entry = json!({
        "id": "mem_1", "content": "a", "tags": [], "scope": "global", "created_ms": 0,
        "updated_ms": 0,
    });
    let part = json!({"next": 2, "memories": [entry], "facts": [], "version": 1}).to_string();
    for content in ["", "[]", "{}", "null", r#"{"version": 2}"#, &part] {
        fs::write(&file, content).unwrap();
        for (action, params) in [("recall", json!({})), ("create", json!({"content": "a"}))] {
            let refused = home.told(action, &params);
            assert_eq!(code(&refused), "CONFLICT", "{content}");
            assert_eq!(refused.error.unwrap().details["reason"], "format");
        }
        assert_eq!(fs::read_to_string(&file).unwrap(), content);
    }
}
