//! The folder that a tool may touch, and the rule that keeps every path inside it.
//!
//! A URI is located by asking the file system: symbolic links are followed first, and what they
//! lead to has to lie inside. Opening goes folder by folder without following links, so that a
//! link that appears between the two is refused, too.

use std::collections::VecDeque;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::path::{Component, Path, PathBuf};

use hanzo_envelope::ToolError;
use hanzo_ids::{path_from_uri, uri_from_path};
use rustix::fs::{open, openat, readlinkat, Mode, OFlags};
use rustix::io::Errno;

use crate::failures::{outside, violation};

/// What Linux follows before it speaks of a loop.
const MOST_LINKS: usize = 40;
/// No system takes a longer path (`PATH_MAX` of Linux), so that nothing at one can be seen to be a
/// link.
const PATH_BYTES: usize = 4096;
const FOLDER: OFlags =
    OFlags::RDONLY.union(OFlags::DIRECTORY).union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);
/// Without `NONBLOCK`, opening a pipe waits for somebody to write to it.
const SAFELY: OFlags =
    OFlags::RDONLY.union(OFlags::NOFOLLOW).union(OFlags::NONBLOCK).union(OFlags::CLOEXEC);

/// A file at a path, opened for reading without waiting, and through no symbolic link at its end.
///
/// # Errors
///
/// What the system says; `InvalidInput` for anything but a regular file.
pub fn open_file(path: &Path) -> io::Result<File> {
    let file = File::from(open(path, SAFELY, Mode::empty())?);
    if file.metadata()?.is_file() {
        return Ok(file);
    }
    Err(io::ErrorKind::InvalidInput.into())
}

/// One folder.
#[derive(Debug, Clone)]
pub struct Workspace {
    root: PathBuf,
}

/// An open folder, and the name of an entry in it: a place that no change of paths can move.
#[derive(Debug)]
pub struct Place {
    /// The folder.
    pub folder: OwnedFd,
    /// The name, `.` for the workspace itself.
    pub name: OsString,
}

impl Workspace {
    /// The workspace of a folder, whose canonical path is its root.
    #[must_use]
    pub fn new(root: &str) -> Self {
        Self { root: followed(Path::new(root)).unwrap_or_else(|| PathBuf::from(root)) }
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
    /// `INVALID_PARAMS` for what is no file URI, `PERMISSION_DENIED` for a place outside, also by
    /// way of a symbolic link, and for links that lead in a circle.
    pub fn locate(&self, uri: &str) -> Result<PathBuf, ToolError> {
        self.locate_at(uri, "/uri")
    }

    /// As `locate`, with the pointer of the parameter at which a violation is reported.
    ///
    /// # Errors
    ///
    /// As `locate`.
    pub fn locate_at(&self, uri: &str, pointer: &str) -> Result<PathBuf, ToolError> {
        match followed(&path_of(uri, pointer)?) {
            Some(found) if found.starts_with(&self.root) => Ok(found),
            _ => Err(outside(uri)),
        }
    }

    /// Where an absolute path leads; none for a place outside, and for links in a circle.
    #[must_use]
    pub fn canonical(&self, path: &Path) -> Option<PathBuf> {
        followed(path).filter(|found| found.starts_with(&self.root))
    }

    /// As `locate`, but of a symbolic link at the end the path of the link itself.
    ///
    /// # Errors
    ///
    /// As `locate`: what the link leads to has to lie inside all the same.
    pub fn locate_entry(&self, uri: &str) -> Result<PathBuf, ToolError> {
        let located = self.locate(uri)?;
        let path = path_of(uri, "/uri")?;
        let (Some(parent), Some(name)) = (path.parent().and_then(followed), path.file_name())
        else {
            return Ok(located);
        };
        // A link outside may lead into the workspace; then only what it leads to is inside.
        Ok(if parent.starts_with(&self.root) { parent.join(name) } else { located })
    }

    /// The URI of a path in the workspace.
    #[must_use]
    pub fn uri(&self, path: &Path) -> String {
        uri_from_path(&path.to_string_lossy()).unwrap_or_default()
    }

    /// The open folder that holds a canonical path, and the name there.
    ///
    /// # Errors
    ///
    /// What the system says; `ELOOP` for a symbolic link that has come since the path was located,
    /// which `told_by_system` turns into `PERMISSION_DENIED`.
    pub fn place(&self, path: &Path) -> io::Result<Place> {
        let Ok(below) = path.strip_prefix(&self.root) else {
            return Err(Errno::LOOP.into());
        };
        let mut folder = open(&self.root, FOLDER, Mode::empty())?;
        let mut names = below.iter().peekable();
        let mut last = OsStr::new(".");
        while let Some(name) = names.next() {
            if names.peek().is_some() {
                folder = enter(&folder, name)?;
            }
            last = name;
        }
        Ok(Place { folder, name: last.to_owned() })
    }

    /// What is at a canonical path, open for reading.
    ///
    /// # Errors
    ///
    /// As `place`.
    pub fn open(&self, path: &Path) -> io::Result<File> {
        self.place(path)?.open()
    }
}

impl Place {
    /// What is here, open for reading; a symbolic link is `ELOOP`.
    ///
    /// # Errors
    ///
    /// What the system says.
    pub fn open(&self) -> io::Result<File> {
        Ok(openat(&self.folder, self.name.as_os_str(), SAFELY, Mode::empty())?.into())
    }
}

/// The folder of this name in another one; a symbolic link is `ELOOP`.
fn enter(folder: impl AsFd, name: &OsStr) -> io::Result<OwnedFd> {
    match openat(&folder, name, FOLDER, Mode::empty()) {
        // Linux says ENOTDIR for a link where a folder is asked for.
        Err(Errno::NOTDIR) if readlinkat(&folder, name, Vec::new()).is_ok() => {
            Err(Errno::LOOP.into())
        }
        other => Ok(other?),
    }
}

fn path_of(uri: &str, pointer: &str) -> Result<PathBuf, ToolError> {
    let path =
        path_from_uri(uri).map_err(|problem| violation(pointer, "uri", problem.to_string()))?;
    Ok(path.into())
}

/// An absolute path with every symbolic link on it followed, as far as there is something; none
/// when there are too many.
fn followed(path: &Path) -> Option<PathBuf> {
    let mut left: VecDeque<OsString> = names(path);
    let mut found = PathBuf::from("/");
    let mut links = 0;
    while let Some(name) = left.pop_front() {
        if name == ".." {
            found.pop();
            continue;
        }
        found.push(&name);
        if found.as_os_str().len() > PATH_BYTES {
            continue;
        }
        // Nothing there, no link, or not to be seen: whoever opens it will be told which.
        let Ok(target) = fs::read_link(&found) else { continue };
        links += 1;
        if links > MOST_LINKS {
            return None;
        }
        found.pop();
        if target.is_absolute() {
            found = PathBuf::from("/");
        }
        for name in names(&target).into_iter().rev() {
            left.push_front(name);
        }
    }
    Some(found)
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
