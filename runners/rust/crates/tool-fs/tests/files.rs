//! What vectors cannot show: pipes, modes, memory and speed.

use std::collections::BTreeMap;
use std::fs::{self, File, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use hanzo_envelope::Envelope;
use hanzo_tools::Toolbox;
use serde_json::{json, Value};
use tempfile::TempDir;

const PATCH: &str = "--- a\n+++ a\n@@ -1 +1 @@\n-a\n+b\n";

struct Workspace {
    folder: TempDir,
    toolbox: Toolbox,
}

impl Workspace {
    fn new() -> Self {
        let toolbox = Toolbox::new([hanzo_tool_fs::tool()], BTreeMap::new());
        Self { folder: tempfile::tempdir().unwrap(), toolbox }
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn uri(&self, name: &str) -> String {
        format!("file://{}/{name}", self.path().canonicalize().unwrap().display())
    }

    fn call(&self, action: &str, params: &Value) -> Envelope {
        let root = self.path().to_str().unwrap();
        self.toolbox.call(root, "fs", Some(action), params.as_object().unwrap(), None).unwrap()
    }

    fn hash(&self, name: &str) -> Value {
        self.call("stat", &json!({"uri": self.uri(name)})).data["hash"].clone()
    }
}

#[test]
fn a_file_of_ten_megabytes_is_patched_in_two_places() {
    let workspace = Workspace::new();
    let row = "x".repeat(49) + "\n";
    fs::write(workspace.path().join("big"), row.repeat(200_000) + "last\n").unwrap();
    let params = json!({
        "uri": workspace.uri("big"),
        "patch": "--- a\n+++ b\n@@ -1,0 +2 @@\n+y\n@@ -200001 +200002 @@\n-last\n+end\n",
        "base_hash": workspace.hash("big"),
    });
    assert!(workspace.call("apply_patch", &params).ok);
    let expected = format!("{row}y\n{}end\n", row.repeat(199_999));
    assert!(fs::read_to_string(workspace.path().join("big")).unwrap() == expected);
}

#[test]
fn a_pipe_is_told_of_and_not_waited_for() {
    let workspace = Workspace::new();
    let pipe = workspace.path().join("pipe");
    assert!(Command::new("mkfifo").arg(pipe).status().unwrap().success());
    let uri = workspace.uri("pipe");
    let told = workspace.call("stat", &json!({"uri": uri})).data;
    assert_eq!((&told["type"], &told["size"]), (&json!("other"), &Value::Null));
    let patch = json!({"uri": uri, "patch": "", "base_hash": format!("sha256:{:064}", 0)});
    for (action, params) in [("read", json!({"uri": uri})), ("apply_patch", patch)] {
        let problem = workspace.call(action, &params).error.unwrap();
        assert_eq!(problem.code.as_str(), "UNSUPPORTED");
        assert_eq!(Value::Object(problem.details), json!({"uri": uri, "type": "other"}));
    }
    assert!(workspace.call("rm", &json!({"uri": uri, "confirm": true})).ok);
}

#[test]
fn a_patch_keeps_every_bit_of_the_mode_and_leaves_nothing_beside() {
    for mode in [0o600, 0o640, 0o755, 0o4755, 0o444] {
        let workspace = Workspace::new();
        let file = workspace.path().join("a");
        fs::write(&file, "a\n").unwrap();
        fs::set_permissions(&file, Permissions::from_mode(mode)).unwrap();
        let hash = workspace.hash("a");
        let params = json!({"uri": workspace.uri("a"), "patch": PATCH, "base_hash": hash});
        assert!(workspace.call("apply_patch", &params).ok);
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o7777, mode);
        assert_eq!(fs::read_dir(workspace.path()).unwrap().count(), 1);
    }
}

#[test]
fn a_file_beyond_the_limit_is_measured() {
    let workspace = Workspace::new();
    let size = 17 * 1024 * 1024;
    File::create(workspace.path().join("big")).unwrap().set_len(size).unwrap();
    let told = workspace.call("stat", &json!({"uri": workspace.uri("big")})).data;
    assert_eq!(told["size"], size);
    let read = workspace.call("read", &json!({"uri": workspace.uri("big")}));
    assert_eq!(read.error.unwrap().code.as_str(), "UNSUPPORTED");
}
