//! Looking at the files of a project: names only, and never through a symbolic link.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::markers::{is_own_folder, marks_a_root};

/// A survey of a folder as large as this says enough about its languages.
const MOST_FILES: usize = 20_000;

/// The nearest folder from `start` upwards that marks a project, or the workspace. Spec: WS-12.
pub(crate) fn project_root(start: &Path, workspace: &Path) -> PathBuf {
    let folder = if start.is_dir() { start } else { start.parent().unwrap_or(workspace) };
    let marked = |folder: &&Path| *folder == workspace || marks_a_root(&entries(folder));
    folder.ancestors().find(marked).unwrap_or(workspace).to_owned()
}

/// The names in a folder; none where it cannot be read.
pub(crate) fn entries(folder: &Path) -> BTreeSet<String> {
    let Ok(found) = fs::read_dir(folder) else { return BTreeSet::new() };
    found.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
}

/// The names of the files of a project, folder by folder in the order of names.
///
/// Spec: WS-15, WS-21.
pub(crate) fn file_names(root: &Path) -> Vec<String> {
    let mut found = Vec::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for name in entries(&folder).into_iter().rev() {
            let path = folder.join(&name);
            if !path.is_dir() {
                found.push(name);
            } else if is_own_folder(&name) && !path.is_symlink() {
                folders.push(path);
            }
            if found.len() == MOST_FILES {
                return found;
            }
        }
    }
    found
}
