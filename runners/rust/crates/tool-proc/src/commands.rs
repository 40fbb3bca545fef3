//! What a command is: its words, the rules that they keep, and where its program may be.
//!
//! Nothing here asks the file system.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::{json, Value};

const SHELL: &str = "/bin/sh";

/// A command as a caller gives it.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(untagged)]
pub(crate) enum Command {
    /// For the shell.
    Text(String),
    /// A program and its arguments.
    Words(Vec<String>),
}

impl Command {
    /// The words of the command: text goes to the shell as one. Spec: PROC-1, PROC-2.
    pub(crate) fn words(&self) -> Vec<String> {
        match self {
            Self::Text(text) => vec![SHELL.to_owned(), "-c".to_owned(), text.clone()],
            Self::Words(words) => words.clone(),
        }
    }

    /// The command as a filter sees it. Spec: PROC-24.
    pub(crate) fn as_text(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Words(words) => words.join(" "),
        }
    }

    /// The rules that a schema cannot state and that command or variables break, sorted.
    ///
    /// Spec: PROC-3, PROC-14.
    pub(crate) fn broken_rules(&self, env: &BTreeMap<String, String>) -> Vec<Value> {
        let mut found = self.broken();
        for (name, value) in env {
            let pointer = format!("/env/{}", name.replace('~', "~0").replace('/', "~1"));
            if name.is_empty() || name.contains(['=', '\0']) {
                found.push((pointer.clone(), "name"));
            }
            if value.contains('\0') {
                found.push((pointer, "nul"));
            }
        }
        found.sort();
        let told = |(pointer, rule)| json!({"pointer": pointer, "rule": rule});
        found.into_iter().map(told).collect()
    }

    fn broken(&self) -> Vec<(String, &'static str)> {
        let mut found = Vec::new();
        match self {
            Self::Text(text) => {
                if text.is_empty() {
                    found.push(("/command".to_owned(), "empty"));
                }
                if text.contains('\0') {
                    found.push(("/command".to_owned(), "nul"));
                }
            }
            Self::Words(words) => {
                if words.is_empty() {
                    found.push(("/command".to_owned(), "empty"));
                }
                for (index, word) in words.iter().enumerate() {
                    if index == 0 && word.is_empty() {
                        found.push(("/command/0".to_owned(), "empty"));
                    }
                    if word.contains('\0') {
                        found.push((format!("/command/{index}"), "nul"));
                    }
                }
            }
        }
        found
    }
}

/// The absolute paths at which a program may be, the first one first.
///
/// A name with a slash is a path from the command's folder; another one is looked for in the
/// folders of `PATH`, where the empty one is the command's own. Spec: PROC-15.
#[must_use]
pub fn places(program: &str, path: &str, folder: &Path) -> Vec<PathBuf> {
    if program.contains('/') {
        return vec![folder.join(program)];
    }
    path.split(':').map(|place| folder.join(place).join(program)).collect()
}
