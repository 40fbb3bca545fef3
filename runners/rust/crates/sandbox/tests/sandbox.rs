//! Sandboxes on a file system, and plans as values.

use std::fs;
use std::os::unix::fs::symlink;

use hanzo_sandbox::{
    decide_mode, detect, make_plan, resolve, Enforcement, Features, Mode, Place, Platform, Reason,
    Runtime, Sandbox, SandboxConfig, SandboxError, Signs,
};
use tempfile::TempDir;

fn config(mode: Mode, allowed: &[&str]) -> SandboxConfig {
    SandboxConfig { mode, allowed_paths: allowed.iter().map(|&path| path.to_owned()).collect() }
}

fn workspace() -> (TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().canonicalize().unwrap().to_str().unwrap().to_owned();
    (folder, path)
}

type Link = Result<Option<String>, SandboxError>;

#[test]
fn a_walk_follows_links_as_it_meets_them() {
    let nothing = |_: &str| -> Link { Ok(None) };
    let link = |place: &str| Ok((place == "/a/l").then(|| "../b/c".to_owned()));
    assert_eq!(resolve("l/../d", "/a", link).unwrap(), "/b/d");
    assert_eq!(resolve("../../..", "/a", nothing).unwrap(), "/");
    assert_eq!(resolve("//a/./b/", "/", nothing).unwrap(), "/a/b");
}

#[test]
fn what_is_no_path_is_refused_by_its_code() {
    let nothing = |_: &str| -> Link { Ok(None) };
    for path in ["", "a\0", &"x".repeat(4097)] {
        assert_eq!(resolve(path, "/", nothing).unwrap_err().code(), "SANDBOX_PATH");
    }
    assert_eq!(resolve("/a", "work", nothing).unwrap_err().code(), "SANDBOX_PATH");
    let round = |_: &str| Ok(Some(".".to_owned()));
    assert_eq!(resolve(&"a/".repeat(41), "/", round), Err(SandboxError::Loop));
    assert_eq!(resolve(&"a/".repeat(40), "/", round).unwrap(), "/");
}

#[test]
fn the_first_sign_of_a_container_counts() {
    let signs = Signs { cgroup: Some("0::/docker/kubepods".into()), ..Signs::default() };
    assert_eq!(detect(&signs), Some(Runtime::K8s));
    let signs = Signs { cgroup: Some("0::/".into()), containerenv: true, ..Signs::default() };
    assert_eq!(detect(&signs), Some(Runtime::Podman));
    assert_eq!(detect(&Signs::default()), None);
}

#[test]
fn a_container_decides_where_nobody_has() {
    assert_eq!(decide_mode(None, Some(Runtime::Docker)), Mode::Off);
    assert_eq!(decide_mode(None, None), Mode::Workspace);
    assert_eq!(decide_mode(Some(Mode::Allowlist), Some(Runtime::Docker)), Mode::Allowlist);
}

#[test]
fn a_plan_takes_the_best_that_there_is() {
    let place = Place { roots: vec!["/w".into()], tmp: "/t".into(), cwd: "/w".into() };
    let command = ["make".to_owned()];
    let plan = |features: Features| {
        make_plan(Mode::Workspace, Platform::Linux, &features, &place, &command)
    };
    let all = Features {
        bwrap: true,
        namespace: true,
        seccomp: true,
        landlock: 7,
        ..Features::default()
    };
    assert_eq!(plan(all).enforcement, Enforcement::Bwrap);
    let few = Features { bwrap: false, ..all };
    assert_eq!(plan(few).enforcement, Enforcement::Namespace);
    assert_eq!(plan(Features { namespace: false, ..few }).enforcement, Enforcement::Landlock);
    assert_eq!(plan(Features { seccomp: false, ..few }).enforcement, Enforcement::Path);
}

#[test]
fn a_sandbox_denies_what_lies_outside_by_its_reason() {
    let (folder, path) = workspace();
    symlink("/etc", folder.path().join("out")).unwrap();
    symlink("round", folder.path().join("round")).unwrap();
    let sandbox = Sandbox::new(Some(&config(Mode::Workspace, &[])), &path).unwrap();
    assert!(sandbox.check_path("new/file"));
    assert_eq!(sandbox.judge("out/passwd").reason, Some(Reason::Outside));
    assert_eq!(sandbox.judge("round").reason, Some(Reason::Loop));
    assert_eq!(sandbox.judge("").reason, Some(Reason::Path));
    assert!(!sandbox.check_path(&format!("{path}x")));
    assert_eq!(sandbox.refusal("../x").unwrap(), "path outside sandbox: ../x");
    assert_eq!(sandbox.refusal("x"), None);
}

#[test]
fn a_root_that_becomes_a_link_does_not_move() {
    let (folder, path) = workspace();
    let inner = format!("{path}/w");
    fs::create_dir(&inner).unwrap();
    let sandbox = Sandbox::new(Some(&config(Mode::Workspace, &[])), &inner).unwrap();
    assert!(sandbox.check_path("a"));
    fs::remove_dir(&inner).unwrap();
    symlink("/etc", folder.path().join("w")).unwrap();
    assert!(!sandbox.check_path("passwd"));
    assert!(!sandbox.check_path("/etc/passwd"));
}

#[test]
fn a_link_that_says_no_text_leads_nowhere() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let (folder, path) = workspace();
    // File systems of macOS have no such names.
    if symlink(OsStr::from_bytes(b"\xff"), folder.path().join("odd")).is_err() {
        return;
    }
    let sandbox = Sandbox::new(Some(&config(Mode::Off, &[])), &path).unwrap();
    assert_eq!(sandbox.judge("odd").reason, Some(Reason::Path));
}

#[test]
fn a_workspace_that_leads_nowhere_is_refused() {
    let (folder, path) = workspace();
    symlink("w", folder.path().join("w")).unwrap();
    for workspace in [format!("{path}/w"), "w".to_owned(), String::new()] {
        let refused = Sandbox::new(Some(&config(Mode::Off, &[])), &workspace).unwrap_err();
        assert_eq!(refused.code(), "SANDBOX_PATH");
    }
}

#[test]
fn a_plan_has_the_roots_that_are_there() {
    let (_folder, path) = workspace();
    fs::create_dir(format!("{path}/a")).unwrap();
    let allowed = config(Mode::Allowlist, &["b", "a"]);
    let sandbox = Sandbox::new(Some(&allowed), &path).unwrap();
    assert_eq!(sandbox.roots(), [format!("{path}/b"), format!("{path}/a")]);
    let features = Features { bwrap: true, ..Features::default() };
    symlink("a", format!("{path}/t")).unwrap();
    let plan = sandbox.plan(&["true".to_owned()], &format!("{path}/t"), &features);
    if Platform::of_this_machine() == Platform::Linux {
        let argv = plan.argv.join(" ");
        assert!(
            argv.contains(&format!("--bind {path}/a {path}/a"))
                && !argv.contains(&format!("{path}/b"))
        );
        assert!(argv.ends_with(&format!("--chdir {path} -- true")));
    }
    assert_eq!(plan.env["TMPDIR"], format!("{path}/a"));
}
