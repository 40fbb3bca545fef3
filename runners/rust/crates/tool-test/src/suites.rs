//! The suites of a workspace: folders that a runner is made for, and how each is run.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use hanzo_tools::open_file;

use crate::recognition::{runners, LOOKED_INTO, READ};

/// Folders below the one where the search begins.
const DEEPEST: usize = 3;
/// What holds other people's tests, or what a build has made.
const PASSED_OVER: [&str; 4] = ["__pycache__", "node_modules", "target", "venv"];
const MOST_READ_BYTES: u64 = 1 << 20;
/// Of its forms of the report xunit1 alone says where a test stands; what tests print is not in it.
const PYTEST: [&str; 10] = [
    "pytest",
    "--verbosity=0",
    "--color=no",
    "--tb=short",
    "--rootdir=.",
    "-o",
    "junit_family=xunit1",
    "-o",
    "junit_logging=no",
    "--junit-prefix=",
];

/// A runner and its folder; `name` is what callers say.
#[derive(Debug, Clone)]
pub(crate) struct Suite {
    pub(crate) name: String,
    pub(crate) runner: &'static str,
    pub(crate) folder: PathBuf,
}

impl Suite {
    /// The command that runs it, with a report in this file. Spec: TEST-13 to TEST-16.
    pub(crate) fn words(
        &self,
        only: Option<&str>,
        parallel: Option<u64>,
        report: Option<&Path>,
    ) -> Vec<String> {
        let mut words: Vec<String> = match self.runner {
            "pytest" => PYTEST.to_vec(),
            "cargo" => vec!["cargo", "test", "--no-fail-fast", "--color=never"],
            _ => vec!["node", "--test", "--test-reporter=tap"],
        }
        .into_iter()
        .map(str::to_owned)
        .collect();
        match self.runner {
            "pytest" => {
                words.extend(report.map(|path| format!("--junit-xml={}", path.display())));
                if let Some(parallel) = parallel.filter(|number| *number > 1) {
                    words.extend(["-n".to_owned(), parallel.to_string()]);
                }
                words.extend(only.iter().flat_map(|only| ["-k".to_owned(), (*only).to_owned()]));
            }
            "cargo" => {
                if only.is_some() || parallel.is_some() {
                    words.push("--".to_owned());
                }
                words.extend(only.map(str::to_owned));
                words.extend(parallel.map(|number| format!("--test-threads={number}")));
            }
            _ => {
                words.extend(parallel.map(|number| format!("--test-concurrency={number}")));
                words.extend(only.map(|only| format!("--test-name-pattern={only}")));
            }
        }
        words
    }
}

/// The suites at and below a folder of the workspace, by folder and then by runner.
///
/// A folder below a suite belongs to it, as far as the runner is the same. Spec: TEST-1 to TEST-8.
pub(crate) fn suites(root: &Path, start: &Path) -> Vec<Suite> {
    let mut found = Vec::new();
    look(root, start, &[], 0, &mut found);
    found.sort_by(|one, other| {
        let bytes = |suite: &Suite| suite.folder.as_os_str().as_encoded_bytes().to_vec();
        bytes(one).cmp(&bytes(other)).then(one.runner.cmp(other.runner))
    });
    found
}

/// The suite of a name, which may lie in another one or deeper than one looks.
///
/// Spec: TEST-26.
pub(crate) fn named(root: &Path, name: &str) -> Option<Suite> {
    let mut folder = root.to_owned();
    if let Some(place) = name.split_once(':').map(|(_, place)| place).filter(|at| !at.is_empty()) {
        for part in place.split('/') {
            if matches!(part, "" | "." | "..") || part.contains('\0') {
                return None;
            }
            folder.push(part);
        }
    }
    if fs::canonicalize(&folder).ok()? != folder || !folder.is_dir() {
        return None;
    }
    suites(root, &folder).into_iter().find(|suite| suite.name == name)
}

fn look(root: &Path, folder: &Path, taken: &[&'static str], depth: usize, found: &mut Vec<Suite>) {
    // What cannot be looked into has no suites to run.
    let Ok((mut names, folders)) = entries(folder) else { return };
    let contents: BTreeMap<String, String> = READ
        .iter()
        .filter(|name| names.contains(**name))
        .map(|name| ((*name).to_owned(), text(&folder.join(name))))
        .collect();
    for inner in LOOKED_INTO.iter().filter(|name| folders.contains(**name)) {
        if let Ok((files, _)) = entries(&folder.join(inner)) {
            names.extend(files.into_iter().map(|file| format!("{inner}/{file}")));
        }
    }
    let new: Vec<&'static str> =
        runners(&names, &contents).into_iter().filter(|name| !taken.contains(name)).collect();
    let place = folder.strip_prefix(root).unwrap_or(folder).to_string_lossy();
    for runner in &new {
        let name =
            if place.is_empty() { (*runner).to_owned() } else { format!("{runner}:{place}") };
        found.push(Suite { name, runner, folder: folder.to_owned() });
    }
    if depth < DEEPEST {
        let taken: Vec<&'static str> = taken.iter().chain(&new).copied().collect();
        for name in folders {
            if !name.starts_with('.') && !PASSED_OVER.contains(&name.as_str()) {
                look(root, &folder.join(name), &taken, depth + 1, found);
            }
        }
    }
}

/// The names of the files and of the folders in a folder.
///
/// Links are neither, and a name that is not UTF-8 has no URI and is passed over.
fn entries(folder: &Path) -> io::Result<(BTreeSet<String>, BTreeSet<String>)> {
    let (mut files, mut folders) = (BTreeSet::new(), BTreeSet::new());
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let Ok(name) = entry.file_name().into_string() else { continue };
        let kind = entry.file_type()?;
        if kind.is_dir() {
            folders.insert(name);
        } else if kind.is_file() {
            files.insert(name);
        }
    }
    Ok((files, folders))
}

fn text(path: &Path) -> String {
    let mut data = Vec::new();
    // Without waiting, and through no link: it may have changed since it was looked at.
    let read = open_file(path).and_then(|file| file.take(MOST_READ_BYTES).read_to_end(&mut data));
    if read.is_err() {
        return String::new();
    }
    String::from_utf8_lossy(&data).into_owned()
}
