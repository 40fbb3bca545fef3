//! Processes as they run on this machine: their ends, their output, and what is left of them.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};

use hanzo_tool_proc::{last_lines, places, shown, tool, variables, window};
use hanzo_tools::Toolbox;
use serde_json::{json, Value};

struct Caller {
    toolbox: Toolbox,
    folder: tempfile::TempDir,
}

impl Caller {
    fn new() -> Self {
        let own = [("PATH", "/usr/bin:/bin"), ("HANZO_API_KEY", "secret")];
        let own = own.map(|(name, value)| (name.to_owned(), value.to_owned()));
        Self {
            toolbox: Toolbox::new([tool()], BTreeMap::from(own)),
            folder: tempfile::tempdir().unwrap(),
        }
    }

    fn ask(&self, action: &str, params: &Value) -> Value {
        let root = self.folder.path().to_str().unwrap();
        let params = params.as_object().unwrap();
        let answer = self.toolbox.call(root, "proc", Some(action), params, None).unwrap();
        serde_json::to_value(answer).unwrap()
    }

    fn call(&self, action: &str, params: &Value) -> Value {
        let answer = self.ask(action, params);
        assert_eq!(answer["ok"], true, "{answer}");
        answer["data"].clone()
    }

    fn text(&self, command: &Value) -> Value {
        let told = self.call("exec", &json!({"command": command}));
        self.call("logs", &json!({"proc_id": told["proc_id"]}))["stdout"]["text"].clone()
    }
}

#[test]
fn a_secret_of_the_server_does_not_reach_a_command() {
    assert_eq!(Caller::new().text(&json!(["env"])), "PATH=/usr/bin:/bin\n");
}

#[test]
fn words_reach_the_program_as_they_are() {
    assert_eq!(Caller::new().text(&json!(["printf", "%s|", "a b", "$HOME", "*"])), "a b|$HOME|*|");
}

#[test]
fn a_quarter_of_a_gigabyte_of_output_is_kept_on_disk() {
    let caller = Caller::new();
    let command = "head -c 268435456 /dev/zero";
    let told = caller.call("exec", &json!({"command": command, "timeout": 60}));
    let shown = caller.call("logs", &json!({"proc_id": told["stdout_ref"]}));
    assert_eq!(shown["stdout"]["size"], 268_435_456);
    assert_eq!(shown["stdout"]["start"], 268_435_456 - 65_536);
    assert_eq!(shown["stderr"], Value::Null);
}

#[test]
fn a_timeout_leaves_nobody_behind() {
    let caller = Caller::new();
    let command = "(trap '' TERM HUP; sleep 1.3; echo late > late) & sleep 30";
    let answer = caller.ask("exec", &json!({"command": command, "timeout": 1}));
    assert_eq!(answer["error"]["code"], "TIMEOUT");
    assert_eq!(answer["error"]["details"]["timeout"], 1);
    sleep(Duration::from_millis(600));
    assert!(!caller.folder.path().join("late").exists());
}

#[test]
fn many_quick_commands_have_their_own_ends() {
    let caller = Caller::new();
    for code in 0..30 {
        let told = caller.call("exec", &json!({"command": format!("exit {code}")}));
        assert_eq!(told["exit_code"], code);
    }
    assert_eq!(caller.call("ps", &json!({}))["processes"].as_array().unwrap().len(), 30);
}

#[test]
fn what_was_started_does_not_outlive_the_server() {
    let caller = Caller::new();
    let command = "trap '' TERM; echo $$ > pid; sleep 30; echo late > late";
    caller.call("exec", &json!({"command": command, "background_after_ms": 0}));
    let pid = caller.folder.path().join("pid");
    until(|| fs::read_to_string(&pid).is_ok_and(|text| text.ends_with('\n')));
    let number = fs::read_to_string(&pid).unwrap();
    let Caller { toolbox, folder } = caller;
    // The end of the server as far as the guardian can tell: its pipe is closed.
    drop(toolbox);
    let state = Path::new("/proc").join(number.trim()).join("stat");
    until(|| fs::read_to_string(&state).map_or(true, |text| text.contains(") Z ")));
    assert!(!folder.path().join("late").exists());
}

fn until(holds: impl Fn() -> bool) {
    let begun = Instant::now();
    while !holds() {
        assert!(begun.elapsed() < Duration::from_secs(60), "it has not come to that");
        sleep(Duration::from_millis(10));
    }
}

#[test]
fn the_last_lines_of_some_bytes() {
    for (data, count, expected) in [
        ("", 1, ""),
        ("\n", 1, "\n"),
        ("a", 1, "a"),
        ("a\nb", 1, "b"),
        ("a\nb\n", 1, "b\n"),
        ("a\n\n", 1, "\n"),
        ("a\nb\nc", 2, "b\nc"),
        ("a\nb", 9, "a\nb"),
    ] {
        assert_eq!(last_lines(data.as_bytes(), count), expected.as_bytes(), "{data:?} {count}");
    }
}

#[test]
fn a_growing_stream_keeps_the_beginning_of_a_character_for_later() {
    let text = "aé☃😀".as_bytes();
    for cut in 0..text.len() {
        let data = &text[..cut];
        let size = data.len() as u64;
        let told = shown(window(size, None, false, true), data, size, None);
        let kept = told["text"].as_str().unwrap();
        assert!("aé☃😀".starts_with(kept));
        assert_eq!(told["end"], kept.len());
        assert!(cut - kept.len() < 4);
    }
}

#[test]
fn a_program_is_looked_for_from_the_folder_of_the_command() {
    let found = places("a", "/x::y", Path::new("/w"));
    assert_eq!(found, ["/x/a", "/w/a", "/w/y/a"].map(Path::new));
    assert_eq!(places("b/a", "/x", Path::new("/w")), [Path::new("/w/b/a")]);
}

#[test]
fn there_is_always_a_path() {
    let none = BTreeMap::new();
    assert_eq!(variables(&none, &none)["PATH"], "/usr/local/bin:/usr/bin:/bin");
}
