//! Servers that misbehave, started for real.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::Path;
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

use hanzo_mcp_client::{server_environment, StdioMcpTransport};
use serde_json::{json, Map, Value};

const GREETED: &str = concat!(
    r#"read -r line; printf '%s\n' '{"jsonrpc":"2.0","id":"1","result":{"protocolVersion":"#,
    r#""2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"sh","version":"1"}}}'; "#,
    "read -r line; "
);

fn server(script: &str, folder: &Path) -> StdioMcpTransport {
    let command = ["sh", "-c", script].map(str::to_owned).to_vec();
    StdioMcpTransport { folder: folder.to_owned(), ..StdioMcpTransport::new(command) }
}

fn has_ended(process: &str) -> bool {
    let deadline = Instant::now() + Duration::from_secs(60);
    while Instant::now() < deadline {
        let asked = Command::new("ps").args(["-o", "stat=", "-p", process]).output().expect("ps");
        let state = String::from_utf8_lossy(&asked.stdout).trim().to_owned();
        if state.is_empty() || state.starts_with('Z') {
            return true;
        }
        sleep(Duration::from_millis(20));
    }
    false
}

#[test]
fn no_key_of_the_client_gets_to_a_server() {
    let own = [("PATH", "/bin"), ("HOME", "/root"), ("ANTHROPIC_API_KEY", "secret")];
    let own = own.map(|(name, value)| (OsString::from(name), OsString::from(value)));
    let added = BTreeMap::from([("HOME".to_owned(), "/else".to_owned())]);
    let given = server_environment(own, &added);
    let expected = [("HOME", "/else"), ("PATH", "/bin")];
    assert_eq!(given, expected.map(|(name, value)| (name.into(), value.into())).into());
}

#[test]
fn a_server_that_ignores_everything_is_killed_with_its_group() {
    let folder = tempfile::tempdir().expect("a folder");
    let script = "trap '' TERM; echo $$ > pid; sleep 600 & echo $! > child; wait; sleep 600";
    let transport = StdioMcpTransport { timeout_ms: 500, ..server(script, folder.path()) };
    let refused = transport.connect().expect_err("no answer");
    assert_eq!(refused.code, "TIMEOUT");
    for name in ["pid", "child"] {
        let process = std::fs::read_to_string(folder.path().join(name)).expect("a number");
        assert!(has_ended(process.trim()), "{name} lives");
    }
}

#[test]
fn several_threads_ask_one_server() {
    let folder = tempfile::tempdir().expect("a folder");
    let answers = (2..10).fold(String::new(), |script, id| {
        let result = r#""result":{"content":[{"type":"text","text":"x"}]}"#;
        script
            + &format!(
                "read -r line; printf '%s\\n' '{{\"jsonrpc\":\"2.0\",\"id\":\"{id}\",{result}}}'; "
            )
    });
    let connection =
        server(&format!("{GREETED}{answers}"), folder.path()).connect().expect("a server");
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                let said = connection.call_tool("t", &Map::new()).expect("an answer");
                assert_eq!(said["output"], "x");
            });
        }
    });
    connection.close();
}

#[test]
fn a_mistake_of_the_caller_ends_no_connection() {
    let folder = tempfile::tempdir().expect("a folder");
    let answer = r#"read -r line; printf '%s\n' '{"jsonrpc":"2.0","id":"2","result":{}}'"#;
    let connection =
        server(&format!("{GREETED}{answer}"), folder.path()).connect().expect("a server");
    let Value::Object(inexact) = json!({ "n": u64::MAX }) else { unreachable!() };
    let refused = connection.call_tool("t", &inexact).expect_err("no exact form");
    assert_eq!(refused.code, "INVALID_ARGUMENTS");
    let said = connection.call_tool("t", &Map::new()).expect("an answer");
    assert_eq!(said["is_error"], false);
}
