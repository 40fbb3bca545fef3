//! Hooks that run: what they see, how they end, who is left.

use std::env::vars_os;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread::sleep;
use std::time::Duration;

use hanzo_hooks::{Decision, Event, HookConfig, HookError, HookResult, HookRunner, ToolResult};
use serde_json::{json, Map, Value};

fn before_with(folder: &Path, command: &str, timeout_ms: u64) -> HookResult {
    let mut hook = HookConfig::new(Event::PreToolUse, command, "*");
    hook.timeout_ms = timeout_ms;
    let runner = HookRunner::new(vec![hook], folder, "s", vars_os()).expect("the hook is right");
    runner.run_pre("fs.write", &Map::new()).expect("it can be asked")
}

fn before(folder: &Path, command: &str) -> HookResult {
    before_with(folder, command, 60_000)
}

#[test]
fn a_shell_that_is_run_by_hand_says_the_same() {
    let folder = tempfile::tempdir().expect("a folder");
    for command in [
        "",
        "exit 2",
        "exit 77",
        "exit 256",
        "printf 'a\\r\\n\\n' >&2; exit 2",
        "no-such-program",
        "exec sh -c 'exit 3'",
        "trap 'exit 2' EXIT; false",
        "sh -c 'kill -9 $$'; exit $?",
    ] {
        let ran = Command::new("/bin/sh").args(["-c", command]).output().expect("a shell");
        let code = ran.status.code().filter(|code| *code != 0);
        let found = before(folder.path(), command);
        assert_eq!(found.exit_code, code, "{command}");
        let text = String::from_utf8_lossy(&ran.stderr);
        let said = text.trim_end_matches(['\r', '\n']);
        let said = if said.is_empty() { "denied by hook" } else { said };
        assert_eq!(found.reason.as_deref(), (code == Some(2)).then_some(said), "{command}");
    }
    let killed = before(folder.path(), "kill -9 $$");
    assert_eq!((killed.cause, killed.exit_code), (Some("signal"), Some(137)));
}

#[test]
fn what_the_system_does_not_start_is_an_error() {
    let missing = before(Path::new("/nowhere/at/all"), "true");
    assert_eq!((missing.decision, missing.cause), (Decision::Error, Some("spawn")));
    assert_eq!((missing.exit_code, missing.ran), (None, 1));
}

#[test]
#[cfg(target_os = "linux")]
fn a_command_that_linux_refuses_blocks() {
    let folder = tempfile::tempdir().expect("a folder");
    let found = before(folder.path(), &format!(": {}", "x".repeat(131_072)));
    assert_eq!(found.cause, Some("spawn"));
}

#[test]
fn a_hook_that_takes_too_long_is_ended_with_its_children() {
    let folder = tempfile::tempdir().expect("a folder");
    let slow = "trap '' TERM; (sleep 1; echo late > late) & sleep 60";
    let found = before_with(folder.path(), slow, 100);
    assert_eq!((found.cause, found.exit_code), (Some("timeout"), None));
    sleep(Duration::from_millis(1500));
    assert!(!folder.path().join("late").exists());
}

#[test]
fn nobody_waits_for_pipes_that_others_hold() {
    let folder = tempfile::tempdir().expect("a folder");
    for command in ["sleep 60 & echo gone >&2; exit 2", "setsid sleep 2 & echo gone >&2; exit 2"] {
        assert_eq!(before(folder.path(), command).reason.as_deref(), Some("gone"), "{command}");
    }
}

#[test]
fn output_without_end_keeps_nobody_waiting() {
    let folder = tempfile::tempdir().expect("a folder");
    let found = before(folder.path(), "head -c 300000000 /dev/zero >&2; exit 2");
    assert_eq!(found.reason, Some("\0".repeat(65_536)));
    assert_eq!(before_with(folder.path(), "cat /dev/zero >&2", 200).cause, Some("timeout"));
}

#[test]
fn what_is_written_last_is_read() {
    let folder = tempfile::tempdir().expect("a folder");
    for _ in 0..20 {
        let found = before(folder.path(), "head -c 60000 /dev/zero >&2; printf end >&2; exit 2");
        assert!(found.reason.is_some_and(|text| text.len() == 60_003 && text.ends_with("end")));
    }
}

#[test]
fn a_long_input_need_not_be_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut input = Map::new();
    input.insert("a".to_owned(), Value::from("x".repeat(1 << 20)));
    for (command, reason) in [
        ("exit 2", "denied by hook"),
        ("exec <&-; sleep 0.2; echo closed >&2; exit 2", "closed"),
        ("wc -c | tr -d ' ' >&2; exit 2", "1048658"),
    ] {
        let hook = HookConfig::new(Event::PreToolUse, command, "*");
        let runner = HookRunner::new(vec![hook], folder.path(), "s", vars_os()).expect("right");
        let found = runner.run_pre("fs.write", &input).expect("it can be asked");
        assert_eq!(found.reason.as_deref(), Some(reason), "{command}");
    }
}

#[test]
fn behind_the_tool_its_result_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let command = "printf %s \"$HANZO_TOOL_OUTPUT\" > out; exit 9";
    let hook = HookConfig::new(Event::PostToolUse, command, "fs.*");
    let runner = HookRunner::new(vec![hook], folder.path(), "s", vars_os()).expect("right");
    let result = ToolResult { output: "written".to_owned(), error: None, is_error: false };
    let found = runner.run_post("fs.write", &Map::new(), &result).expect("it can be told");
    assert_eq!((found.decision, found.failed), (Decision::Allow, vec![0]));
    assert_eq!(fs::read_to_string(folder.path().join("out")).expect("it ran"), "written");
    assert_eq!(json!(found.cause), Value::Null);
}

#[test]
fn a_hook_that_no_list_may_have_is_refused() {
    let mut hook = HookConfig::new(Event::PreToolUse, "true", "*");
    hook.timeout_ms = 0;
    let refused = HookRunner::new(vec![hook], Path::new("/"), "s", vars_os()).expect_err("refused");
    assert_eq!(refused, HookError::InvalidHook { index: 0, member: "timeout_ms" });
}
