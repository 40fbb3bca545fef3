//! Where one works: `branch` and `checkout`.

use std::sync::Arc;

use hanzo_envelope::{Outcome, ToolError};
use hanzo_tools::{failure, Context};
use serde::Deserialize;
use serde_json::{json, Value};

use crate::git::{Git, Input};
use crate::naming::{
    commit_of, conflict, current_branch, judge_ref, known_commit, refuse, refuse_conflicts, Rule,
};

#[derive(Deserialize)]
pub(crate) struct Branch {
    op: String,
    name: Option<String>,
    r#ref: Option<String>,
    confirm: Option<bool>,
}

#[derive(Deserialize)]
pub(crate) struct Checkout {
    r#ref: String,
}

/// Branches listed, one made, one deleted.
///
/// Spec: VCS-34 to VCS-38.
pub(crate) fn branch(context: &Arc<Context>, params: &Branch) -> Result<Outcome, ToolError> {
    refuse(judge(params))?;
    let git = Git::new(context)?;
    let Some(name) = params.name.as_deref() else {
        return Ok(Outcome::from(json!({"branches": listed(&git)?})));
    };
    let full_name = format!("refs/heads/{name}");
    let formed = Input { codes: &[1], ..Input::default() };
    if name == "HEAD" || git.run(&["check-ref-format", &full_name], &formed)?.code != 0 {
        refuse(vec![Rule::new("/name", "ref")])?;
    }
    let commit = if params.op == "create" {
        create(&git, name, params.r#ref.as_deref().unwrap_or("HEAD"))?
    } else {
        delete(&git, name, params.confirm == Some(true))?
    };
    Ok(Outcome::from(json!({"name": name, "commit": commit})))
}

/// Another branch or commit in the files.
///
/// Spec: VCS-39, VCS-40.
pub(crate) fn checkout(context: &Arc<Context>, params: &Checkout) -> Result<Outcome, ToolError> {
    let name = params.r#ref.as_str();
    let mut broken = Vec::new();
    judge_ref(Some(name), "/ref", &mut broken);
    refuse(broken)?;
    let git = Git::to_change(context)?;
    git.judge_tree()?;
    let to_branch = is_branch(&git, name)?;
    let full_name = format!("refs/heads/{name}");
    let commit = known_commit(&git, if to_branch { &full_name } else { name })?;
    let previous_branch = current_branch(&git)?;
    let previous_commit = commit_of(&git, "HEAD")?;
    refuse_conflicts(&git)?;
    let target = if to_branch { vec![name, "--"] } else { vec!["--detach", &commit, "--"] };
    let words = [&["checkout", "--quiet", "--no-guess"], &target[..]].concat();
    let done = git.run(&words, &Input { codes: &[1], ..Input::default() })?;
    if done.code != 0 {
        return Err(conflict("local-changes", done.errors.trim()));
    }
    Ok(Outcome::from(json!({
        "branch": to_branch.then_some(name),
        "commit": commit,
        "previous_branch": previous_branch,
        "previous_commit": previous_commit,
    })))
}

fn judge(params: &Branch) -> Vec<Rule> {
    let (has_name, has_ref, has_confirm) = match params.op.as_str() {
        "create" => (true, true, false),
        "delete" => (true, false, true),
        _ => (false, false, false),
    };
    let mut broken = Vec::new();
    for (pointer, is_given, is_meant) in [
        ("/name", params.name.is_some(), has_name),
        ("/ref", params.r#ref.is_some(), has_ref),
        ("/confirm", params.confirm.is_some(), has_confirm),
    ] {
        if is_given && !is_meant {
            broken.push(Rule::new(pointer, "op"));
        }
    }
    if has_name {
        if params.name.is_none() {
            broken.push(Rule::new("/name", "required"));
        }
        judge_ref(params.name.as_deref(), "/name", &mut broken);
        judge_ref(params.r#ref.as_deref(), "/ref", &mut broken);
    }
    broken
}

/// Every branch with its commit, sorted by name.
fn branches(git: &Git) -> Result<Vec<(String, String)>, ToolError> {
    let words = ["for-each-ref", "--format=%(objectname) %(refname)", "refs/heads/"];
    let listed = git.ask(&words)?.line();
    let mut found: Vec<(String, String)> = listed
        .lines()
        .filter_map(|line| line.split_once(" refs/heads/"))
        .map(|(commit, name)| (name.to_owned(), commit.to_owned()))
        .collect();
    found.sort();
    Ok(found)
}

fn listed(git: &Git) -> Result<Vec<Value>, ToolError> {
    let current = current_branch(git)?;
    let shown = |(name, commit): (String, String)| {
        let is_current = current.as_ref() == Some(&name);
        json!({"name": name, "commit": commit, "current": is_current})
    };
    Ok(branches(git)?.into_iter().map(shown).collect())
}

fn create(git: &Git, name: &str, from: &str) -> Result<String, ToolError> {
    for (other, _) in branches(git)? {
        // Branches are kept like files: where one is, there is no folder.
        let is_below = |inner: &str, outer: &str| {
            inner.strip_prefix(outer).is_some_and(|rest| rest.starts_with('/'))
        };
        if other == name || is_below(&other, name) || is_below(name, &other) {
            let message = format!("there is a branch {other}");
            return Err(failure("EXISTS", message, json!({"name": other})));
        }
    }
    let commit = known_commit(git, from)?;
    git.ask(&["branch", "--quiet", "--no-track", name, &commit])?;
    Ok(commit)
}

fn delete(git: &Git, name: &str, is_confirmed: bool) -> Result<String, ToolError> {
    if !is_branch(git, name)? {
        let message = format!("there is no branch {name}");
        return Err(failure("NOT_FOUND", message, json!({"ref": name})));
    }
    let commit = known_commit(git, &format!("refs/heads/{name}"))?;
    if current_branch(git)?.as_deref() == Some(name) {
        return Err(conflict("current", "this is the current branch"));
    }
    let words = ["merge-base", "--is-ancestor", &commit, "HEAD"];
    let merged = git.run(&words, &Input { codes: &[1, 128], ..Input::default() })?;
    if merged.code != 0 && !is_confirmed {
        let message = format!("{name} has commits that HEAD has not");
        return Err(failure("CONFIRM_REQUIRED", message, json!({"name": name})));
    }
    git.ask(&["branch", "--quiet", "-D", name])?;
    Ok(commit)
}

fn is_branch(git: &Git, name: &str) -> Result<bool, ToolError> {
    let full_name = format!("refs/heads/{name}");
    let words = ["show-ref", "--verify", "--quiet", &full_name];
    let found = git.run(&words, &Input { codes: &[1, 128], ..Input::default() })?;
    Ok(found.code == 0)
}
