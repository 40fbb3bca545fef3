//! Listing and searching beside ripgrep and git, and what vectors cannot show.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use hanzo_tools::Toolbox;
use serde_json::{json, Value};
use tempfile::TempDir;

struct Workspace {
    folder: TempDir,
    toolbox: Toolbox,
}

impl Workspace {
    fn new(files: &[(&str, &str)]) -> Self {
        let toolbox = Toolbox::new([hanzo_tool_fs::tool()], BTreeMap::new());
        let workspace = Self { folder: tempfile::tempdir().unwrap(), toolbox };
        for (path, text) in files {
            let place = workspace.path().join(path);
            fs::create_dir_all(place.parent().unwrap()).unwrap();
            fs::write(place, text).unwrap();
        }
        workspace
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn uri(&self) -> String {
        format!("file://{}", self.path().canonicalize().unwrap().display())
    }

    fn call(&self, action: &str, params: &Value) -> (Value, Value) {
        self.call_in(self.path(), action, params)
    }

    fn call_in(&self, root: &Path, action: &str, params: &Value) -> (Value, Value) {
        let (root, params) = (root.to_str().unwrap(), params.as_object().unwrap());
        let answer = self.toolbox.call(root, "fs", Some(action), params, None).unwrap();
        assert!(answer.ok, "{:?}", answer.error);
        (answer.data, serde_json::to_value(answer.meta.paging).unwrap())
    }

    fn names(&self, data: &Value) -> BTreeSet<String> {
        let found = data.as_array().unwrap().iter();
        found.map(|item| item["uri"].as_str().unwrap()[self.uri().len() + 1..].to_owned()).collect()
    }
}

fn told(root: &Path, program: &str, arguments: &[&str]) -> Option<String> {
    let told = Command::new(program)
        .args(arguments)
        .current_dir(root)
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .output()
        .ok()?;
    Some(String::from_utf8(told.stdout).unwrap())
}

#[test]
fn lines_that_match_are_those_of_ripgrep() {
    let text = "fn main() {\n    let é😀 = 1;\n}\n\nstruct A;\n// x{2} aab\nabab ab\n";
    let workspace = Workspace::new(&[("a", text)]);
    if told(workspace.path(), "rg", &["--version"]).is_none() {
        eprintln!("ripgrep is not installed: nothing to compare with");
        return;
    }
    for pattern in
        [r"\w+\(", "^$", "^[^a-z]", "(ab|a)+b", "a{2}", "é.", "[;}]$", "x*", r"\bab\b", "s?t+"]
    {
        let (data, _) = workspace.call("search_text", &json!({"pattern": pattern, "regex": true}));
        let found = data["matches"].as_array().unwrap().iter();
        let ours: BTreeSet<u64> =
            found.map(|item| item["range"]["start"]["line"].as_u64().unwrap() + 1).collect();
        let arguments = ["--no-config", "--no-filename", "-n", "-e", pattern, "a"];
        let lines = told(workspace.path(), "rg", &arguments).unwrap();
        let theirs: BTreeSet<u64> =
            lines.lines().map(|line| line.split(':').next().unwrap().parse().unwrap()).collect();
        assert_eq!(ours, theirs, "{pattern}");
    }
}

#[test]
fn files_left_out_are_those_that_git_leaves_out() {
    let rules = "*.o\n!keep.o\n/a/*\n!/a/b\n**/c/d\nx/**/y\n[!z]1\n{p,q}\n\\#h\nt  \ns/\n";
    let paths = [
        "k.o",
        "keep.o",
        "a/b/i",
        "a/e",
        "c/d",
        "m/c/d",
        "x/y",
        "x/1/2/y",
        "z1",
        "w1",
        "p",
        "{p,q}",
        "#h",
        "t",
        "s/f",
        "n/s",
        "u/a/e",
        "u/keep.o/v",
    ];
    let files: Vec<(&str, &str)> = paths.iter().map(|path| (*path, "found")).collect();
    let workspace = Workspace::new(&files);
    fs::write(workspace.path().join(".gitignore"), rules).unwrap();
    told(workspace.path(), "git", &["init", "-q"]).unwrap();
    let arguments = ["ls-files", "--others", "--exclude-standard", "-z"];
    let listed = told(workspace.path(), "git", &arguments).unwrap();
    let theirs: BTreeSet<String> = listed
        .split('\0')
        .filter(|path| !path.is_empty() && *path != ".gitignore")
        .map(str::to_owned)
        .collect();
    let (data, _) = workspace.call("search_text", &json!({"pattern": "found"}));
    let ours: BTreeSet<String> = workspace
        .names(&data["matches"])
        .into_iter()
        .map(|name| name.replace("%7B", "{").replace("%7D", "}").replace("%2C", ","))
        .collect();
    assert_eq!(ours, theirs);
    assert!(ours.contains("keep.o") && !ours.contains("k.o"));
}

#[test]
fn names_that_are_not_utf_8_are_left_out() {
    let workspace = Workspace::new(&[("a", "found")]);
    fs::write(workspace.path().join(OsStr::from_bytes(b"\xff")), "found").unwrap();
    let (data, _) = workspace.call("list", &json!({"uri": workspace.uri()}));
    assert_eq!(workspace.names(&data["entries"]), BTreeSet::from(["a".to_owned()]));
    let (data, _) = workspace.call("search_text", &json!({"pattern": "found"}));
    assert_eq!(workspace.names(&data["matches"]), BTreeSet::from(["a".to_owned()]));
}

#[test]
fn a_pipe_is_listed_and_never_opened() {
    let workspace = Workspace::new(&[("a", "found")]);
    let pipe = workspace.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let (data, _) = workspace.call("list", &json!({"uri": workspace.uri()}));
    assert_eq!(data["entries"][1]["type"], json!("other"));
    let (data, _) = workspace.call("search_text", &json!({"pattern": "found"}));
    assert_eq!(data["matches"].as_array().unwrap().len(), 1);
}

#[test]
fn pages_together_are_the_list() {
    let files = [("a/b", "x\nxx"), ("a.c", "x"), ("a-b/c", "xx\n"), ("d", "x\r\nx\rx")];
    let workspace = Workspace::new(&files);
    let asked = |limit: usize| json!({"pattern": "x", "limit": limit});
    let (whole, _) = workspace.call("search_text", &asked(1000));
    let whole = whole["matches"].as_array().unwrap().clone();
    assert_eq!(whole.len(), 9);
    for limit in [1, 2, 4] {
        let mut found = Vec::new();
        let mut params = asked(limit);
        loop {
            let (data, paging) = workspace.call("search_text", &params);
            found.extend(data["matches"].as_array().unwrap().clone());
            if paging["more"] == json!(false) {
                break;
            }
            params["cursor"] = paging["cursor"].clone();
        }
        assert_eq!(found, whole);
    }
}

#[test]
fn time_grows_with_the_text_whatever_the_expression() {
    let workspace = Workspace::new(&[("a", &"x".repeat(1_000_000))]);
    for pattern in ["(x+x+)+y", "(x|xx)+y", "(?:x{1,30}){1,30}y", ".*.*.*=.*y"] {
        let started = Instant::now();
        let (data, _) = workspace.call("search_text", &json!({"pattern": pattern, "regex": true}));
        assert_eq!(data["matches"], json!([]));
        assert!(started.elapsed() < Duration::from_secs(60), "{pattern}");
    }
}

#[test]
fn many_matches_in_one_long_line_take_no_long_time() {
    let workspace = Workspace::new(&[("a", &"é😀 x".repeat(300_000))]);
    let started = Instant::now();
    let (data, _) = workspace.call("search_text", &json!({"pattern": "x", "limit": 1000}));
    assert_eq!(data["matches"].as_array().unwrap().len(), 1000);
    assert!(started.elapsed() < Duration::from_secs(60));
}

#[test]
fn a_folder_that_becomes_a_link_leads_nowhere() {
    let files = [("root/a/b/in", "secret"), ("root/z", "secret"), ("outside/b/out", "secret")];
    let workspace = Workspace::new(&files);
    let root = workspace.path().join("root");
    let done = AtomicBool::new(false);
    let mut told = BTreeSet::new();
    thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                fs::rename(root.join("a"), workspace.path().join("kept")).unwrap();
                symlink(workspace.path().join("outside"), root.join("a")).unwrap();
                fs::remove_file(root.join("a")).unwrap();
                fs::rename(workspace.path().join("kept"), root.join("a")).unwrap();
            }
        });
        for _ in 0..300 {
            let (data, _) = workspace.call_in(&root, "search_text", &json!({"pattern": "secret"}));
            told.extend(workspace.names(&data["matches"]));
        }
        done.store(true, Ordering::Relaxed);
    });
    assert!(told.contains("root/z"));
    assert!(!told.iter().any(|name| name.ends_with("out")), "{told:?}");
}
