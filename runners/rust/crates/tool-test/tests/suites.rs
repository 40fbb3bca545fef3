//! Suites as they are recognised, read and run on this machine.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

use hanzo_tool_test::{read_report, reader, runners, tool, Failure, Tally};
use hanzo_tools::Toolbox;
use serde_json::{json, Value};

fn recognised(names: &[&str], contents: &[(&str, &str)]) -> Vec<&'static str> {
    let names: BTreeSet<String> = names.iter().map(|name| (*name).to_owned()).collect();
    let contents: BTreeMap<String, String> =
        contents.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
    runners(&names, &contents)
}

#[test]
fn a_folder_is_made_for_these_runners() {
    assert_eq!(recognised(&["pytest.ini", "Cargo.toml"], &[]), ["cargo", "pytest"]);
    assert_eq!(recognised(&["tests/a.test.js", "tests/test_a.py"], &[]), ["node", "pytest"]);
    let script = r#"{"scripts": {"test": "node a.js --test"}}"#;
    assert_eq!(recognised(&[], &[("package.json", script)]), ["node"]);
    let other = r#"{"scripts": {"test": "mocha"}}"#;
    assert!(recognised(&["a.test.js"], &[("package.json", other)]).is_empty());
    assert_eq!(recognised(&["a.test.js"], &[("package.json", "[1")]), ["node"]);
    assert_eq!(recognised(&[], &[("pyproject.toml", "[a]\n[tool.pytest]\n")]), ["pytest"]);
    assert!(recognised(&["README.md"], &[("tox.ini", " [pytest]")]).is_empty());
}

#[test]
fn a_panic_of_an_older_compiler_is_placed() {
    let mut output = reader("cargo");
    for line in [
        "running 1 test",
        "test tests::bad ... FAILED",
        "",
        "failures:",
        "",
        "---- tests::bad stdout ----",
        "thread 'tests::bad' panicked at 'words, src/fake.rs:1:1', tests/it.rs:8:5",
        "",
        "failures:",
        "    tests::bad",
        "",
        "test result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out",
    ] {
        output.line(line);
    }
    let place = Some(("tests/it.rs".to_owned(), 8));
    assert_eq!(output.tally().failures, [Failure { name: "tests::bad".to_owned(), place }]);
    assert!(output.tally().complete);
}

#[test]
fn no_line_breaks_a_reader() {
    let lines =
        ["", "not ok 1 - ", "  ---", "    ok 1 - ", "  ...", "1..9", "\u{1F600}", "running 1 test"];
    for runner in ["cargo", "node"] {
        let mut output = reader(runner);
        for first in lines {
            for second in lines {
                output.line(first);
                output.line(second);
            }
        }
        assert_eq!(output.tally().skipped, 0);
    }
}

#[test]
fn no_report_breaks_its_reader() {
    let parts = ["<testsuite>", "<testcase", " name='a'", ">", "<failure>", "&", "\u{1F600}", "</"];
    let folder = Path::new("/w");
    for first in parts {
        for second in parts {
            for third in parts {
                let text = format!("<testsuite>{first}{second}{third}");
                assert_eq!(read_report(Some(text.as_bytes()), folder), Tally::default());
            }
        }
    }
    assert_eq!(read_report(Some(b"\xff"), folder), Tally::default());
    assert_eq!(read_report(None, folder), Tally::default());
}

/// Whether a program can be started here.
fn is_there(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|told| told.status.success())
}

#[test]
fn pytest_is_run_and_its_report_read() {
    if !is_there("pytest") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("pytest.ini"), "[pytest]\naddopts = -qq -p no:cacheprovider\n")
        .unwrap();
    let text = "import pytest\n\n\n\
        def test_good(capfd):\n    with capfd.disabled():\n        print('= 9 passed in 0.1s =')\n\n\n\
        class TestGroup:\n\
        \x20   @pytest.mark.parametrize('word', ['a - b'])\n\
        \x20   def test_bad(self, word):\n        assert word == '<c>'\n\n\n\
        @pytest.mark.skip\ndef test_later():\n    pass\n";
    fs::write(folder.path().join("test_sample.py"), text).unwrap();
    let answer = call(folder.path(), "run", &json!({"env": {"PYTHONDONTWRITEBYTECODE": "1"}}));
    let told = &answer["data"];
    assert_eq!(told["status"], "failed", "{answer}");
    assert_eq!((&told["pass"], &told["fail"], &told["skip"]), (&json!(1), &json!(1), &json!(1)));
    let failure = &told["failure_locations"][0];
    assert_eq!(failure["name"], "test_sample.py::TestGroup::test_bad[a - b]");
    assert_eq!(failure["range"]["start"], json!({"line": 11, "col": 0}));
}

#[test]
fn cargo_is_run_and_read() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(
        folder.path().join("Cargo.toml"),
        "[package]\nname = \"sample\"\nversion = \"0.1.0\"\nedition = \"2021\"\n[workspace]\n",
    )
    .unwrap();
    fs::create_dir(folder.path().join("src")).unwrap();
    let text = "use std::io::Write;\n\
        #[test]\nfn good() {\n    let told = \"\\nrunning 7 tests\\n\\ntest result: ok. 7 passed; \
        0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\\n\\n\";\n    \
        std::io::stdout().write_all(told.as_bytes()).unwrap();\n}\n\
        #[test]\nfn bad() {\n    panic!(\"no\");\n}\n\
        #[test]\n#[ignore]\nfn later() {}\n";
    fs::write(folder.path().join("src/lib.rs"), text).unwrap();
    let target = folder.path().join("target");
    let environment = json!({"CARGO_TARGET_DIR": target.to_str().unwrap()});
    let answer = call(folder.path(), "run", &json!({"parallel": 1, "env": environment}));
    let told = &answer["data"];
    assert_eq!(told["status"], "failed", "{answer}");
    assert_eq!((&told["pass"], &told["fail"], &told["skip"]), (&json!(1), &json!(1), &json!(1)));
    assert_eq!(told["failure_locations"][0]["name"], "bad");
    assert_eq!(told["failure_locations"][0]["range"]["start"], json!({"line": 8, "col": 0}));
}

fn call(root: &Path, action: &str, params: &Value) -> Value {
    let environment: BTreeMap<String, String> = env::vars().collect();
    let toolbox = Toolbox::new([hanzo_tool_proc::tool(), tool()], environment);
    let params = params.as_object().unwrap();
    let root = root.to_str().unwrap();
    let answer = toolbox.call(root, "test", Some(action), params, None).unwrap();
    serde_json::to_value(answer).unwrap()
}

#[test]
fn node_is_run_and_read() {
    if !is_there("node") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let text = "import { test } from \"node:test\";\n\
        test(\"good\", () => {});\n\
        test(\"bad\", () => { throw new Error(\"no\"); });\n";
    fs::write(folder.path().join("a.test.mjs"), text).unwrap();
    let answer = call(folder.path(), "run", &json!({"parallel": 1}));
    let told = &answer["data"];
    assert_eq!(told["status"], "failed", "{answer}");
    assert_eq!((&told["pass"], &told["fail"], &told["skip"]), (&json!(1), &json!(1), &json!(0)));
    assert_eq!(told["failure_locations"][0]["name"], "bad");
    assert_eq!(told["failure_locations"][0]["range"]["start"], json!({"line": 2, "col": 0}));
}

#[test]
fn a_link_leads_to_no_suite() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("real")).unwrap();
    fs::write(folder.path().join("real/Cargo.toml"), "").unwrap();
    std::os::unix::fs::symlink("real", folder.path().join("link")).unwrap();
    let listed = call(folder.path(), "list", &json!({}));
    assert_eq!(listed["data"]["suites"].as_array().unwrap().len(), 1);
    let answer = call(folder.path(), "run", &json!({"suite": "cargo:link"}));
    assert_eq!(answer["error"]["code"], "NOT_FOUND");
}
