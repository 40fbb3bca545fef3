//! The files that code is read from: one by URI, or all of some languages below a folder.
//!
//! Symbolic links are followed for a file that is named, inside the workspace, and never when
//! folders are searched. Nothing is written here.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use hanzo_envelope::ToolError;
use hanzo_ids::content_hash;
use hanzo_tools::{failure, told_by_system, Workspace};
use serde_json::json;

use crate::languages::table;

const LARGEST_BYTES: u64 = 5 * 1024 * 1024;

/// A file of source code as it was when it was read.
#[derive(Clone)]
pub(crate) struct Document {
    pub path: PathBuf,
    /// Its path in the workspace.
    pub name: String,
    pub uri: String,
    pub hash: String,
    pub text: String,
}

impl Document {
    /// The last component of its path.
    pub fn file_name(&self) -> &str {
        self.name.rsplit('/').next().unwrap_or_default()
    }
}

/// The document that a URI names.
///
/// # Errors
///
/// `NOT_FOUND` and `PERMISSION_DENIED` with `uri`; `UNSUPPORTED` with `uri` and `type` for a folder
/// or device, with `missing` for what is not UTF-8 or too large. Spec: CODE-30 to CODE-34.
pub(crate) fn read_named(workspace: &Workspace, uri: &str) -> Result<Document, ToolError> {
    let path = workspace.locate(uri)?;
    let content =
        match content(workspace, &path).map_err(|problem| told_by_system(uri, &problem))? {
            Content::Bytes(bytes) => bytes,
            Content::Other(kind) => {
                let details = json!({"uri": uri, "type": kind});
                return Err(failure("UNSUPPORTED", format!("{uri} is no file"), details));
            }
            Content::TooLarge => {
                let message = format!("{uri} has more than {LARGEST_BYTES} bytes");
                return Err(unsupported("small-file", message));
            }
        };
    document(workspace, path, content)
        .ok_or_else(|| unsupported("utf-8", format!("{uri} is not UTF-8")))
}

/// The documents at or below a place whose names are wanted and which contain a word.
///
/// Sorted by the bytes of their paths' components; what cannot be read as source code is left out.
/// Spec: CODE-35, CODE-36.
pub(crate) fn documents(
    workspace: &Workspace,
    place: &Path,
    is_wanted: impl Fn(&str) -> bool,
    word: &str,
) -> Vec<Document> {
    let mut found = Vec::new();
    collect(place, &is_wanted, &mut found);
    // Paths are compared component by component.
    found.sort();
    let read = |path: PathBuf| match content(workspace, &path) {
        // Gone, changed into something else, or no text: nobody has named it.
        Ok(Content::Bytes(bytes)) => document(workspace, path, bytes),
        _ => None,
    };
    found.into_iter().filter_map(read).filter(|document| document.text.contains(word)).collect()
}

/// The refusal of what this tool cannot do without something.
pub(crate) fn unsupported(missing: &str, message: impl Into<String>) -> ToolError {
    failure("UNSUPPORTED", message, json!({"missing": missing}))
}

enum Content {
    Bytes(Vec<u8>),
    Other(&'static str),
    TooLarge,
}

fn content(workspace: &Workspace, path: &Path) -> std::io::Result<Content> {
    let file = workspace.open(path)?;
    let kind = file.metadata()?.file_type();
    if !kind.is_file() {
        return Ok(Content::Other(if kind.is_dir() { "directory" } else { "other" }));
    }
    let mut bytes = Vec::new();
    // One byte more than allowed tells that there is too much.
    let length = file.take(LARGEST_BYTES + 1).read_to_end(&mut bytes)?;
    Ok(if length as u64 > LARGEST_BYTES { Content::TooLarge } else { Content::Bytes(bytes) })
}

fn document(workspace: &Workspace, path: PathBuf, content: Vec<u8>) -> Option<Document> {
    let hash = content_hash(&content);
    let text = String::from_utf8(content).ok()?;
    let name = path.strip_prefix(workspace.root()).ok()?.to_string_lossy().into_owned();
    Some(Document { name, uri: workspace.uri(&path), hash, text, path })
}

fn collect(place: &Path, is_wanted: &impl Fn(&str) -> bool, found: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(place) else {
        let name = place.file_name().unwrap_or_default().to_string_lossy();
        if place.is_file() && is_wanted(&name) {
            found.push(place.to_path_buf());
        }
        return;
    };
    for entry in entries.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let Ok(kind) = entry.file_type() else { continue };
        if name.starts_with('.') {
            continue;
        }
        if kind.is_dir() && !table().skipped_folders.contains(&name) {
            collect(&entry.path(), is_wanted, found);
        } else if kind.is_file() && is_wanted(&name) {
            found.push(entry.path());
        }
    }
}
