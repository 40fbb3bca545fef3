//! Walking a folder in the order of its paths, without ever following a symbolic link.
//!
//! Folders are opened one within the other, by name and descriptor, so that a link that takes a
//! folder's place while the walk goes on leads nowhere.

use std::ops::ControlFlow;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::vec;

use rustix::fs::{openat, statat, AtFlags, Dir, FileType, Mode, OFlags};
use rustix::io::Errno;

const OPEN_FOLDER: OFlags =
    OFlags::RDONLY.union(OFlags::DIRECTORY).union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);
/// Without `NONBLOCK`, a pipe that takes a file's place would wait for a writer.
const OPEN_FILE: OFlags =
    OFlags::RDONLY.union(OFlags::NOFOLLOW).union(OFlags::NONBLOCK).union(OFlags::CLOEXEC);
/// What is read in one piece.
const CHUNK: usize = 1 << 16;

/// What an entry of a folder is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Kind {
    /// A regular file.
    File,
    /// A folder.
    Directory,
    /// A symbolic link, wherever it leads.
    Symlink,
    /// Pipes, sockets, devices.
    Other,
}

impl Kind {
    /// As it is answered.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::File => "file",
            Self::Directory => "directory",
            Self::Symlink => "symlink",
            Self::Other => "other",
        }
    }
}

/// Something in a folder.
#[derive(Debug)]
pub(crate) struct Entry {
    /// From where the walk began.
    pub(crate) path: String,
    name_start: usize,
    /// What it is.
    pub(crate) kind: Kind,
}

impl Entry {
    /// The last segment of the path.
    pub(crate) fn name(&self) -> &str {
        &self.path[self.name_start..]
    }
}

/// What a walk leaves out, as it stands in one folder.
pub(crate) trait Gate: Sized {
    /// Whether to give this entry, and to enter it when it is a folder.
    fn admits(&self, entry: &Entry) -> bool;

    /// The gate of the open folder with this path (`/` at its end) and these entries.
    fn within(&self, path: &str, folder: BorrowedFd<'_>, entries: &[Entry]) -> Self;
}

struct Opened<G> {
    folder: OwnedFd,
    left: vec::IntoIter<Entry>,
    gate: G,
}

/// Visit every admitted entry below an open folder, a folder before what is in it, with the open
/// folder that holds it, until the visitor breaks.
///
/// The entries of a folder come in the order of the bytes of their names. Folders that cannot be
/// read are empty.
pub(crate) fn walk<G: Gate>(
    folder: OwnedFd,
    gate: &G,
    depth: Option<u64>,
    mut visit: impl FnMut(&Entry, BorrowedFd<'_>) -> ControlFlow<()>,
) {
    let mut opened = vec![entered(folder, "", gate)];
    while let Some(last) = opened.last_mut() {
        let Some(entry) = last.left.next() else {
            opened.pop();
            continue;
        };
        if !last.gate.admits(&entry) {
            continue;
        }
        if visit(&entry, last.folder.as_fd()).is_break() {
            return;
        }
        let level = u64::try_from(opened.len()).unwrap_or(u64::MAX);
        if entry.kind != Kind::Directory || depth.is_some_and(|depth| level >= depth) {
            continue;
        }
        let last = &opened[opened.len() - 1];
        if let Ok(below) = openat(&last.folder, entry.name(), OPEN_FOLDER, Mode::empty()) {
            let below = entered(below, &format!("{}/", entry.path), &last.gate);
            opened.push(below);
        }
    }
}

fn entered<G: Gate>(folder: OwnedFd, path: &str, gate: &G) -> Opened<G> {
    let entries = entries(&folder, path).unwrap_or_default();
    let gate = gate.within(path, folder.as_fd(), &entries);
    Opened { folder, left: entries.into_iter(), gate }
}

fn entries(folder: &OwnedFd, path: &str) -> Result<Vec<Entry>, Errno> {
    let mut found = Vec::new();
    for item in Dir::read_from(folder)? {
        let item = item?;
        // A name that is not UTF-8 has no URI.
        let Ok(name) = item.file_name().to_str() else { continue };
        if matches!(name, "." | "..") {
            continue;
        }
        let Ok(kind) = kind(folder, item.file_name(), item.file_type()) else { continue };
        found.push(Entry { path: format!("{path}{name}"), name_start: path.len(), kind });
    }
    found.sort_unstable_by(|one, other| one.path.cmp(&other.path));
    Ok(found)
}

fn kind(folder: &OwnedFd, name: &std::ffi::CStr, told: FileType) -> Result<Kind, Errno> {
    let told = match told {
        FileType::Unknown => {
            FileType::from_raw_mode(statat(folder, name, AtFlags::SYMLINK_NOFOLLOW)?.st_mode)
        }
        told => told,
    };
    Ok(match told {
        FileType::RegularFile => Kind::File,
        FileType::Directory => Kind::Directory,
        FileType::Symlink => Kind::Symlink,
        _ => Kind::Other,
    })
}

/// The bytes of a file in an open folder; none for anything but a regular file, or if it has gone.
pub(crate) fn size_of(folder: BorrowedFd<'_>, name: &str) -> Option<u64> {
    let found = statat(folder, name, AtFlags::SYMLINK_NOFOLLOW).ok()?;
    let is_file = FileType::from_raw_mode(found.st_mode) == FileType::RegularFile;
    is_file.then(|| u64::try_from(found.st_size).unwrap_or(0))
}

/// Read a file of an open folder; none when it cannot be read or is larger than `most`.
///
/// The bytes are in `buffer`, which only grows, so that files are read without clearing it.
pub(crate) fn read_file<'a>(
    folder: BorrowedFd<'_>,
    name: &str,
    most: u64,
    buffer: &'a mut Vec<u8>,
) -> Option<&'a [u8]> {
    let file = openat(folder, name, OPEN_FILE, Mode::empty()).ok()?;
    // What somebody else writes into at will is no file, and says no rules.
    let found = rustix::fs::fstat(&file).ok()?;
    if FileType::from_raw_mode(found.st_mode) != FileType::RegularFile {
        return None;
    }
    read_open(file.as_fd(), most, buffer)
}

/// As `read_file`, of a file that is open already.
pub(crate) fn read_open<'a>(
    file: BorrowedFd<'_>,
    most: u64,
    buffer: &'a mut Vec<u8>,
) -> Option<&'a [u8]> {
    let mut length = 0;
    loop {
        if buffer.len() < length + CHUNK {
            buffer.resize((2 * buffer.len()).max(CHUNK), 0);
        }
        let room = buffer.len() - length;
        let count = rustix::io::read(file, &mut buffer[length..]).ok()?;
        length += count;
        if length as u64 > most {
            return None;
        }
        // Of a file, less than was asked for is the end.
        if count < room {
            return Some(&buffer[..length]);
        }
    }
}
