//! What lies in a workspace and what does not.

use std::fs;
use std::io::ErrorKind;
use std::os::unix::fs::symlink;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use hanzo_tools::{told_by_system, Workspace};
use serde_json::json;
use tempfile::TempDir;

struct Places {
    _kept: TempDir,
    root: PathBuf,
    inside: PathBuf,
    outside: PathBuf,
}

/// A workspace, and a folder beside it with a secret.
fn places() -> Places {
    let kept = tempfile::tempdir().unwrap();
    let root = kept.path().canonicalize().unwrap();
    let (inside, outside) = (root.join("inside"), root.join("outside"));
    fs::create_dir(&inside).unwrap();
    fs::create_dir(&outside).unwrap();
    fs::write(outside.join("secret.txt"), "secret\n").unwrap();
    Places { _kept: kept, root, inside, outside }
}

impl Places {
    fn workspace(&self) -> Workspace {
        Workspace::new(self.inside.to_str().unwrap())
    }
}

#[test]
fn a_path_in_the_folder_is_located_whether_it_exists_or_not() {
    let places = places();
    let workspace = places.workspace();
    let uri = workspace.uri(&places.inside.join("a/b"));
    assert_eq!(workspace.locate(&uri).unwrap(), places.inside.join("a/b"));
}

#[test]
fn a_link_that_leads_out_is_refused_and_one_that_stays_is_followed() {
    let places = places();
    let workspace = places.workspace();
    symlink("..", places.inside.join("out")).unwrap();
    symlink("there", places.inside.join("in")).unwrap();
    let out = workspace.uri(&places.inside.join("out/secret"));
    assert_eq!(workspace.locate(&out).unwrap_err().code, "PERMISSION_DENIED");
    let inside = workspace.uri(&places.inside.join("in/file"));
    assert_eq!(workspace.locate(&inside).unwrap(), places.inside.join("there/file"));
}

#[test]
fn a_workspace_named_through_a_link_has_its_canonical_root() {
    let places = places();
    symlink("inside", places.root.join("link")).unwrap();
    let workspace = Workspace::new(places.root.join("link").to_str().unwrap());
    assert_eq!(workspace.root(), places.inside);
}

#[test]
fn a_path_of_very_many_names_is_located_at_once() {
    let places = places();
    let (workspace, root) = (places.workspace(), places.inside.display());
    let begun = Instant::now();
    for name in ["a/", "../", "a/../", "./", "/"] {
        let _ = workspace.locate_entry(&format!("file://{root}/{}", name.repeat(300_000)));
    }
    // To ask the system at each of them, with all before it, would take minutes.
    assert!(begun.elapsed() < Duration::from_secs(60));
}

#[test]
fn links_are_followed_behind_names_that_lead_back() {
    let places = places();
    symlink("/", places.inside.join("outwards")).unwrap();
    let far = "a/".repeat(3000) + &"../".repeat(3000);
    symlink("there", places.inside.join("inwards")).unwrap();
    let (workspace, start) = (places.workspace(), places.inside.join(far));
    assert_eq!(workspace.canonical(&start.join("outwards/x")), None);
    assert_eq!(workspace.canonical(&start.join("inwards/x")), Some(places.inside.join("there/x")));
}

#[test]
fn an_entry_keeps_the_link_at_its_end_and_no_other() {
    let places = places();
    let workspace = places.workspace();
    fs::create_dir(places.inside.join("d")).unwrap();
    symlink("d", places.inside.join("link")).unwrap();
    symlink("a", places.inside.join("d/leaf")).unwrap();
    let uri = workspace.uri(&places.inside.join("link/leaf"));
    assert_eq!(workspace.locate_entry(&uri).unwrap(), places.inside.join("d/leaf"));
    assert_eq!(workspace.locate(&uri).unwrap(), places.inside.join("d/a"));
}

#[test]
fn a_link_outside_that_leads_in_names_what_is_inside() {
    let places = places();
    symlink(places.inside.join("a"), places.outside.join("back")).unwrap();
    let uri = places.workspace().uri(&places.outside.join("back"));
    assert_eq!(places.workspace().locate_entry(&uri).unwrap(), places.inside.join("a"));
}

#[test]
fn links_in_a_circle_are_refused() {
    let places = places();
    symlink("two", places.inside.join("one")).unwrap();
    symlink("one", places.inside.join("two")).unwrap();
    let uri = places.workspace().uri(&places.inside.join("one"));
    assert_eq!(places.workspace().locate(&uri).unwrap_err().code, "PERMISSION_DENIED");
}

#[test]
fn a_violation_is_reported_at_the_pointer_of_the_parameter() {
    let problem = places().workspace().locate_at("a", "/path").unwrap_err();
    let details = problem.details.unwrap();
    assert_eq!(details["violations"], json!([{"pointer": "/path", "rule": "uri"}]));
}

#[test]
fn a_folder_that_becomes_a_link_after_it_was_judged_is_not_entered() {
    let places = places();
    let workspace = places.workspace();
    fs::create_dir(places.inside.join("d")).unwrap();
    let uri = workspace.uri(&places.inside.join("d/secret.txt"));
    let located = workspace.locate(&uri).unwrap();
    fs::remove_dir(places.inside.join("d")).unwrap();
    symlink(&places.outside, places.inside.join("d")).unwrap();
    let problem = workspace.open(&located).unwrap_err();
    assert_eq!(told_by_system(&uri, &problem).code, "PERMISSION_DENIED");
}

#[test]
fn a_file_that_becomes_a_link_after_it_was_judged_is_not_opened() {
    let places = places();
    let workspace = places.workspace();
    let uri = workspace.uri(&places.inside.join("a"));
    let located = workspace.locate(&uri).unwrap();
    symlink(places.outside.join("secret.txt"), places.inside.join("a")).unwrap();
    let problem = workspace.open(&located).unwrap_err();
    assert_eq!(told_by_system(&uri, &problem).code, "PERMISSION_DENIED");
}

#[test]
fn a_place_stays_the_same_when_folders_are_moved_meanwhile() {
    let places = places();
    let workspace = places.workspace();
    fs::create_dir(places.inside.join("d")).unwrap();
    fs::write(places.inside.join("d/a"), "inside\n").unwrap();
    fs::write(places.outside.join("a"), "outside\n").unwrap();
    let place = workspace.place(&places.inside.join("d/a")).unwrap();
    fs::rename(places.inside.join("d"), places.inside.join("moved")).unwrap();
    symlink(&places.outside, places.inside.join("d")).unwrap();
    assert_eq!(std::io::read_to_string(place.open().unwrap()).unwrap(), "inside\n");
}

#[test]
fn what_the_system_says_becomes_a_code_with_the_place() {
    let expected = [
        (ErrorKind::NotFound, "NOT_FOUND"),
        (ErrorKind::AlreadyExists, "EXISTS"),
        (ErrorKind::PermissionDenied, "PERMISSION_DENIED"),
    ];
    for (kind, code) in expected {
        let told = told_by_system("file:///a", &kind.into());
        assert_eq!(told.code, code);
        assert_eq!(told.details.unwrap()["uri"], "file:///a");
    }
    assert_eq!(told_by_system("file:///a", &ErrorKind::TimedOut.into()).code, "ERROR");
}
