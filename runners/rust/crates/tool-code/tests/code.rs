//! What the vectors ask is asked there; here, git as a judge of patches, races and odd files.

use std::collections::BTreeMap;
use std::env::temp_dir;
use std::fs;
use std::io::Write;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{self, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use hanzo_tools::Toolbox;
use serde_json::{json, Value};

/// A folder that is gone afterwards, and the tool in it.
struct Asker {
    root: PathBuf,
    toolbox: Toolbox,
}

impl Asker {
    fn new(name: &str, files: &[(&str, &str)]) -> Self {
        let root = temp_dir().join(format!("hanzo-code-{}-{name}", process::id()));
        for (path, text) in files {
            let path = root.join("work").join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        fs::create_dir_all(root.join("work")).unwrap();
        let root = root.canonicalize().unwrap();
        Self { root, toolbox: Toolbox::new([hanzo_tool_code::tool()], BTreeMap::new()) }
    }

    fn work(&self) -> PathBuf {
        self.root.join("work")
    }

    fn uri(&self, name: &str) -> String {
        format!("file://{}/{name}", self.work().display())
    }

    /// The data of an action by the grammars, or its error.
    fn ask(&self, action: &str, mut params: Value) -> Value {
        params["backend"] = json!("tree-sitter");
        let work = self.work();
        let params = params.as_object().unwrap();
        let answer =
            self.toolbox.call(work.to_str().unwrap(), "code", Some(action), params, None).unwrap();
        match answer.error {
            Some(problem) => json!({"code": problem.code.as_str(), "details": problem.details}),
            None => answer.data,
        }
    }
}

impl Drop for Asker {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.root);
    }
}

fn apply(folder: &Path, patch: &str) {
    let mut git = Command::new("git")
        .args(["apply", "--unidiff-zero", "--whitespace=nowarn", "-"])
        .current_dir(folder)
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    git.stdin.take().unwrap().write_all(patch.as_bytes()).unwrap();
    assert!(git.wait().unwrap().success(), "{patch}");
}

#[test]
fn git_applies_what_rename_and_format_make() {
    for name in ["plain.py", "a b.py", "quo\"te.py", "tab\t.py", "é.py"] {
        let text = "x = 1 \nprint(x)\r\n\n\n\n\n\n\n\n\n\ny = x";
        let asker = Asker::new("patches", &[(name, text)]);
        let found = asker.ask("search_symbol", json!({"query": "y"}));
        let uri = &found["results"][0]["uri"];
        let place = json!({"line": 0, "col": 0});
        let renamed =
            asker.ask("rename", json!({"uri": uri, "position": place, "new_name": "züge"}));
        apply(&asker.work(), renamed["patches"][0]["patch"].as_str().unwrap());
        let formatted = asker.ask("format", json!({"uri": uri}));
        apply(&asker.work(), formatted["patches"][0]["patch"].as_str().unwrap());
        let after = "züge = 1\nprint(züge)\r\n\n\n\n\n\n\n\n\n\ny = züge\n";
        assert_eq!(fs::read_to_string(asker.work().join(name)).unwrap(), after);
    }
}

#[test]
fn a_renaming_there_and_back_is_the_same_file_in_every_language() {
    let texts = [
        ("a.c", "int f(int a) { return a; }\nint n = f(1);\n"),
        ("a.cpp", "struct A { A(); int f(); };\nA::A() {}\nint A::f() { return 1; }\n"),
        ("a.go", "package a\n\nfunc f() {}\n\nfunc g() { f() }\n"),
        ("A.java", "class A { int f() { return f(); } }\n"),
        ("a.js", "const f = () => f;\nf();\n"),
        ("a.py", "def f():\n    return f\n"),
        ("a.rs", "fn f() { f() }\n"),
        ("a.ts", "function f(): void { f(); }\n"),
        ("a.tsx", "const f = () => <b>{f()}</b>;\n"),
    ];
    for (name, text) in texts {
        let asker = Asker::new(&format!("back-{name}"), &[(name, text)]);
        let found = asker.ask("search_symbol", json!({"query": "f"}));
        let place = &found["results"][0]["range"]["start"];
        for new_name in ["renamed", "f"] {
            let params = json!({"uri": asker.uri(name), "position": place, "new_name": new_name});
            let answer = asker.ask("rename", params);
            apply(&asker.work(), answer["patches"][0]["patch"].as_str().unwrap());
            let after = fs::read_to_string(asker.work().join(name)).unwrap();
            assert_eq!(after == text, new_name == "f", "{after}");
        }
    }
}

#[test]
fn a_key_of_the_same_name_leaves_a_doubt() {
    let asker = Asker::new("key", &[("a.js", "function error() {}\nf({ error: 1 });\n")]);
    let place = json!({"line": 0, "col": 9});
    let params = json!({"uri": asker.uri("a.js"), "position": place, "new_name": "fault"});
    let details = &asker.ask("rename", params)["details"];
    assert_eq!(details["reason"], "ambiguous");
    assert_eq!(details["places"][0]["range"]["start"], json!({"line": 1, "col": 4}));
}

#[test]
fn a_file_that_changes_is_read_again() {
    let asker = Asker::new("changes", &[("a.py", "x = 1\n")]);
    for name in ["x", "y", "z"] {
        fs::write(asker.work().join("a.py"), format!("{name} = 1\n")).unwrap();
        let found = asker.ask("search_symbol", json!({"query": ""}));
        assert_eq!(found["results"][0]["symbol_id"], format!("sym:{name}"));
    }
}

#[test]
fn a_named_pipe_is_no_file_and_nobody_waits() {
    let asker = Asker::new("pipe", &[]);
    let made = Command::new("mkfifo").arg(asker.work().join("pipe.py")).status().unwrap();
    assert!(made.success());
    let started = Instant::now();
    let answer = asker.ask("diagnostics", json!({"uri": asker.uri("pipe.py")}));
    assert_eq!(answer["details"]["type"], "other");
    assert!(started.elapsed() < Duration::from_secs(60));
}

#[test]
fn a_link_that_is_swapped_in_shows_nothing_of_what_is_outside() {
    let asker = Asker::new("race", &[("sub/a.py", "inside = 1\n")]);
    let outside = asker.root.join("outside");
    fs::create_dir(&outside).unwrap();
    fs::write(outside.join("a.py"), "secret = 1\n").unwrap();
    let (folder, aside) = (asker.work().join("sub"), asker.work().join("aside"));
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            while !is_over.load(Ordering::Relaxed) {
                fs::rename(&folder, &aside).unwrap();
                symlink(&outside, &folder).unwrap();
                fs::remove_file(&folder).unwrap();
                fs::rename(&aside, &folder).unwrap();
            }
        });
        for _ in 0..300 {
            let params = json!({"uri": asker.uri("sub/a.py"), "position": {"line": 0, "col": 0}});
            let told = asker.ask("definition", params).to_string();
            let searched = asker.ask("search_symbol", json!({"query": ""})).to_string();
            assert!(!told.contains("secret") && !searched.contains("secret"));
        }
        is_over.store(true, Ordering::Relaxed);
    });
}
