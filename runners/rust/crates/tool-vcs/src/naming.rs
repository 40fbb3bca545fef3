//! What callers name: refs, files, people and dates, judged before git sees them.

use std::path::Path;

use hanzo_envelope::ToolError;
use hanzo_ids::path_from_uri;
use hanzo_tools::{failure, outside, Workspace};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::dates::seconds_of;
use crate::git::{Git, Input};

/// A rule that a parameter breaks; they sort by pointer, then rule.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub(crate) struct Rule {
    pointer: String,
    rule: &'static str,
}

impl Rule {
    pub(crate) fn new(pointer: impl Into<String>, rule: &'static str) -> Self {
        Self { pointer: pointer.into(), rule }
    }
}

/// Who wrote a commit.
#[derive(Deserialize)]
pub(crate) struct Author {
    pub(crate) name: String,
    pub(crate) email: String,
}

/// `INVALID_PARAMS` if there is any violation.
pub(crate) fn refuse(mut broken: Vec<Rule>) -> Result<(), ToolError> {
    if broken.is_empty() {
        return Ok(());
    }
    broken.sort();
    Err(failure("INVALID_PARAMS", "wrong parameters", json!({"violations": broken})))
}

/// A conflict: the repository is not in the state that the call needs.
pub(crate) fn conflict(reason: &str, message: &str) -> ToolError {
    failure("CONFLICT", message, json!({"reason": reason}))
}

/// What cannot be handed to git as a name.
///
/// Spec: VCS-17.
pub(crate) fn judge_ref(name: Option<&str>, pointer: &str, broken: &mut Vec<Rule>) {
    if name.is_some_and(|name| name.is_empty() || name.starts_with('-') || name.contains('\0')) {
        broken.push(Rule::new(pointer, "ref"));
    }
}

/// What is no file URI.
pub(crate) fn judge_uri(uri: &str, pointer: &str, broken: &mut Vec<Rule>) {
    if path_from_uri(uri).is_err() {
        broken.push(Rule::new(pointer, "uri"));
    }
}

/// Who cannot stand in a commit, and when.
///
/// Spec: VCS-30.
pub(crate) fn judge_person(author: Option<&Author>, date: Option<&str>, broken: &mut Vec<Rule>) {
    if let Some(Author { name, email }) = author {
        for (pointer, text) in [("/author/name", name), ("/author/email", email)] {
            // What git strips from both ends (ident.c, crud), and what would end a field.
            let is_kept = |letter: char| letter > ' ' && !".,:;<>\"\\'".contains(letter);
            if !text.contains(is_kept) || text.contains(['<', '>', '\n', '\0']) {
                broken.push(Rule::new(pointer, "identity"));
            }
        }
    }
    if date.is_some_and(|date| seconds_of(date).is_none()) {
        broken.push(Rule::new("/date", "date"));
    }
}

/// The path that git knows a URI by, `.` for the root; `PERMISSION_DENIED` outside. A symbolic link
/// at its end is what is meant, not where it leads.
///
/// Spec: VCS-18.
pub(crate) fn path_in_repository(workspace: &Workspace, uri: &str) -> Result<String, ToolError> {
    let refused = || outside(uri);
    let path = path_from_uri(uri).map_err(|_| refused())?;
    let path = Path::new(&path);
    if path == workspace.root() {
        return Ok(".".to_owned());
    }
    let (folder, name) = path.parent().zip(path.file_name()).ok_or_else(refused)?;
    let place = workspace.locate(&workspace.uri(folder)).map_err(|_| refused())?.join(name);
    let named = place.strip_prefix(workspace.root()).map_err(|_| refused())?;
    let named = named.to_str().ok_or_else(refused)?;
    if named.split('/').next().is_some_and(|first| first.eq_ignore_ascii_case(".git")) {
        return Err(refused());
    }
    Ok(named.to_owned())
}

/// The commit that a ref names, or none.
pub(crate) fn commit_of(git: &Git, name: &str) -> Result<Option<String>, ToolError> {
    let commit = format!("{name}^{{commit}}");
    let words = ["rev-parse", "--verify", "--quiet", &commit];
    let found = git.run(&words, &Input { codes: &[1, 128], ..Input::default() })?;
    Ok((found.code == 0).then(|| found.line()))
}

/// The commit that a ref names; `NOT_FOUND` without one.
///
/// Spec: VCS-17.
pub(crate) fn known_commit(git: &Git, name: &str) -> Result<String, ToolError> {
    let missing =
        || failure("NOT_FOUND", format!("there is no commit {name}"), json!({"ref": name}));
    commit_of(git, name)?.ok_or_else(missing)
}

/// The branch that HEAD is on, none where it is on a commit.
pub(crate) fn current_branch(git: &Git) -> Result<Option<String>, ToolError> {
    // Its short form says more where a tag has the same name.
    let words = ["symbolic-ref", "--quiet", "HEAD"];
    let found = git.run(&words, &Input { codes: &[1], ..Input::default() })?;
    let line = found.line();
    let name = line.strip_prefix("refs/heads/").unwrap_or(&line);
    Ok((found.code == 0).then(|| name.to_owned()))
}

/// A conflict where files have conflicts of a merge.
pub(crate) fn refuse_conflicts(git: &Git) -> Result<(), ToolError> {
    if git.ask(&["ls-files", "--unmerged", "-z"])?.output.is_empty() {
        return Ok(());
    }
    Err(conflict("unmerged", "there are conflicts"))
}
