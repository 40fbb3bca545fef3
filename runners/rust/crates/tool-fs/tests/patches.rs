//! Patches against git and GNU patch.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use fastrand::Rng;
use hanzo_tool_fs::{parse, patched, unified};

const CASES: usize = 150;
const LINES: [&str; 11] = ["a", "b", "c", "", " a", "a ", "-a", "+a", "a\r", "\\ a", "@@"];
const NO_NEWLINE: &str = "\\ No newline at end of file";

fn content(random: &mut Rng) -> String {
    let lines: Vec<&str> = (0..random.usize(..13)).map(|_| LINES[random.usize(..11)]).collect();
    let end = if lines.is_empty() || random.bool() { "" } else { "\n" };
    lines.join("\n") + end
}

/// The text with one to three lines added or removed.
fn edited(random: &mut Rng, text: &str) -> String {
    let mut rows: Vec<&str> = text.split('\n').collect();
    for _ in 0..random.usize(1..4) {
        let at = random.usize(..rows.len());
        if random.bool() || rows.len() == 1 {
            rows.insert(at, ["a", "b", ""][random.usize(..3)]);
        } else {
            rows.remove(at);
        }
    }
    rows.join("\n")
}

/// The patch with one to three small changes, most of them to numbers, marks and order.
fn damaged(random: &mut Rng, patch: &str) -> String {
    let mut rows: Vec<String> = patch.split('\n').map(str::to_owned).collect();
    for _ in 0..random.usize(1..4) {
        let at = random.usize(2..rows.len());
        let row = rows[at].clone();
        match random.usize(..5) {
            0 => {
                if let Some(digit) = row.find(|character: char| character.is_ascii_digit()) {
                    rows[at].replace_range(digit..=digit, &random.usize(..10).to_string());
                }
            }
            1 if !row.is_empty() => {
                rows[at] = format!("{}{}", [" ", "-", "+"][random.usize(..3)], &row[1..]);
            }
            2 => rows.insert(at, rows[random.usize(2..rows.len())].clone()),
            3 => row.trim_end().clone_into(&mut rows[at]),
            _ => rows.insert(at, NO_NEWLINE.to_owned()),
        }
    }
    rows.join("\n")
}

fn patch_of(before: &str, after: &str) -> String {
    String::from_utf8(unified(before.as_bytes(), after.as_bytes(), "a", "b")).unwrap()
}

fn applied(before: &str, patch: &str) -> Option<String> {
    let after = patched(before.as_bytes(), &parse(patch).ok()?).ok()?;
    Some(String::from_utf8(after).unwrap())
}

/// What a program writes to `out` of a folder when it is fed a patch; none when it refuses.
fn fed(mut command: Command, folder: &Path, patch: &str, out: &str) -> Option<String> {
    let mut child = command
        .current_dir(folder)
        .env("LC_ALL", "C")
        .env("GIT_CEILING_DIRECTORIES", "/")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    // A program may refuse before it has read everything.
    let _ = child.stdin.take().unwrap().write_all(patch.as_bytes());
    let fine = child.wait().unwrap().success();
    fine.then(|| fs::read_to_string(folder.join(out)).unwrap())
}

fn git_applied(folder: &Path, before: &str, patch: &str) -> Option<String> {
    fs::write(folder.join("file"), before).unwrap();
    // Named in git's way, so that a file which ends up empty is not taken for a deleted one.
    let body = patch.splitn(3, '\n').nth(2).unwrap_or_default();
    let named = format!("diff --git a/file b/file\n--- a/file\n+++ b/file\n{body}");
    let mut command = Command::new("git");
    command.args(["apply", "--unidiff-zero", "--whitespace=nowarn", "-"]);
    fed(command, folder, &named, "file")
}

fn gnu_applied(folder: &Path, before: &str, patch: &str) -> Option<String> {
    fs::write(folder.join("file"), before).unwrap();
    let mut command = Command::new("patch");
    command.args(["-F0", "--binary", "-s", "-N", "-r", "-", "-o", "out", "file"]);
    fed(command, folder, patch, "out")
}

fn is_there(program: &str) -> bool {
    let there = Command::new(program).arg("--version").stdout(Stdio::null()).status().is_ok();
    if !there {
        eprintln!("not tested: {program} is not installed");
    }
    there
}

#[test]
fn git_applies_our_diffs_to_the_same_bytes() {
    if !is_there("git") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let mut random = Rng::with_seed(1);
    for _ in 0..CASES {
        let (before, after) = (content(&mut random), content(&mut random));
        let patch = patch_of(&before, &after);
        assert_eq!(patch.is_empty(), before == after);
        if !patch.is_empty() {
            assert_eq!(applied(&before, &patch).as_deref(), Some(&*after));
            let theirs = git_applied(folder.path(), &before, &patch);
            assert_eq!(theirs.as_deref(), Some(&*after), "{patch}");
        }
    }
}

#[test]
fn whatever_we_apply_git_and_gnu_patch_apply_to_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let mut random = Rng::with_seed(2);
    let (git, gnu) = (is_there("git"), is_there("patch"));
    let mut cases = 0;
    while cases < CASES {
        let before = content(&mut random);
        let patch = patch_of(&before, &edited(&mut random, &before));
        if patch.is_empty() {
            continue;
        }
        let patch = damaged(&mut random, &patch);
        let Some(ours) = applied(&before, &patch) else { continue };
        cases += 1;
        if git {
            let theirs = git_applied(folder.path(), &before, &patch);
            assert_eq!(theirs.as_deref(), Some(&*ours), "{before:?}\n{patch}");
        }
        if gnu {
            let theirs = gnu_applied(folder.path(), &before, &patch);
            // GNU patch takes a last line of context that has lost its space for the hunk's end.
            let lost = patch.ends_with("\n\n") && theirs.is_none();
            assert!(lost || theirs.as_deref() == Some(&*ours), "{before:?}\n{patch}");
        }
    }
}
