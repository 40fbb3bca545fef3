//! What was: `commit` and `log`.

use std::fs;
use std::sync::Arc;

use hanzo_envelope::{page, Item, Outcome, Paging, ToolError};
use hanzo_tools::{failure, Context};
use serde::Deserialize;
use serde_json::{json, Value};

use crate::dates::seconds_of;
use crate::git::{Git, Input};
use crate::naming::{
    commit_of, conflict, current_branch, judge_person, judge_ref, judge_uri, known_commit,
    path_in_repository, refuse, refuse_conflicts, Author, Rule,
};
use crate::parsing::{parse_log, LOG_FORMAT};

const DEFAULT_LIMIT: i64 = 100;
const ROLES: [&str; 2] = ["AUTHOR", "COMMITTER"];

#[derive(Deserialize)]
pub(crate) struct Commit {
    message: String,
    files: Option<Vec<String>>,
    author: Option<Author>,
    date: Option<String>,
}

#[derive(Deserialize)]
pub(crate) struct Log {
    limit: Option<i64>,
    path: Option<String>,
    r#ref: Option<String>,
    cursor: Option<String>,
}

/// One commit, of what is staged or of the named files.
///
/// Spec: VCS-25 to VCS-33.
pub(crate) fn commit(context: &Arc<Context>, params: &Commit) -> Result<Outcome, ToolError> {
    refuse(judge(params))?;
    let git = Git::to_change(context)?;
    let uris = params.files.as_deref().unwrap_or_default();
    let paths: Vec<String> =
        uris.iter().map(|uri| path_in_repository(git.workspace, uri)).collect::<Result<_, _>>()?;
    git.judge_tree()?;
    refuse_conflicts(&git)?;
    if git.has("MERGE_HEAD") && !paths.is_empty() {
        return Err(conflict("merge", "a merge is committed as a whole"));
    }
    let variables = person(params);
    if params.author.is_none() {
        refuse_nobody(&git, &variables)?;
    }
    let message = format!("{}\n", params.message.trim_end_matches('\n'));
    if paths.is_empty() {
        commit_index(&git, &message, &variables)?;
    } else {
        refuse_files(&git, uris, &paths)?;
        let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
        git.staging(|staged| {
            run_on(&git, staged, &[&["add", "--all", "--"], &paths[..]].concat(), b"")?;
            let index = format!("{staged}.commit");
            let made = limited(&git, staged, &index, &paths).and_then(|()| {
                let of_index = [index_variable(&index)];
                commit_index(&git, &message, &[&variables[..], &of_index].concat())
            });
            // It may not have been made.
            let _ = fs::remove_file(&index);
            made
        })?;
    }
    let ids = git.ask(&["rev-list", "--parents", "--max-count=1", "HEAD"])?.line();
    let mut ids = ids.split_whitespace();
    let (made, parents) = (ids.next(), ids.clone().collect::<Vec<_>>());
    let data = json!({"commit": made, "parents": parents, "branch": current_branch(&git)?});
    Ok(Outcome::from(data))
}

/// Make an index with what HEAD has, but of some paths what is staged.
fn limited(git: &Git, staged: &str, index: &str, paths: &[&str]) -> Result<(), ToolError> {
    // One that a killed program has left is not there for anybody.
    let _ = fs::remove_file(index);
    let start = if commit_of(git, "HEAD")?.is_some() { "HEAD" } else { "--empty" };
    run_on(git, index, &["read-tree", start], b"")?;
    // Whole paths go before others come: a folder may stand where a file was.
    let gone = ["rm", "-r", "-f", "--quiet", "--cached", "--ignore-unmatch", "--"];
    run_on(git, index, &[&gone, paths].concat(), b"")?;
    let entries =
        run_on(git, staged, &[&["ls-files", "--stage", "-z", "--"], paths].concat(), b"")?;
    let taken = ["update-index", "--add", "--replace", "-z", "--index-info"];
    run_on(git, index, &taken, &entries).map(drop)
}

fn run_on(git: &Git, index: &str, words: &[&str], given: &[u8]) -> Result<Vec<u8>, ToolError> {
    let variables = [index_variable(index)];
    let input = Input { given, variables: &variables, ..Input::default() };
    Ok(git.run(words, &input)?.output)
}

fn index_variable(index: &str) -> (String, String) {
    ("GIT_INDEX_FILE".to_owned(), index.to_owned())
}

fn commit_index(git: &Git, message: &str, variables: &[(String, String)]) -> Result<(), ToolError> {
    if !git.has("MERGE_HEAD") {
        let words = ["diff", "--cached", "--quiet", "--no-ext-diff"];
        let input = Input { variables, codes: &[1], ..Input::default() };
        if git.run(&words, &input)?.code == 0 {
            return Err(conflict("nothing", "there is nothing to commit"));
        }
    }
    let words =
        ["commit", "--quiet", "--no-verify", "--no-gpg-sign", "--cleanup=verbatim", "--file=-"];
    let input = Input { given: message.as_bytes(), variables, ..Input::default() };
    git.run(&words, &input).map(drop)
}

/// Commits, the newest first.
///
/// Spec: VCS-41 to VCS-44.
pub(crate) fn log(context: &Arc<Context>, params: &Log) -> Result<Outcome, ToolError> {
    let mut broken = Vec::new();
    judge_ref(params.r#ref.as_deref(), "/ref", &mut broken);
    if let Some(uri) = &params.path {
        judge_uri(uri, "/path", &mut broken);
    }
    refuse(broken)?;
    let git = Git::new(context)?;
    let named = params.path.as_deref();
    let path = named.map(|uri| path_in_repository(git.workspace, uri)).transpose()?;
    let start = match params.r#ref.as_deref() {
        None => commit_of(&git, "HEAD")?,
        Some(name) => Some(known_commit(&git, name)?),
    };
    let limit = params.limit.unwrap_or(DEFAULT_LIMIT);
    // The first page needs no more than one commit behind it, the others their place.
    let bound = params.cursor.is_none().then(|| format!("--max-count={}", limit + 1));
    let mut commits = Vec::new();
    if let Some(start) = &start {
        let mut words = vec!["log", "-z", LOG_FORMAT, "--topo-order"];
        words.extend(bound.as_deref());
        words.extend([start.as_str(), "--"]);
        words.extend(path.as_deref().filter(|path| *path != "."));
        commits = parse_log(&git.ask(&words)?.output);
    }
    let items: Vec<Item> = commits
        .iter()
        .map(|commit| Item { key: commit.id.clone(), value: json!(commit) })
        .collect();
    let query = json!({"ref": params.r#ref, "path": path});
    let Ok(found) = page(&items, &query, Some(limit), params.cursor.as_deref()) else {
        refuse(vec![Rule::new("/cursor", "cursor")])?;
        return Err(ToolError::new("ERROR", "judged before"));
    };
    let shown: Vec<&Value> = found.items.iter().map(|item| &item.value).collect();
    let paging = Paging { more: found.more(), cursor: found.cursor };
    Ok(Outcome { paging: Some(paging), ..Outcome::from(json!({"commits": shown})) })
}

fn judge(params: &Commit) -> Vec<Rule> {
    let mut broken = Vec::new();
    // What else is blank depends on the language.
    if params.message.chars().all(|letter| letter <= ' ') {
        broken.push(Rule::new("/message", "empty"));
    }
    if params.message.contains('\0') {
        broken.push(Rule::new("/message", "nul"));
    }
    if let Some(files) = &params.files {
        if files.is_empty() {
            broken.push(Rule::new("/files", "empty"));
        }
        for (index, uri) in files.iter().enumerate() {
            judge_uri(uri, &format!("/files/{index}"), &mut broken);
        }
    }
    judge_person(params.author.as_ref(), params.date.as_deref(), &mut broken);
    broken
}

/// Variables that say who commits when; author and committer are the same.
fn person(params: &Commit) -> Vec<(String, String)> {
    let mut variables = Vec::new();
    for role in ROLES {
        if let Some(Author { name, email }) = &params.author {
            variables.push((format!("GIT_{role}_NAME"), name.clone()));
            variables.push((format!("GIT_{role}_EMAIL"), email.clone()));
        }
        if let Some(seconds) = params.date.as_deref().and_then(seconds_of) {
            variables.push((format!("GIT_{role}_DATE"), format!("@{seconds} +0000")));
        }
    }
    variables
}

fn refuse_nobody(git: &Git, variables: &[(String, String)]) -> Result<(), ToolError> {
    for role in ROLES {
        let input = Input { variables, codes: &[1, 128], ..Input::default() };
        if git.run(&["var", &format!("GIT_{role}_IDENT")], &input)?.code != 0 {
            return Err(failure("UNSUPPORTED", "nobody commits", json!({"missing": "identity"})));
        }
    }
    Ok(())
}

fn refuse_files(git: &Git, uris: &[String], paths: &[String]) -> Result<(), ToolError> {
    for (uri, path) in uris.iter().zip(paths) {
        let place = git.workspace.root().join(path);
        if place.symlink_metadata().is_err() && !is_known(git, path)? {
            let message = format!("there is no {path}");
            return Err(failure("NOT_FOUND", message, json!({"uri": uri})));
        }
    }
    // This command has no literal names, but one that begins with ./ has no magic.
    let given: Vec<String> = paths.iter().map(|path| format!("./{path}")).collect();
    let variables = [("GIT_LITERAL_PATHSPECS".to_owned(), "0".to_owned())];
    let lines = given.join("\0");
    let input = Input { given: lines.as_bytes(), variables: &variables, codes: &[1] };
    let output = git.run(&["check-ignore", "-z", "--stdin"], &input)?.output;
    let ignored: Vec<&[u8]> = output.split(|byte| *byte == 0).collect();
    for ((uri, path), name) in uris.iter().zip(paths).zip(&given) {
        if ignored.contains(&name.as_bytes()) {
            let details = json!({"reason": "ignored", "uri": uri});
            return Err(failure("CONFLICT", format!("{path} is ignored"), details));
        }
    }
    Ok(())
}

/// Whether what is gone was staged or committed.
fn is_known(git: &Git, path: &str) -> Result<bool, ToolError> {
    if !git.ask(&["ls-files", "-z", "--", path])?.output.is_empty() {
        return Ok(true);
    }
    let words = ["ls-tree", "-z", "HEAD", "--", path];
    let committed = git.run(&words, &Input { codes: &[128], ..Input::default() })?;
    Ok(!committed.output.is_empty())
}
