//! Nothing outside of the workspace changes or shows while a folder is swapped for a link.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{symlink, MetadataExt};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use hanzo_envelope::Envelope;
use hanzo_tools::Toolbox;
use serde_json::{json, Value};
use tempfile::TempDir;

const ROUNDS: usize = 500;

struct Places {
    _kept: TempDir,
    inside: PathBuf,
    outside: PathBuf,
}

fn places() -> Places {
    let kept = tempfile::tempdir().unwrap();
    let root = kept.path().canonicalize().unwrap();
    let (inside, outside) = (root.join("inside"), root.join("outside"));
    fs::create_dir(&inside).unwrap();
    fs::create_dir_all(outside.join("e")).unwrap();
    fs::write(outside.join("secret.txt"), "secret\n").unwrap();
    fs::write(outside.join("e/kept.txt"), "kept\n").unwrap();
    Places { _kept: kept, inside, outside }
}

/// What would show that somebody touched an entry: mode, time of change, content.
type Trace = (PathBuf, u32, i64, i64, Option<Vec<u8>>);

/// The traces of everything in a folder.
fn traces(folder: &Path) -> Vec<Trace> {
    let status = fs::symlink_metadata(folder).unwrap();
    let mut found = Vec::new();
    if status.is_dir() {
        for entry in fs::read_dir(folder).unwrap() {
            found.extend(traces(&entry.unwrap().path()));
        }
        found.sort();
    }
    let content = status.is_file().then(|| fs::read(folder).unwrap());
    found.push((folder.to_owned(), status.mode(), status.mtime(), status.mtime_nsec(), content));
    found
}

/// Calls while `place` is in a loop a folder, then a link to `target`.
fn while_swapping(place: &Path, target: &Path, mut call: impl FnMut()) {
    let (spare, link) = (place.with_extension("spare"), place.with_extension("link"));
    let stop = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            while !stop.load(Ordering::Relaxed) {
                // Each fails when the calls have removed or made something: the next round mends it.
                let _ = fs::create_dir(&spare);
                let _ = symlink(target, &link);
                let _ = fs::rename(place, &spare);
                let _ = fs::rename(&link, place);
                let _ = fs::remove_file(place);
                let _ = fs::rename(&spare, place);
            }
        });
        while !spare.exists() {
            thread::yield_now();
        }
        for _ in 0..ROUNDS {
            call();
        }
        stop.store(true, Ordering::Relaxed);
    });
}

fn call(toolbox: &Toolbox, root: &Path, action: &str, params: &Value) -> Envelope {
    let params = params.as_object().unwrap();
    toolbox.call(root.to_str().unwrap(), "fs", Some(action), params, None).unwrap()
}

fn toolbox() -> Toolbox {
    Toolbox::new([hanzo_tool_fs::tool()], BTreeMap::new())
}

/// Calls an action on something below the folder that is swapped; no answer tells of the secret.
fn race(action: &str, below: &str, more: &Value) {
    let Places { _kept, inside, outside } = places();
    let before = traces(&outside);
    let place = inside.join("d");
    let toolbox = toolbox();
    let mut params = more.clone();
    params["uri"] = format!("file://{}{below}", place.display()).into();
    while_swapping(&place, &outside, || {
        let answer = call(&toolbox, &inside, action, &params);
        assert_ne!(answer.data["text"], "secret\n");
        assert_ne!(answer.data["size"], 7);
    });
    assert_eq!(traces(&outside), before);
}

#[test]
fn a_write_stays_inside() {
    race("write", "/new", &json!({"content": "mine"}));
}

#[test]
fn a_mkdir_stays_inside() {
    race("mkdir", "/folder/below", &json!({}));
}

#[test]
fn the_removal_of_a_file_stays_inside() {
    race("rm", "/secret.txt", &json!({"confirm": true}));
}

#[test]
fn the_removal_of_a_folder_stays_inside() {
    race("rm", "/e", &json!({"confirm": true}));
}

#[test]
fn the_removal_of_the_swapped_folder_stays_inside() {
    race("rm", "", &json!({"confirm": true}));
}

#[test]
fn a_read_stays_inside() {
    race("read", "/secret.txt", &json!({}));
}

#[test]
fn a_stat_stays_inside() {
    race("stat", "/secret.txt", &json!({}));
}

#[test]
fn a_patch_stays_inside() {
    let Places { _kept, inside, outside } = places();
    let place = inside.join("d");
    fs::create_dir(&place).unwrap();
    fs::write(place.join("secret.txt"), "secret\n").unwrap();
    let toolbox = toolbox();
    let uri = format!("file://{}/secret.txt", place.display());
    let read = call(&toolbox, &inside, "read", &json!({"uri": uri}));
    let before = traces(&outside);
    let params = json!({
        "uri": uri,
        "patch": "--- a\n+++ a\n@@ -1 +1 @@\n-secret\n+stolen\n",
        "base_hash": read.data["hash"],
    });
    while_swapping(&place, &outside, || {
        if let Some(problem) = call(&toolbox, &inside, "apply_patch", &params).error {
            let expected = ["PERMISSION_DENIED", "NOT_FOUND", "CONFLICT"];
            assert!(expected.contains(&problem.code.as_str()), "{}", problem.message);
        }
    });
    assert_eq!(traces(&outside), before);
}
