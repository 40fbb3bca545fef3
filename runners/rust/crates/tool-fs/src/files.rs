//! Files as a whole: read within a limit, created, replaced. Paths are canonical.
//!
//! Every step works on the open folder that holds the file, never on the path again.

use std::ffi::OsStr;
use std::fs::{File, Permissions};
use std::io::{self, Read, Write};
use std::os::unix::fs::{fchown, PermissionsExt};
use std::path::Path;

use hanzo_envelope::ToolError;
use hanzo_ids::content_hash;
use hanzo_tools::{failure, told_by_system, Place, Workspace};
use rustix::fs::{fstat, openat, renameat, statat, unlinkat, AtFlags, Mode, OFlags, Stat};
use serde_json::json;

use crate::refusals::{conflict, kind_of, no_file};

/// What is read in one piece, in bytes.
pub(crate) const LIMIT: u64 = 16 * 1024 * 1024;
const NEW: OFlags = OFlags::WRONLY
    .union(OFlags::CREATE)
    .union(OFlags::EXCL)
    .union(OFlags::NOFOLLOW)
    .union(OFlags::CLOEXEC);

/// The bytes of a file, and what the system told about it when they were read.
pub(crate) struct Content {
    pub(crate) data: Vec<u8>,
    status: Stat,
}

/// What is at a place, without following a link.
pub(crate) fn status_of(place: &Place) -> io::Result<Stat> {
    Ok(statat(&place.folder, place.name.as_os_str(), AtFlags::SYMLINK_NOFOLLOW)?)
}

/// The content of the file at a path, of up to `LIMIT` bytes.
pub(crate) fn read_content(workspace: &Workspace, path: &Path) -> Result<Content, ToolError> {
    let uri = workspace.uri(path);
    let place = workspace.place(path).map_err(|problem| told_by_system(&uri, &problem))?;
    read_at(&place, &uri)
}

/// Makes a new file; a name that is taken, also by a link that leads nowhere, is `EXISTS`.
pub(crate) fn create(workspace: &Workspace, path: &Path, data: &[u8]) -> Result<(), ToolError> {
    let told = |problem| told_by_system(&workspace.uri(path), &problem);
    let place = workspace.place(path).map_err(told)?;
    let name = place.name.as_os_str();
    let mode = Mode::from_raw_mode(0o666);
    let mut file: File =
        openat(&place.folder, name, NEW, mode).map_err(|problem| told(problem.into()))?.into();
    file.write_all(data).map_err(|problem| {
        let _ = unlinkat(&place.folder, name, AtFlags::empty());
        told(problem)
    })
}

/// Puts new bytes in the place of a file at once, with its mode and, if allowed, its owner;
/// `CONFLICT` when the file is no longer the one whose content was read.
pub(crate) fn replace(
    workspace: &Workspace,
    path: &Path,
    before: &Content,
    data: &[u8],
) -> Result<(), ToolError> {
    let uri = workspace.uri(path);
    let told = |problem: io::Error| told_by_system(&uri, &problem);
    let place = workspace.place(path).map_err(told)?;
    let beside = name_beside().map_err(told)?;
    let exchanged = write_beside(&place, &beside, before, data)
        .map_err(told)
        .and_then(|()| refuse_if_changed(&place, &uri, before))
        .and_then(|()| {
            renameat(&place.folder, &beside, &place.folder, place.name.as_os_str())
                .map_err(|problem| told(problem.into()))
        });
    if exchanged.is_err() {
        let _ = unlinkat(&place.folder, &beside, AtFlags::empty());
    }
    exchanged
}

fn write_beside(place: &Place, beside: &str, before: &Content, data: &[u8]) -> io::Result<()> {
    let mut file: File = openat(&place.folder, beside, NEW, Mode::from_raw_mode(0o600))?.into();
    file.write_all(data)?;
    let Stat { st_uid, st_gid, st_mode, .. } = before.status;
    match fchown(&file, Some(st_uid), Some(st_gid)) {
        Err(problem) if problem.kind() != io::ErrorKind::PermissionDenied => return Err(problem),
        _ => {}
    }
    // Last, because writing and changing the owner clear some of the bits.
    file.set_permissions(Permissions::from_mode(st_mode & 0o7777))
}

fn name_beside() -> io::Result<String> {
    let mut random = [0; 8];
    getrandom::getrandom(&mut random).map_err(|problem| io::Error::other(problem.to_string()))?;
    Ok(format!(".hanzo-{:016x}.tmp", u64::from_ne_bytes(random)))
}

fn read_at(place: &Place, uri: &str) -> Result<Content, ToolError> {
    let told = |problem: io::Error| told_by_system(uri, &problem);
    let found = status_of(place).map_err(told)?;
    // Asked before opening, which can have effects on a device.
    if !matches!(kind_of(&found), "file" | "symlink") {
        return Err(no_file(uri, kind_of(&found)));
    }
    let mut file = place.open().map_err(told)?;
    let status = fstat(&file).map_err(|problem| told(problem.into()))?;
    if kind_of(&status) != "file" {
        return Err(no_file(uri, kind_of(&status)));
    }
    let mut size = u64::try_from(status.st_size).unwrap_or_default();
    let mut data = Vec::new();
    if size <= LIMIT {
        // A file that grows meanwhile, or has no honest size, is not read without an end either.
        data.reserve(usize::try_from(size).unwrap_or_default() + 1);
        (&mut file).take(LIMIT + 1).read_to_end(&mut data).map_err(told)?;
        size = size.max(data.len() as u64);
    }
    if size > LIMIT {
        let details = json!({"uri": uri, "size": size, "limit": LIMIT});
        return Err(failure("UNSUPPORTED", format!("{uri} is larger than {LIMIT} bytes"), details));
    }
    Ok(Content { data, status })
}

fn refuse_if_changed(place: &Place, uri: &str, before: &Content) -> Result<(), ToolError> {
    let identity = |status: &Stat| {
        (status.st_dev, status.st_ino, status.st_size, status.st_mtime, status.st_mtime_nsec)
    };
    let now = status_of(place).map_err(|problem| told_by_system(uri, &problem))?;
    if identity(&now) == identity(&before.status) {
        return Ok(());
    }
    let now = read_at(place, uri)?;
    if now.data == before.data {
        return Ok(());
    }
    Err(conflict(&content_hash(&before.data), &content_hash(&now.data)))
}

/// Removes one entry that is no folder.
pub(crate) fn unlink(folder: impl rustix::fd::AsFd, name: &OsStr) -> io::Result<()> {
    Ok(unlinkat(folder, name, AtFlags::empty())?)
}
