//! The action `rm`: guarded, and never beyond the entry that was named.

use std::ffi::OsStr;
use std::io;
use std::os::fd::BorrowedFd;
use std::os::unix::ffi::OsStrExt;
use std::sync::Arc;

use hanzo_envelope::{Outcome, ToolError};
use hanzo_tools::{failure, told_by_system, Context};
use rustix::fd::AsFd;
use rustix::fs::{openat, unlinkat, AtFlags, Dir, Mode, OFlags};
use rustix::io::Errno;
use serde::Deserialize;
use serde_json::json;

use crate::files::{status_of, unlink};
use crate::refusals::kind_of;

#[derive(Deserialize)]
pub(crate) struct RmParams {
    uri: String,
    confirm: Option<bool>,
}

/// Remove a file, a link, or a folder with all that is in it. Spec: FS-37 to FS-42.
pub(crate) fn rm(
    context: &Arc<Context>,
    RmParams { uri, confirm }: RmParams,
) -> Result<Outcome, ToolError> {
    let workspace = &context.workspace;
    let path = workspace.locate_entry(&uri)?;
    let uri = workspace.uri(&path);
    if path == workspace.root() {
        let details = json!({"uri": uri});
        return Err(failure("PERMISSION_DENIED", "the workspace itself stays", details));
    }
    let told = |problem: io::Error| told_by_system(&uri, &problem);
    let place = workspace.place(&path).map_err(told)?;
    let kind = kind_of(&status_of(&place).map_err(told)?);
    if confirm != Some(true) {
        let details = json!({"uri": uri, "type": kind});
        let message = format!("say confirm: true to remove {uri}");
        return Err(failure("CONFIRM_REQUIRED", message, details));
    }
    let removed = match kind {
        "directory" => remove_folder(place.folder.as_fd(), &place.name),
        _ => unlink(&place.folder, &place.name),
    };
    removed.map_err(told)?;
    Ok(Outcome::from(json!({"uri": uri, "type": kind})))
}

/// Removes a folder and what is in it, by descriptors and without following links.
fn remove_folder(above: BorrowedFd<'_>, name: &OsStr) -> io::Result<()> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let folder = openat(above, name, flags, Mode::empty())?;
    // Listed first: what a folder tells while it shrinks is not specified.
    let entries = Dir::read_from(&folder)?.collect::<Result<Vec<_>, _>>()?;
    for entry in entries {
        let entry = OsStr::from_bytes(entry.file_name().to_bytes());
        if entry == "." || entry == ".." {
            continue;
        }
        match unlink(&folder, entry).map_err(|problem| Errno::from_io_error(&problem)) {
            // Linux says EISDIR for a folder, POSIX EPERM.
            Err(Some(Errno::ISDIR | Errno::PERM)) => remove_folder(folder.as_fd(), entry)?,
            Err(Some(problem)) => return Err(problem.into()),
            _ => {}
        }
    }
    Ok(unlinkat(above, name, AtFlags::REMOVEDIR)?)
}
