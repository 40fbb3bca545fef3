//! Where a walk starts: an open folder or file of the workspace, or the reason why there is none.

use std::os::fd::OwnedFd;
use std::path::PathBuf;

use hanzo_envelope::ToolError;
use hanzo_ids::uri_from_path;
use hanzo_tools::{told_by_system, violation, Workspace};
use rustix::fs::fstat;

use crate::refusals::{kind_of, no_file};

/// What is at a canonical path, open for reading.
pub(crate) struct Place {
    /// The path.
    pub(crate) path: PathBuf,
    /// Its URI.
    pub(crate) uri: String,
    /// Open for reading.
    pub(crate) descriptor: OwnedFd,
    /// Whether it is a folder and no file.
    pub(crate) is_folder: bool,
}

/// The folder or file that a URI names, whose parameter is at `pointer`.
///
/// # Errors
///
/// `NOT_FOUND` and `PERMISSION_DENIED`; `INVALID_PARAMS` for what is no file URI; `UNSUPPORTED` for
/// what is neither folder nor file. Spec: FS-102, FS-121.
pub(crate) fn opened(
    workspace: &Workspace,
    given: &str,
    pointer: &str,
) -> Result<Place, ToolError> {
    let path = workspace.locate_at(given, pointer)?;
    let uri = workspace.uri(&path);
    let descriptor: OwnedFd =
        workspace.open(&path).map_err(|problem| told_by_system(&uri, &problem))?.into();
    let status = fstat(&descriptor).map_err(|problem| told_by_system(&uri, &problem.into()))?;
    match kind_of(&status) {
        kind @ ("directory" | "file") => {
            Ok(Place { path, uri, descriptor, is_folder: kind == "directory" })
        }
        kind => Err(no_file(&uri, kind)),
    }
}

/// The URI of a place that is given as URI, or as path from the workspace's root.
///
/// # Errors
///
/// `INVALID_PARAMS` at `/path` for a path with a `..` segment or a NUL. Spec: FS-120.
pub(crate) fn uri_of(workspace: &Workspace, path: &str) -> Result<String, ToolError> {
    if path.get(..5).is_some_and(|scheme| scheme.eq_ignore_ascii_case("file:")) {
        return Ok(path.to_owned());
    }
    let absolute = if path.starts_with('/') {
        path.to_owned()
    } else {
        format!("{}/{path}", workspace.root().display())
    };
    uri_from_path(&absolute).map_err(|problem| violation("/path", "path", problem.to_string()))
}
