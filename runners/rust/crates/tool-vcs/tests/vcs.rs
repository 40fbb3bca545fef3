//! The tool against git itself, and what the repository of a vector cannot show.

use std::collections::BTreeMap;
use std::env;
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{symlink, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use hanzo_tools::Toolbox;
use serde_json::{json, Value};
use tempfile::TempDir;

const WHO: [(&str, &str); 4] = [
    ("GIT_AUTHOR_NAME", "A"),
    ("GIT_AUTHOR_EMAIL", "a@example.org"),
    ("GIT_COMMITTER_NAME", "C"),
    ("GIT_COMMITTER_EMAIL", "c@example.org"),
];

struct Repository {
    _folder: TempDir,
    root: PathBuf,
}

impl Repository {
    fn unborn() -> Self {
        let folder = TempDir::new().unwrap();
        let root = folder.path().canonicalize().unwrap();
        let made = Self { _folder: folder, root };
        made.git(&["init", "--quiet", "--initial-branch=main"]);
        made
    }

    fn new() -> Self {
        let made = Self::unborn();
        made.write("a.txt", "1\n2\n3\n");
        made.write("b.txt", "b\n");
        made.commit_all();
        made
    }

    /// Git as a person would run it; none when it fails.
    fn try_git(&self, words: &[&str]) -> Option<String> {
        let ended = Command::new("git")
            .args(words)
            .current_dir(&self.root)
            .env_clear()
            .env("PATH", env::var_os("PATH").unwrap())
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .env("GIT_CONFIG_SYSTEM", "/dev/null")
            .envs(WHO)
            .stdin(Stdio::null())
            .output()
            .unwrap();
        ended.status.success().then(|| String::from_utf8(ended.stdout).unwrap())
    }

    fn git(&self, words: &[&str]) -> String {
        self.try_git(words).unwrap_or_else(|| panic!("git {words:?}"))
    }

    fn commit_all(&self) {
        self.git(&["add", "--all"]);
        self.git(&["commit", "--quiet", "--allow-empty", "--message=all"]);
    }

    fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        fs::write(self.root.join(name), content).unwrap();
    }

    fn uri(&self, name: &str) -> String {
        format!("file://{}/{name}", self.root.display())
    }

    fn data(&self, action: &str, params: &Value) -> Value {
        let answer = ask(&self.root, &with_path(&WHO), action, params);
        assert_eq!(answer["ok"], true, "{answer}");
        answer["data"].clone()
    }

    fn details(&self, action: &str, params: &Value) -> Value {
        ask(&self.root, &with_path(&WHO), action, params)["error"]["details"].clone()
    }
}

fn with_path(variables: &[(&str, &str)]) -> BTreeMap<String, String> {
    let mut environment: BTreeMap<String, String> =
        variables.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    environment.entry("PATH".to_owned()).or_insert_with(|| env::var("PATH").unwrap());
    environment
}

fn ask(root: &Path, environment: &BTreeMap<String, String>, action: &str, params: &Value) -> Value {
    let toolbox = Toolbox::new([hanzo_tool_vcs::tool()], environment.clone());
    let params = params.as_object().unwrap();
    let answer = toolbox.call(root.to_str().unwrap(), "vcs", Some(action), params, None);
    serde_json::to_value(answer.unwrap()).unwrap()
}

#[test]
fn a_diff_applied_elsewhere_gives_the_same_files() {
    let contents: [&[u8]; 8] = [
        b"",
        b"a",
        b"a\n",
        b"a\r\nb\n",
        "é😀\n".as_bytes(),
        b"diff --git a/f b/f\n* Unmerged path f\n",
        b"\x00\x01\xff",
        b"caf\xe9\n",
    ];
    for before in contents {
        let (first, second) = (Repository::unborn(), Repository::unborn());
        let names: Vec<String> = (0..contents.len()).map(|at| format!("f {at}\"é")).collect();
        for name in &names {
            first.write(name, before);
            second.write(name, before);
        }
        first.commit_all();
        second.commit_all();
        for (name, content) in names.iter().zip(contents) {
            first.write(name, content);
        }
        let told = first.data("diff", &json!({}));
        let patch = if told["patch"].is_null() {
            json!({"patch_b64": told["patch_b64"]})
        } else {
            json!({"patch": told["patch"]})
        };
        second.data("apply", &patch);
        for name in &names {
            let expected = fs::read(first.root.join(name)).unwrap();
            assert_eq!(fs::read(second.root.join(name)).unwrap(), expected);
        }
    }
}

#[test]
fn a_log_with_merges_is_that_of_git() {
    let repository = Repository::new();
    for side in ["one", "two"] {
        repository.git(&["checkout", "--quiet", "-b", side]);
        repository.write(side, side);
        repository.commit_all();
        repository.git(&["checkout", "--quiet", "main"]);
        repository.git(&["merge", "--quiet", "--no-ff", "--message=m", side]);
    }
    let told = repository.data("log", &json!({}));
    let found: Vec<&str> = told["commits"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| item["commit"].as_str().unwrap())
        .collect();
    let expected = repository.git(&["log", "--topo-order", "--format=%H"]);
    assert_eq!(found, expected.lines().collect::<Vec<_>>());
}

#[test]
fn conflicts_are_told_and_stand_in_the_way() {
    let repository = Repository::new();
    repository.git(&["checkout", "--quiet", "-b", "other"]);
    repository.write("a.txt", "1\ntheirs\n3\n");
    repository.commit_all();
    repository.git(&["checkout", "--quiet", "main"]);
    repository.write("a.txt", "1\nours\n3\n");
    repository.commit_all();
    assert_eq!(repository.try_git(&["merge", "--quiet", "other"]), None);
    let files = &repository.data("status", &json!({}))["files"];
    assert_eq!(files[0]["conflict"], true);
    assert_eq!(files[0]["index"], "unmerged");
    let diff = repository.data("diff", &json!({}));
    assert!(diff["files"][0]["patch"].as_str().unwrap().contains("\n+<<<<<<< HEAD\n ours\n"));
    assert_eq!(repository.data("diff", &json!({"staged": true}))["files"], json!([]));
    let unmerged = json!({"reason": "unmerged"});
    assert_eq!(repository.details("commit", &json!({"message": "x"})), unmerged);
    assert_eq!(repository.details("checkout", &json!({"ref": "other"})), unmerged);
    repository.write("a.txt", "1\nboth\n3\n");
    repository.git(&["add", "a.txt"]);
    let part = json!({"message": "x", "files": [repository.uri("a.txt")]});
    assert_eq!(repository.details("commit", &part), json!({"reason": "merge"}));
    let made = repository.data("commit", &json!({"message": "x"}));
    assert_eq!(made["parents"].as_array().unwrap().len(), 2);
}

#[test]
fn before_the_first_commit_there_is_a_branch_and_no_commit() {
    let repository = Repository::unborn();
    let head = repository.data("status", &json!({}));
    assert_eq!((&head["branch"], &head["commit"]), (&json!("main"), &Value::Null));
    assert_eq!(repository.data("log", &json!({})), json!({"commits": []}));
    repository.write("f", "x");
    let params = json!({"message": "x", "files": [repository.uri("f")]});
    assert_eq!(repository.data("commit", &params)["parents"], json!([]));
}

#[test]
fn nothing_that_the_repository_brings_along_runs_and_its_settings_change_nothing() {
    let repository = Repository::new();
    let aside = TempDir::new().unwrap();
    let (ran, script) = (aside.path().join("ran"), aside.path().join("script"));
    fs::write(&script, format!("#!/bin/sh\necho x >> {}\nexit 1\n", ran.display())).unwrap();
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
    let hooks = repository.root.join(".git/hooks");
    fs::create_dir_all(&hooks).unwrap();
    for hook in ["pre-commit", "commit-msg", "post-checkout", "reference-transaction"] {
        symlink(&script, hooks.join(hook)).unwrap();
    }
    repository.write("a.txt", "1\n2\nIII\n");
    let plain = repository.data("diff", &json!({}));
    let script = script.to_str().unwrap();
    for (name, value) in [
        ("core.fsmonitor", script),
        ("core.pager", script),
        ("diff.external", script),
        ("gpg.program", script),
        ("commit.gpgSign", "true"),
        ("diff.noprefix", "true"),
        ("core.quotePath", "true"),
        ("diff.context", "0"),
        ("color.ui", "always"),
        ("core.worktree", "/"),
    ] {
        repository.git(&["config", name, value]);
    }
    assert_eq!(repository.data("diff", &json!({})), plain);
    repository.data("commit", &json!({"message": "x", "files": [repository.uri("")]}));
    repository.data("checkout", &json!({"ref": "HEAD~1"}));
    assert!(!ran.exists());
}

#[test]
fn variables_of_the_server_do_not_lead_git_elsewhere() {
    let repository = Repository::new();
    let led = with_path(&[("GIT_DIR", "/none"), ("GIT_WORK_TREE", "/none")]);
    let answer = ask(&repository.root, &led, "status", &json!({}));
    assert_eq!(answer["data"]["files"], json!([]));
}

#[test]
fn a_repository_elsewhere_is_refused() {
    let repository = Repository::new();
    let folder = TempDir::new().unwrap();
    let root = folder.path().canonicalize().unwrap();
    let place = root.join(".git");
    let refused = json!({"uri": format!("file://{}", place.display())});
    symlink(repository.root.join(".git"), &place).unwrap();
    let answer = ask(&root, &with_path(&WHO), "status", &json!({}));
    assert_eq!(answer["error"]["code"], "PERMISSION_DENIED");
    assert_eq!(answer["error"]["details"], refused);
    fs::remove_file(&place).unwrap();
    fs::write(&place, format!("gitdir: {}/.git\n", repository.root.display())).unwrap();
    let answer = ask(&root, &with_path(&WHO), "status", &json!({}));
    assert_eq!(answer["error"]["details"], refused);
}

#[test]
fn what_is_missing_is_said() {
    let repository = Repository::new();
    let none = with_path(&[("PATH", "/none")]);
    let answer = ask(&repository.root, &none, "status", &json!({}));
    assert_eq!(answer["error"]["code"], "UNSUPPORTED");
    assert_eq!(answer["error"]["details"], json!({"missing": "git"}));
    repository.write("a.txt", "x");
    let params = json!({"message": "x", "files": [repository.uri("a.txt")]});
    let answer = ask(&repository.root, &with_path(&[]), "commit", &params);
    assert_eq!(answer["error"]["details"], json!({"missing": "identity"}));
}

#[test]
fn names_that_are_no_text_are_counted() {
    let repository = Repository::new();
    fs::write(repository.root.join(OsStr::from_bytes(b"caf\xe9")), "x").unwrap();
    let told = repository.data("status", &json!({}));
    assert_eq!((&told["files"], &told["skipped"]), (&json!([]), &json!(1)));
}

#[test]
fn a_signal_that_ends_git_leaves_it_no_exit_code() {
    let repository = Repository::new();
    let tools = TempDir::new().unwrap();
    let script = tools.path().join("git");
    for (end, told) in [("kill -ABRT $$", json!(null)), ("exit 77", json!(77))] {
        fs::write(&script, format!("#!/bin/sh\n{end}\n")).unwrap();
        fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
        let path = format!("{}:{}", tools.path().display(), env::var("PATH").unwrap());
        let environment = BTreeMap::from([("PATH".to_owned(), path)]);
        let answer = ask(&repository.root, &environment, "status", &json!({}));
        assert_eq!(answer["error"]["code"], "ERROR", "{answer}");
        assert_eq!(answer["error"]["details"], json!({"exit_code": told}));
    }
}
