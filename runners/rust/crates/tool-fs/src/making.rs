//! The actions `write` and `mkdir`: they make what is not there, and never change what is.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use base64::engine::general_purpose::STANDARD;
use base64::Engine;
use hanzo_envelope::{Outcome, ToolError};
use hanzo_tools::{told_by_system, violation, Context, Workspace};
use rustix::fs::{mkdirat, Mode};
use rustix::io::Errno;
use serde::Deserialize;
use serde_json::json;

use crate::files::create;
use crate::reading::OfUri;
use crate::refusals::exists;
use crate::seen::SeenContents;

#[derive(Deserialize)]
pub(crate) struct WriteParams {
    uri: String,
    content: String,
    encoding: Option<String>,
}

/// Create a file with this content. Spec: FS-26 to FS-31.
pub(crate) fn write(context: &Arc<Context>, params: WriteParams) -> Result<Outcome, ToolError> {
    let workspace = &context.workspace;
    let path = workspace.locate_entry(&params.uri)?;
    let data = decoded(params)?;
    let uri = workspace.uri(&path);
    if path == workspace.root() {
        return Err(exists(&uri));
    }
    create(workspace, &path, &data)?;
    let hash = context.keep::<SeenContents>().remember(&data);
    Ok(Outcome::from(json!({"uri": uri, "hash": hash, "size": data.len()})))
}

/// Create a folder, and the folders above it that are missing. Spec: FS-33 to FS-36.
pub(crate) fn mkdir(context: &Arc<Context>, OfUri { uri }: OfUri) -> Result<Outcome, ToolError> {
    let workspace = &context.workspace;
    let path = workspace.locate_entry(&uri)?;
    let uri = workspace.uri(&path);
    if path == workspace.root() {
        return Err(exists(&uri));
    }
    let below = path.strip_prefix(workspace.root()).unwrap_or(&path);
    let mut place = PathBuf::from(workspace.root());
    for name in below {
        place.push(name);
        make(workspace, &place, place == path)?;
    }
    Ok(Outcome::from(json!({"uri": uri})))
}

fn make(workspace: &Workspace, path: &Path, last: bool) -> Result<(), ToolError> {
    let made = workspace.place(path).and_then(|place| {
        Ok(mkdirat(&place.folder, place.name.as_os_str(), Mode::from_raw_mode(0o777))?)
    });
    let Err(problem) = made else { return Ok(()) };
    if problem.kind() == io::ErrorKind::AlreadyExists {
        return if last { Err(exists(&workspace.uri(path))) } else { Ok(()) };
    }
    if Errno::from_io_error(&problem) == Some(Errno::NOTDIR) {
        // What was found on the way was no folder.
        return Err(exists(&workspace.uri(path.parent().unwrap_or(path))));
    }
    Err(told_by_system(&workspace.uri(path), &problem))
}

fn decoded(params: WriteParams) -> Result<Vec<u8>, ToolError> {
    if params.encoding.as_deref() != Some("base64") {
        return Ok(params.content.into_bytes());
    }
    // STANDARD is strict about padding and the bits that it leaves over.
    STANDARD
        .decode(params.content)
        .map_err(|problem| violation("/content", "base64", problem.to_string()))
}
