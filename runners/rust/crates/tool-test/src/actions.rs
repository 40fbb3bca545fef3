//! What the actions of the test tool do.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hanzo_envelope::{page, Item, Outcome, Paging, ToolError};
use hanzo_tools::{failure, violation, Context};
use serde::Deserialize;
use serde_json::{json, Map, Value};

use crate::report_file::ReportFile;
use crate::runs::Runs;
use crate::suites::{named, suites, Suite};

type Answer = Result<Outcome, ToolError>;

/// Where to look for suites.
#[derive(Deserialize)]
pub(crate) struct List {
    path: Option<String>,
    limit: Option<i64>,
    cursor: Option<String>,
}

/// List the suites at and below a folder. Spec: TEST-1 to TEST-8.
pub(crate) fn list(context: &Arc<Context>, params: List) -> Answer {
    let List { path, limit, cursor } = params;
    let workspace = &context.workspace;
    let start = folder(context, path.as_deref())?;
    let found: Vec<Item> = suites(workspace.root(), &start)
        .into_iter()
        .map(|suite| Item {
            value: json!({
                "suite": suite.name,
                "runner": suite.runner,
                "uri": workspace.uri(&suite.folder),
                "command": suite.words(None, None, None),
            }),
            key: suite.name,
        })
        .collect();
    let query = json!({"path": workspace.uri(&start)});
    let listed = page(&found, &query, limit, cursor.as_deref())
        .map_err(|problem| violation("/cursor", "cursor", problem.to_string()))?;
    let values: Vec<&Value> = listed.items.iter().map(|item| &item.value).collect();
    Ok(Outcome {
        data: json!({"suites": values}),
        backend: None,
        paging: Some(Paging { more: listed.more(), cursor: listed.cursor }),
    })
}

/// One run of one suite.
#[derive(Deserialize)]
pub(crate) struct Run {
    suite: Option<String>,
    filter: Option<String>,
    parallel: Option<u64>,
    env: Option<BTreeMap<String, String>>,
    timeout: Option<u64>,
    background_after_ms: Option<u64>,
}

/// Run a suite by `proc.exec`. Spec: TEST-9 to TEST-27.
pub(crate) fn run(context: &Arc<Context>, params: Run) -> Answer {
    let Run { suite, filter, parallel, env, timeout, background_after_ms } = params;
    if let Some(filter) = &filter {
        if filter.is_empty() {
            return Err(violation("/filter", "empty", "an empty filter chooses nothing"));
        }
        if filter.starts_with('-') {
            return Err(violation("/filter", "option", "a filter is no option of the runner"));
        }
    }
    let suite = chosen(context.workspace.root(), suite.as_deref())?;
    let report_file = ReportFile::of(&suite)
        .map_err(|problem| ToolError::new("ERROR", format!("no place for a report: {problem}")))?;
    let report = report_file.as_ref().map(ReportFile::path);
    let command = suite.words(filter.as_deref(), parallel, report.as_deref());
    let program = command[0].clone();
    let mut call = Map::new();
    call.insert("command".to_owned(), json!(command));
    call.insert("cwd".to_owned(), json!(context.workspace.uri(&suite.folder)));
    for (name, value) in [
        ("env", env.map(|env| json!(env))),
        ("timeout", timeout.map(|seconds| json!(seconds))),
        ("background_after_ms", background_after_ms.map(|limit| json!(limit))),
    ] {
        call.extend(value.map(|value| (name.to_owned(), value)));
    }
    let started = context.call("proc", "exec", &call).map_err(|problem| {
        let missing = problem.code == "NOT_FOUND"
            && problem.details.as_ref().and_then(|details| details.get("command"))
                == Some(&json!(program));
        if missing {
            let message = format!("there is no {program} here");
            return failure("UNSUPPORTED", message, json!({"missing": program}));
        }
        problem
    })?;
    let proc_id = started["proc_id"].as_str().unwrap_or_default().to_owned();
    let begun = context.keep::<Runs>().add(suite, proc_id, report_file);
    Ok(Outcome::from(begun.report(context)?))
}

/// A run that was begun.
#[derive(Deserialize)]
pub(crate) struct Status {
    run_id: String,
}

/// Tell how a run goes or went. Spec: TEST-9, TEST-12, TEST-28.
pub(crate) fn status(context: &Arc<Context>, params: Status) -> Answer {
    let Status { run_id } = params;
    Ok(Outcome::from(context.keep::<Runs>().find(&run_id)?.report(context)?))
}

/// The suite of a name, or the only one. Spec: TEST-25, TEST-26.
fn chosen(root: &Path, name: Option<&str>) -> Result<Suite, ToolError> {
    if let Some(suite) = name.and_then(|name| named(root, name)) {
        return Ok(suite);
    }
    let mut found = suites(root, root);
    let available: Vec<&str> = found.iter().map(|suite| suite.name.as_str()).collect();
    if name.is_some() || found.is_empty() {
        let details = json!({"suite": name, "available": available});
        return Err(failure("NOT_FOUND", "there is no such suite", details));
    }
    if found.len() > 1 {
        let violations = json!([{"pointer": "/suite", "rule": "required"}]);
        let details = json!({"violations": violations, "available": available});
        return Err(failure("INVALID_PARAMS", "there are several suites", details));
    }
    Ok(found.remove(0))
}

/// The folder to look in. Spec: TEST-7.
fn folder(context: &Context, uri: Option<&str>) -> Result<PathBuf, ToolError> {
    let Some(uri) = uri else { return Ok(context.workspace.root().to_owned()) };
    let path = context.workspace.locate_at(uri, "/path")?;
    match fs::metadata(&path) {
        Ok(found) if found.is_dir() => Ok(path),
        Ok(_) => Err(violation("/path", "directory", format!("{uri} is no folder"))),
        // A folder on the way may be a file, which has nothing below it.
        Err(problem) if is_missing(&problem, &path) => {
            Err(failure("NOT_FOUND", format!("there is nothing at {uri}"), json!({"uri": uri})))
        }
        Err(problem) => Err(ToolError::new("ERROR", problem.to_string())),
    }
}

fn is_missing(problem: &io::Error, path: &Path) -> bool {
    problem.kind() == io::ErrorKind::NotFound || path.ancestors().any(Path::is_file)
}
