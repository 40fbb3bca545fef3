//! The tool `ws`: what project this is, and what there is to work on it with.

mod markers;
mod survey;
mod trial;

use std::collections::BTreeMap;
use std::env::split_paths;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hanzo_envelope::{Outcome, ToolError};
use hanzo_tools::{action, failure, tool as declared, Context, Declaration};
use serde::Deserialize;
use serde_json::{json, Map};

use crate::markers::{build_systems, languages, REPOSITORY};
use crate::survey::{entries, file_names, project_root};
use crate::trial::{answers, ends_well, Trials, Words};

/// Sorted, as they are told.
const LANGUAGE_SERVERS: [(&str, &[&str]); 6] = [
    ("clangd", &[]),
    ("gopls", &[]),
    ("jdtls", &[]),
    ("pyright-langserver", &["--stdio"]),
    ("rust-analyzer", &[]),
    ("typescript-language-server", &["--stdio"]),
];

/// The tool as it works in any workspace.
#[must_use]
pub fn tool() -> Declaration {
    let uri = "A file or folder of the project; without one, the workspace.";
    let detect_params = json!({
        "type": "object",
        "description": "Says what project this is: its folder, languages, build systems, test runners.",
        "properties": {"uri": {"type": "string", "description": uri}},
        "additionalProperties": false,
    });
    let capabilities_params = json!({
        "type": "object",
        "description": "Says what there is on this machine to work with.",
        "properties": {},
        "additionalProperties": false,
    });
    declared(
        "ws",
        None,
        [
            action("detect", detect_params, detect),
            action("capabilities", capabilities_params, |context, _: NoParams| {
                Ok(capabilities(context))
            }),
        ],
    )
}

#[derive(Deserialize)]
struct Detect {
    uri: Option<String>,
}

/// Spec: WS-12 to WS-19.
fn detect(context: &Arc<Context>, Detect { uri }: Detect) -> Result<Outcome, ToolError> {
    let workspace = &context.workspace;
    let start = match uri {
        Some(uri) => workspace.locate(&uri)?,
        None => workspace.root().to_owned(),
    };
    if !start.exists() {
        let uri = workspace.uri(&start);
        return Err(failure("NOT_FOUND", format!("{uri} does not exist"), json!({"uri": uri})));
    }
    let root = project_root(&start, workspace.root());
    let mut inside = root.ancestors().take_while(|folder| folder.starts_with(workspace.root()));
    Ok(Outcome::from(json!({
        "root": workspace.uri(&root),
        "languages": languages(&file_names(&root)),
        "build": build_systems(&entries(&root)),
        "test": test_runners(context, &root)?,
        "vcs": inside.any(|folder| folder.join(REPOSITORY).exists()).then_some("git"),
        // No language server is driven from here.
        "backends": ["tree-sitter", "heuristic"],
    })))
}

/// The runners of the suites that lie in the root itself; they come first in the list.
fn test_runners(context: &Arc<Context>, root: &Path) -> Result<Vec<String>, ToolError> {
    let uri = context.workspace.uri(root);
    let listed = context.call("test", "list", &Map::from_iter([("path".into(), json!(uri))]))?;
    let suites = listed["suites"].as_array().into_iter().flatten();
    let inside = suites.filter(|suite| suite["uri"] == json!(uri));
    let mut runners: Vec<String> =
        inside.filter_map(|suite| suite["runner"].as_str().map(str::to_owned)).collect();
    runners.sort();
    Ok(runners)
}

#[derive(Deserialize)]
struct NoParams {}

/// Spec: WS-20.
fn capabilities(context: &Arc<Context>) -> Outcome {
    let found = |(name, arguments): &(&'static str, &'static [&'static str])| {
        let program = on_path(name, &context.environment)?;
        Some(Words { name, program, arguments })
    };
    let servers: Vec<Words> = LANGUAGE_SERVERS.iter().filter_map(found).collect();
    let trials = context.keep::<Trials>();
    let working = |programs: &[Words]| trials.working(programs, ends_well, &context.environment);
    Outcome::from(json!({
        "lsp": trials.working(&servers, answers, &context.environment),
        "vcs": working(found(&("git", &["--version"])).as_slice()).first(),
        "shell": working(found(&("sh", &["-c", ":"])).as_slice()).first(),
        "display": context.environment.get("HANZO_DISPLAY").filter(|display| !display.is_empty()),
    }))
}

fn on_path(name: &str, environment: &BTreeMap<String, String>) -> Option<PathBuf> {
    let path = environment.get("PATH").map_or("", String::as_str);
    split_paths(path)
        .filter(|folder| !folder.as_os_str().is_empty())
        .map(|folder| folder.join(name))
        .find(|place| is_program(place))
}

fn is_program(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|found| found.is_file() && found.permissions().mode() & 0o111 != 0)
}
