//! What differs: `status`, `diff` and `apply`.

use std::sync::Arc;

use base64::engine::general_purpose::STANDARD;
use base64::Engine;
use hanzo_envelope::{Outcome, ToolError};
use hanzo_ids::uri_from_path;
use hanzo_tools::{failure, Context, Workspace};
use serde::Deserialize;
use serde_json::{json, Value};

use crate::git::{Git, Input};
use crate::naming::{judge_ref, known_commit, refuse, Rule};
use crate::parsing::{parse_counts, parse_diff, parse_status};
use crate::patch_names::{leads_out, patch_names};

const STATUS: [&str; 9] = [
    "status",
    "--porcelain=v2",
    "--branch",
    "-z",
    "--untracked-files=all",
    "--ignored=no",
    "--ahead-behind",
    "--find-renames=50%",
    "--ignore-submodules=dirty",
];
/// Each as it is by default, whatever the repository's settings say.
const DIFF: [&str; 11] = [
    "diff",
    "--no-color",
    "--no-ext-diff",
    "--no-textconv",
    "--find-renames=50%",
    "--no-relative",
    "--submodule=short",
    "--ignore-submodules=dirty",
    "--diff-algorithm=default",
    "--indent-heuristic",
    "-O/dev/null",
];
const PATCH: [&str; 7] = [
    "--patch",
    "--binary",
    "--full-index",
    "--unified=3",
    "--inter-hunk-context=0",
    "--src-prefix=a/",
    "--dst-prefix=b/",
];

#[derive(Deserialize)]
pub(crate) struct Diff {
    r#ref: Option<String>,
    #[serde(default)]
    staged: bool,
}

#[derive(Deserialize)]
pub(crate) struct Apply {
    patch: Option<String>,
    patch_b64: Option<String>,
    #[serde(default)]
    staged: bool,
}

/// HEAD and what differs from it.
///
/// Spec: VCS-6 to VCS-10.
pub(crate) fn status(context: &Arc<Context>) -> Result<Outcome, ToolError> {
    let git = Git::new(context)?;
    git.judge_tree()?;
    let ended = git.ask(&STATUS)?;
    let found = parse_status(&ended.output);
    let files: Vec<Value> = found
        .files
        .iter()
        .filter_map(|file| {
            Some(json!({
                "uri": uri(git.workspace, file.path)?,
                "previous_uri": file.previous.and_then(|path| uri(git.workspace, path)),
                "index": file.index,
                "worktree": file.worktree,
                "conflict": file.conflict,
            }))
        })
        .collect();
    Ok(Outcome::from(json!({
        "branch": found.branch,
        "commit": found.commit,
        "upstream": found.upstream,
        "ahead": found.ahead,
        "behind": found.behind,
        "skipped": found.files.len() - files.len(),
        "files": files,
    })))
}

/// A unified diff, whole and by file.
///
/// Spec: VCS-11 to VCS-17.
pub(crate) fn diff(context: &Arc<Context>, params: &Diff) -> Result<Outcome, ToolError> {
    let mut broken = Vec::new();
    judge_ref(params.r#ref.as_deref(), "/ref", &mut broken);
    refuse(broken)?;
    let git = Git::new(context)?;
    git.judge_tree()?;
    let commit = params.r#ref.as_deref().map(|name| known_commit(&git, name)).transpose()?;
    let compared: Vec<&str> = match (params.staged, commit.as_deref()) {
        (true, Some(commit)) => vec!["--cached", commit],
        (true, None) => vec!["--cached"],
        (false, Some(commit)) => vec![commit],
        // Of a file with conflicts, what was there before the merge.
        (false, None) => vec!["--ours"],
    };
    let summary = [&DIFF[..], &["--raw", "--numstat", "-z"], &compared, &["--"]].concat();
    let summary = git.ask(&summary)?.output;
    let patch = git.ask(&[&DIFF[..], &PATCH, &compared, &["--"]].concat())?.output;
    let found = parse_diff(&summary, &patch);
    let files: Vec<Value> = found
        .iter()
        .filter_map(|file| {
            let (patch, patch_b64) = text_or_base64(&file.patch);
            Some(json!({
                "uri": uri(git.workspace, file.path)?,
                "previous_uri": file.previous.and_then(|path| uri(git.workspace, path)),
                "status": file.status,
                "binary": file.counts.is_none(),
                "additions": file.counts.map(|(added, _)| added),
                "deletions": file.counts.map(|(_, deleted)| deleted),
                "patch": patch,
                "patch_b64": patch_b64,
            }))
        })
        .collect();
    let whole: Vec<u8> = found.iter().flat_map(|file| file.patch.iter().copied()).collect();
    let (patch, patch_b64) = text_or_base64(&whole);
    Ok(Outcome::from(json!({
        "patch": patch,
        "patch_b64": patch_b64,
        "skipped": found.len() - files.len(),
        "files": files,
    })))
}

/// A patch applied to the files, all of it or nothing.
///
/// Spec: VCS-19 to VCS-24.
pub(crate) fn apply(context: &Arc<Context>, params: &Apply) -> Result<Outcome, ToolError> {
    let (pointer, patch) = given_patch(params)?;
    let git = Git::to_change(context)?;
    git.judge_tree()?;
    let input = Input { given: &patch, codes: &[1, 128], ..Input::default() };
    let read = git.run(&["apply", "--numstat", "-z", "-"], &input)?;
    // What git takes names from, both ways, and what else the headers say.
    let sources = git.run(&["apply", "--numstat", "--reverse", "-z", "-"], &input)?;
    if read.code != 0 || sources.code != 0 {
        refuse(vec![Rule::new(pointer, "patch")])?;
    }
    let counted = parse_counts(&read.output);
    for (path, _) in counted.iter().chain(&parse_counts(&sources.output)) {
        refuse_outside(git.workspace, path)?;
    }
    for path in patch_names(&patch) {
        refuse_outside(git.workspace, &path)?;
    }
    let mut words = vec!["apply", "--whitespace=nowarn", "-"];
    if params.staged {
        words.insert(1, "--index");
    }
    let fits = git.run(&[&words[..], &["--check"]].concat(), &input)?;
    if fits.code != 0 {
        return Err(ToolError::new("PATCH_FAILED", fits.errors.trim()));
    }
    // What fails from here on is no fault of the patch, and may have changed something.
    git.run(&words, &Input { given: &patch, ..Input::default() })?;
    let files: Vec<Value> = counted
        .iter()
        .map(|(path, counts)| {
            json!({
                "uri": uri(git.workspace, path),
                "additions": counts.map(|(added, _)| added),
                "deletions": counts.map(|(_, deleted)| deleted),
            })
        })
        .collect();
    Ok(Outcome::from(json!({"files": files})))
}

fn given_patch(params: &Apply) -> Result<(&'static str, Vec<u8>), ToolError> {
    let mut broken = Vec::new();
    let decoded = params.patch_b64.as_ref().map(|encoded| STANDARD.decode(encoded));
    match (&params.patch, &decoded) {
        (None, None) => broken.push(Rule::new("/patch", "required")),
        (Some(_), Some(_)) => broken.push(Rule::new("/patch_b64", "exclusive")),
        _ => {}
    }
    if matches!(decoded, Some(Err(_))) {
        broken.push(Rule::new("/patch_b64", "base64"));
    }
    refuse(broken)?;
    Ok(match (&params.patch, decoded) {
        (Some(text), _) => ("/patch", text.clone().into_bytes()),
        (None, decoded) => ("/patch_b64", decoded.and_then(Result::ok).unwrap_or_default()),
    })
}

/// A path of a patch that git would refuse with other words, or not at all.
fn refuse_outside(workspace: &Workspace, path: &[u8]) -> Result<(), ToolError> {
    let named = String::from_utf8_lossy(path);
    let place = workspace.root().join(&*named);
    if !leads_out(path) && !path.contains(&0) && workspace.canonical(&place).is_some() {
        return Ok(());
    }
    let message = format!("{named} is no place for a patch");
    Err(failure("PERMISSION_DENIED", message, json!({"path": named})))
}

/// The URI of a path in the repository; none for a name that is no text.
fn uri(workspace: &Workspace, path: &[u8]) -> Option<String> {
    let path = std::str::from_utf8(path).ok()?;
    uri_from_path(&format!("{}/{path}", workspace.root().to_str()?)).ok()
}

fn text_or_base64(content: &[u8]) -> (Option<&str>, Option<String>) {
    match std::str::from_utf8(content) {
        Ok(text) => (Some(text), None),
        Err(_) => (None, Some(STANDARD.encode(content))),
    }
}
