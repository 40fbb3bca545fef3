//! What a vector cannot lay out: programs that are there and do not work.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;

use hanzo_tools::Toolbox;
use serde_json::{json, Map, Value};

const SPEAKS: &str = "#!/bin/sh\nread -r line\nprintf 'Content-Length: 2\\r\\n\\r\\n{}'\n";
const REFUSES: &str = "#!/bin/sh\necho 'error: no such component is installed' >&2\nexit 1\n";
const CHATTERS: &str = "#!/bin/sh\necho 'welcome to this server'\nsleep 100\n";

fn capabilities(programs: &[(&str, &str)]) -> Value {
    let folder = tempfile::TempDir::new().unwrap();
    for (name, script) in programs {
        let place = folder.path().join(name);
        fs::write(&place, script).unwrap();
        fs::set_permissions(&place, fs::Permissions::from_mode(0o755)).unwrap();
    }
    let path = format!("{}:/usr/bin:/bin", folder.path().display());
    let toolbox =
        Toolbox::new([hanzo_tool_ws::tool()], BTreeMap::from([("PATH".to_owned(), path)]));
    let answer = toolbox.call("/", "ws", Some("capabilities"), &Map::new(), None).unwrap();
    serde_json::to_value(answer).unwrap()["data"].clone()
}

#[test]
fn a_server_that_only_starts_is_not_named() {
    let found =
        capabilities(&[("rust-analyzer", REFUSES), ("gopls", SPEAKS), ("clangd", CHATTERS)]);
    assert_eq!(found["lsp"], json!(["gopls"]));
}

#[test]
fn version_control_that_does_not_work_is_none() {
    let found = capabilities(&[("git", REFUSES)]);
    assert_eq!((&found["vcs"], &found["shell"]), (&Value::Null, &json!("sh")));
}
