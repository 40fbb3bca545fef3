//! A file that comes to be whole or not at all, and never in the place of another.

use std::fmt::Write as _;
use std::fs::{symlink_metadata, File};
use std::io::{self, Write};

use hanzo_envelope::ToolError;
use hanzo_ids::path_from_uri;
use hanzo_tools::{failure, told_by_system, Place, Workspace};
use rustix::fs::{linkat, openat, unlinkat, AtFlags, Mode, OFlags};
use serde_json::json;
use sha2::{Digest, Sha256};

/// A file under way; without `keep` nothing is left of it.
pub(crate) struct NewFile {
    pub(crate) uri: String,
    pub(crate) size: u64,
    asked: String,
    place: Place,
    spare: String,
    stream: File,
    digest: Sha256,
}

impl NewFile {
    /// `PERMISSION_DENIED`, `EXISTS` or `NOT_FOUND`, each with the URI as it was given.
    ///
    /// Spec: NET-33 to NET-35.
    pub(crate) fn create(workspace: &Workspace, asked: String) -> Result<Self, ToolError> {
        let path = workspace.locate(&asked)?;
        let uri = workspace.uri(&path);
        let named = path_from_uri(&asked).unwrap_or_default();
        // A link at this place is something, wherever it leads.
        if symlink_metadata(named).is_ok() {
            let message = format!("{asked} exists");
            return Err(failure("EXISTS", message, json!({"uri": asked})));
        }
        let place = workspace.place(&path).map_err(|problem| told_by_system(&asked, &problem))?;
        let spare = spare_name()?;
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW;
        let stream = openat(&place.folder, spare.as_str(), flags, Mode::from_raw_mode(0o666))
            .map_err(|problem| told_by_system(&asked, &problem.into()))?;
        let digest = Sha256::new();
        Ok(Self { uri, size: 0, asked, place, spare, stream: stream.into(), digest })
    }

    /// Add bytes.
    pub(crate) fn write(&mut self, chunk: &[u8]) -> io::Result<()> {
        self.digest.update(chunk);
        self.size += chunk.len() as u64;
        self.stream.write_all(chunk)
    }

    /// Give the file its name; `EXISTS` if somebody was faster.
    ///
    /// Spec: NET-37.
    pub(crate) fn keep(&self) -> Result<(), ToolError> {
        // A link is made only where nothing is, which a rename does not promise.
        let Place { folder, name } = &self.place;
        linkat(folder, self.spare.as_str(), folder, name, AtFlags::empty())
            .map_err(|problem| told_by_system(&self.asked, &problem.into()))
    }

    /// The hash of what was written.
    pub(crate) fn hash(&self) -> String {
        format!("sha256:{:x}", self.digest.clone().finalize())
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        // Who has removed it before us has done our work.
        let _ = unlinkat(&self.place.folder, self.spare.as_str(), AtFlags::empty());
    }
}

fn spare_name() -> Result<String, ToolError> {
    let mut bytes = [0; 8];
    getrandom::getrandom(&mut bytes)
        .map_err(|problem| ToolError::new("ERROR", problem.to_string()))?;
    let mut name = String::from(".");
    for byte in bytes {
        let _ = write!(name, "{byte:02x}");
    }
    name.push_str(".part");
    Ok(name)
}
