//! The tool in repositories that lead out of the workspace, or that run what they bring along.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::os::unix::fs::{symlink, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use hanzo_tools::Toolbox;
use serde_json::{json, Value};
use tempfile::TempDir;

/// The workspace of a test that was started to be killed.
const VICTIM: &str = "HANZO_TEST_VICTIM";

struct Repository {
    around: TempDir,
    root: PathBuf,
}

impl Repository {
    fn new() -> Self {
        let around = TempDir::new().unwrap();
        let root = around.path().canonicalize().unwrap().join("root");
        fs::create_dir(&root).unwrap();
        let made = Self { around, root };
        made.git(&["init", "--quiet", "--initial-branch=main"]);
        made.write("a.txt", "1\n2\n3\n");
        made.git(&["add", "--all"]);
        made.git(&["commit", "--quiet", "--message=all"]);
        made
    }

    fn git(&self, words: &[&str]) -> String {
        let ended = Command::new("git")
            .args(words)
            .current_dir(&self.root)
            .env_clear()
            .envs(environment())
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .env("GIT_CONFIG_SYSTEM", "/dev/null")
            .stdin(Stdio::null())
            .output()
            .unwrap();
        assert!(ended.status.success(), "git {words:?}");
        String::from_utf8(ended.stdout).unwrap()
    }

    fn write(&self, name: &str, content: &str) {
        fs::write(self.root.join(name), content).unwrap();
    }

    fn ask(&self, action: &str, params: &Value) -> Value {
        ask(&self.root, &environment(), action, params)
    }

    fn is_fine(&self, action: &str, params: &Value) {
        let answer = self.ask(action, params);
        assert_eq!(answer["ok"], true, "{action} {answer}");
    }

    /// Every action is refused for a place that leads out.
    fn is_denied(&self, place: &str) {
        let uri = format!("file://{}/{place}", self.root.display());
        let patch = "--- /dev/null\n+++ b/new\n@@ -0,0 +1 @@\n+x\n";
        let everything = format!("file://{}", self.root.display());
        for (action, params) in [
            ("status", json!({})),
            ("diff", json!({})),
            ("log", json!({})),
            ("checkout", json!({"ref": "main"})),
            ("branch", json!({"op": "create", "name": "x"})),
            ("commit", json!({"message": "x", "files": [everything]})),
            ("apply", json!({"patch": patch})),
        ] {
            let told = &self.ask(action, &params)["error"];
            assert_eq!(told["code"], "PERMISSION_DENIED", "{action} {place}");
            assert_eq!(told["details"], json!({"uri": uri}), "{action}");
        }
        assert!(!self.root.join("new").exists());
    }
}

fn environment() -> BTreeMap<String, String> {
    let mut found: BTreeMap<String, String> = BTreeMap::new();
    for role in ["AUTHOR", "COMMITTER"] {
        found.insert(format!("GIT_{role}_NAME"), role.to_owned());
        found.insert(format!("GIT_{role}_EMAIL"), "a@example.org".to_owned());
    }
    found.insert("PATH".to_owned(), env::var("PATH").unwrap());
    found
}

fn ask(root: &Path, environment: &BTreeMap<String, String>, action: &str, params: &Value) -> Value {
    let toolbox = Toolbox::new([hanzo_tool_vcs::tool()], environment.clone());
    let params = params.as_object().unwrap();
    let answer = toolbox.call(root.to_str().unwrap(), "vcs", Some(action), params, None);
    serde_json::to_value(answer.unwrap()).unwrap()
}

#[test]
fn a_link_in_the_repository_that_leads_out_is_refused() {
    for name in ["objects", "refs", "logs", "index", "COMMIT_EDITMSG", "refs/heads/main"] {
        let repository = Repository::new();
        let place = repository.root.join(".git").join(name);
        let away = repository.around.path().join("away");
        if place.exists() {
            fs::rename(&place, &away).unwrap();
        }
        symlink(&away, &place).unwrap();
        repository.is_denied(&format!(".git/{name}"));
    }
}

#[test]
fn alternates_and_included_settings_stay_inside() {
    let repository = Repository::new();
    let config = fs::read_to_string(repository.root.join(".git/config")).unwrap();
    for section in ["include", "includeIf \"gitdir:/\""] {
        for path in ["../../away", "~/away", "/etc/gitconfig"] {
            repository.write(".git/config", &format!("{config}[{section}]\n\tpath = {path}\n"));
            repository.is_denied(".git/config");
        }
    }
    repository.write(".git/config", &format!("{config}[include]\n\tpath = ../settings\n"));
    repository.write("settings", "[INCLUDE]\n path = /etc/gitconfig\n");
    repository.is_denied("settings");
    repository.write("settings", "[core]\n");
    repository.is_fine("status", &json!({}));
    for named in ["/etc", "../../../other", "\"/etc\""] {
        repository.write(".git/objects/info/alternates", &format!("# a comment\n{named}\n"));
        repository.is_denied(".git/objects/info/alternates");
    }
    fs::create_dir(repository.root.join("other")).unwrap();
    repository.write(".git/objects/info/alternates", "../../other\n");
    repository.is_fine("log", &json!({}));
    symlink("/etc", repository.root.join("other/out")).unwrap();
    repository.is_denied("other/out");
}

#[test]
fn who_only_looks_runs_no_filter() {
    let repository = Repository::new();
    let (ran, script) =
        (repository.around.path().join("ran"), repository.around.path().join("script"));
    fs::write(&script, format!("#!/bin/sh\necho ran >> {}\ncat\n", ran.display())).unwrap();
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
    repository.git(&["config", "filter.a=b.clean", script.to_str().unwrap()]);
    repository.git(&["config", "filter.a=b.required", "true"]);
    repository.write(".gitattributes", "a.txt filter=a=b\n");
    repository.write("a.txt", "1\n2\nIII\n");
    repository.is_fine("status", &json!({}));
    let told = repository.ask("diff", &json!({}));
    assert!(told["data"]["patch"].as_str().unwrap().contains("+III"));
    assert!(!ran.exists());
    let file = format!("file://{}/a.txt", repository.root.display());
    repository.is_fine("commit", &json!({"message": "x", "files": [file]}));
    assert!(ran.exists());
}

#[test]
fn pipes_keep_nobody_waiting() {
    let repository = Repository::new();
    let pipe = |name: &str| {
        let made = Command::new("mkfifo").arg(repository.root.join(name)).status().unwrap();
        assert!(made.success());
    };
    pipe(".gitignore");
    let told = &repository.ask("status", &json!({}))["error"];
    let uri = format!("file://{}/.gitignore", repository.root.display());
    assert_eq!((&told["code"], &told["details"]), (&json!("UNSUPPORTED"), &json!({"uri": uri})));
    fs::remove_file(repository.root.join(".gitignore")).unwrap();
    pipe(".git/FETCH_HEAD");
    repository.is_denied(".git/FETCH_HEAD");
}

#[test]
fn a_tag_with_the_name_of_the_branch_changes_no_name() {
    let repository = Repository::new();
    repository.git(&["tag", "main"]);
    let told = repository.ask("branch", &json!({"op": "delete", "name": "main"}));
    assert_eq!(told["error"]["details"], json!({"reason": "current"}));
    let told = repository.ask("checkout", &json!({"ref": "main"}));
    assert_eq!(told["data"]["previous_branch"], "main");
}

#[test]
fn a_commit_that_fails_leaves_what_was_staged() {
    let repository = Repository::new();
    repository.write("a.txt", "staged\n");
    repository.git(&["add", "a.txt"]);
    repository.git(&["config", "filter.x.clean", "false"]);
    repository.git(&["config", "filter.x.required", "true"]);
    repository.write(".gitattributes", "a.txt filter=x\n");
    repository.write("a.txt", "later\n");
    let file = format!("file://{}/a.txt", repository.root.display());
    let told = repository.ask("commit", &json!({"message": "x", "files": [file]}));
    assert_eq!(told["error"]["code"], "ERROR");
    assert_eq!(repository.git(&["show", ":a.txt"]), "staged\n");
    assert!(!repository.root.join(".git/index.lock").exists());
}

#[test]
fn files_that_settings_name_and_that_are_missing_are_no_matter() {
    let repository = Repository::new();
    repository.git(&["config", "diff.orderFile", "missing"]);
    repository.git(&["config", "core.excludesFile", "~/none"]);
    repository.write("a.txt", "x\n");
    for action in ["status", "diff", "log"] {
        repository.is_fine(action, &json!({}));
    }
    let file = format!("file://{}/a.txt", repository.root.display());
    repository.is_fine("commit", &json!({"message": "x", "files": [file]}));
}

/// Not a test by itself: the next one starts it as a program, and kills it.
#[test]
fn asks_until_it_is_killed() {
    let Some(root) = env::var_os(VICTIM) else { return };
    ask(Path::new(&root), &environment(), "status", &json!({}));
}

#[test]
fn git_ends_with_who_asked() {
    let repository = Repository::new();
    let (tools, pid) =
        (repository.around.path().join("tools"), repository.around.path().join("pid"));
    fs::create_dir(&tools).unwrap();
    // Its input ends when it is guarded.
    let words = "#!/bin/sh\ncat >/dev/null; sleep 300 & echo $!";
    let script = format!("{words} > {}; wait\n", pid.display());
    fs::write(tools.join("git"), script).unwrap();
    fs::set_permissions(tools.join("git"), fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:{}", tools.display(), env::var("PATH").unwrap());
    let mut asking = Command::new(env::current_exe().unwrap())
        .args(["--exact", "asks_until_it_is_killed"])
        .env(VICTIM, &repository.root)
        .env("PATH", path)
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let started = || fs::read_to_string(&pid).unwrap_or_default();
    wait_until(|| started().ends_with('\n'));
    asking.kill().unwrap();
    asking.wait().unwrap();
    let place = PathBuf::from(format!("/proc/{}/stat", started().trim()));
    wait_until(|| !place.exists());
}

fn wait_until(holds: impl Fn() -> bool) {
    for _ in 0..6000 {
        if holds() {
            return;
        }
        sleep(Duration::from_millis(10));
    }
    panic!("it takes too long");
}
