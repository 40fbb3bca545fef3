//! The folder that a tool may touch, and the rule that keeps every path inside it.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::fs;
use std::path::{Component, Path, PathBuf};

use hanzo_envelope::ToolError;
use hanzo_ids::{path_from_uri, uri_from_path};

use crate::failures::{outside, violation};

/// What Linux follows before it speaks of a loop.
const MOST_LINKS: usize = 40;

/// One folder.
#[derive(Debug, Clone)]
pub struct Workspace {
    root: PathBuf,
}

impl Workspace {
    /// The workspace of a folder, whose canonical path is its root.
    #[must_use]
    pub fn new(root: &str) -> Self {
        Self { root: canonical(Path::new(root)) }
    }

    /// The canonical path of the folder.
    #[must_use]
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The canonical path that a file URI names; there need not be anything.
    ///
    /// # Errors
    ///
    /// `INVALID_PARAMS` for what is no file URI, `PERMISSION_DENIED` for a place outside.
    pub fn locate(&self, uri: &str) -> Result<PathBuf, ToolError> {
        let path =
            path_from_uri(uri).map_err(|problem| violation("/uri", "uri", problem.to_string()))?;
        let found = canonical(Path::new(&path));
        if found.starts_with(&self.root) {
            Ok(found)
        } else {
            Err(outside(uri))
        }
    }

    /// The URI of a path in the workspace.
    #[must_use]
    pub fn uri(&self, path: &Path) -> String {
        uri_from_path(&path.to_string_lossy()).unwrap_or_default()
    }
}

/// An absolute path with every symbolic link on it followed, as far as there is something.
fn canonical(path: &Path) -> PathBuf {
    let mut left: VecDeque<OsString> = names(path);
    let mut found = PathBuf::from("/");
    let mut links = 0;
    while let Some(name) = left.pop_front() {
        if name == ".." {
            found.pop();
            continue;
        }
        let next = found.join(&name);
        match fs::read_link(&next) {
            Ok(target) if links < MOST_LINKS => {
                links += 1;
                if target.is_absolute() {
                    found = PathBuf::from("/");
                }
                for name in names(&target).into_iter().rev() {
                    left.push_front(name);
                }
            }
            _ => found = next,
        }
    }
    found
}

fn names(path: &Path) -> VecDeque<OsString> {
    path.components()
        .filter_map(|part| match part {
            Component::Normal(name) => Some(name.to_owned()),
            Component::ParentDir => Some("..".into()),
            _ => None,
        })
        .collect()
}
