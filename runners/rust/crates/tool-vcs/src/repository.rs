//! Where the repository of a workspace lies, and that nothing in it leads out of the workspace.
//!
//! All of this is asked before git is: what it reads and writes follows links, alternates and the
//! settings that include others.

use std::collections::{BTreeSet, HashSet};
use std::ffi::OsStr;
use std::fs::{self, DirEntry, FileType};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::FileTypeExt;
use std::path::{Path, PathBuf};

use hanzo_envelope::ToolError;
use hanzo_tools::{failure, outside, Workspace};
use serde_json::json;

const NAME: &str = ".git";
/// Git does not run hooks here, so that it is nobody's business where they lie.
const UNREAD: &str = "hooks";
/// As many as git follows (object-file.c, config.c).
const DEEPEST: usize = 10;
/// A file that names another folder says nothing else.
const MOST_NAMED: usize = 1 << 16;
/// Settings that name a file which has a say in answers.
const FILES: [&str; 2] = ["core.excludesfile", "core.attributesfile"];
/// Words without which a file of settings says nothing of interest; no setting hides them.
const TELLING: [&str; 4] = ["include", "excludesfile", "attributesfile", "filter"];
/// What git reads rules from wherever it finds it.
const RULES: [&str; 4] = [".gitignore", ".gitattributes", ".gitmodules", ".mailmap"];

/// What a repository's settings name: filters, and files outside, each by its key.
#[derive(Debug, Default)]
pub(crate) struct Settings {
    pub(crate) filters: BTreeSet<String>,
    pub(crate) strangers: BTreeSet<String>,
}

/// The folder of the repository; `NOT_FOUND` without one, `PERMISSION_DENIED` where it or a part
/// of it lies elsewhere.
///
/// Spec: VCS-1, VCS-2, VCS-46.
pub(crate) fn repository_folder(workspace: &Workspace) -> Result<PathBuf, ToolError> {
    let folder = workspace.root().join(NAME);
    let Ok(found) = folder.symlink_metadata() else {
        let details = json!({"uri": workspace.uri(workspace.root())});
        return Err(failure("NOT_FOUND", "the workspace is no repository", details));
    };
    // A file that names another folder, a link, or a linked work tree: the commits lie elsewhere.
    if !found.is_dir() || folder.join("commondir").symlink_metadata().is_ok() {
        return Err(outside(&workspace.uri(&folder)));
    }
    let mut judge = Judge { workspace, seen: HashSet::from([folder.clone()]) };
    judge.folder(&folder, 0)?;
    Ok(folder)
}

/// What the settings name, with all that they include; `PERMISSION_DENIED` where they include
/// something outside.
///
/// Spec: VCS-46, VCS-47.
pub(crate) fn judge_settings(
    workspace: &Workspace,
    folder: &Path,
    read: impl Fn(&Path) -> Result<Vec<(String, Vec<u8>)>, ToolError>,
) -> Result<Settings, ToolError> {
    let mut settings = Settings::default();
    let mut left = vec![(folder.join("config"), 0), (folder.join("config.worktree"), 0)];
    let mut seen = HashSet::new();
    while let Some((path, depth)) = left.pop() {
        if !is_telling(&path) || !seen.insert(path.clone()) {
            continue;
        }
        for (key, value) in read(&path)? {
            let (section, name) = key.rsplit_once('.').unwrap_or(("", &key));
            let includes = section == "include" || section.starts_with("includeif.");
            if section.starts_with("filter.") {
                settings.filters.insert(section.to_owned());
            } else if FILES.contains(&key.as_str()) {
                if within(workspace, workspace.root(), &value).is_none() {
                    settings.strangers.insert(key);
                }
            } else if name == "path" && includes {
                let beside = path.parent().unwrap_or(&path);
                match within(workspace, beside, &value) {
                    Some(found) if depth < DEEPEST => left.push((found, depth + 1)),
                    _ => return Err(outside(&workspace.uri(&path))),
                }
            }
        }
    }
    Ok(settings)
}

/// That git finds no rules and no repositories of others that lead out of the files.
///
/// `PERMISSION_DENIED` for the repository of a submodule outside, `UNSUPPORTED` with `uri` for rules
/// that are no file. Spec: VCS-46, VCS-48.
pub(crate) fn judge_tree(workspace: &Workspace) -> Result<(), ToolError> {
    let mut left = vec![workspace.root().to_owned()];
    while let Some(folder) = left.pop() {
        for (entry, kind) in entries(&folder) {
            let (path, name) = (entry.path(), entry.file_name());
            if name == NAME {
                if folder != workspace.root() {
                    judge_nested(workspace, &path, kind)?;
                }
            } else if RULES.iter().any(|rules| name == *rules) {
                // Git does not follow links to rules, and passes folders over.
                if !kind.is_file() && !kind.is_symlink() && !kind.is_dir() {
                    let message = format!("{} is no file", path.display());
                    return Err(failure(
                        "UNSUPPORTED",
                        message,
                        json!({"uri": workspace.uri(&path)}),
                    ));
                }
            } else if kind.is_dir() {
                left.push(path);
            }
        }
    }
    Ok(())
}

fn judge_nested(workspace: &Workspace, path: &Path, kind: FileType) -> Result<(), ToolError> {
    let leads_inside = if kind.is_symlink() {
        workspace.canonical(path).is_some()
    } else if kind.is_file() {
        let content = fs::read(path).unwrap_or_default();
        let named = &content[..content.len().min(MOST_NAMED)];
        let named = named.strip_prefix(b"gitdir:").unwrap_or(named).trim_ascii();
        within(workspace, path.parent().unwrap_or(path), named).is_some()
    } else {
        true
    };
    if leads_inside {
        Ok(())
    } else {
        Err(outside(&workspace.uri(path)))
    }
}

/// Judges folders of a repository, each once.
struct Judge<'a> {
    workspace: &'a Workspace,
    seen: HashSet<PathBuf>,
}

impl Judge<'_> {
    /// That nothing below a folder leads out.
    fn folder(&mut self, folder: &Path, depth: usize) -> Result<(), ToolError> {
        let mut left = vec![folder.to_owned()];
        while let Some(place) = left.pop() {
            for (entry, kind) in entries(&place) {
                let path = entry.path();
                if kind.is_dir() {
                    if place != folder || entry.file_name() != UNREAD {
                        left.push(path);
                    }
                    continue;
                }
                if entry.file_name() == "alternates" && place.ends_with("info") {
                    self.alternates(&path, depth)?;
                }
                if kind.is_symlink() {
                    let refused = || outside(&self.workspace.uri(&path));
                    let target = self.workspace.canonical(&path).ok_or_else(refused)?;
                    if target.is_dir() && self.seen.insert(target.clone()) {
                        self.folder(&target, depth)?;
                    }
                } else if !kind.is_file() && !kind.is_socket() {
                    return Err(outside(&self.workspace.uri(&path)));
                }
            }
        }
        Ok(())
    }

    fn alternates(&mut self, path: &Path, depth: usize) -> Result<(), ToolError> {
        let objects = path.parent().and_then(Path::parent).unwrap_or(path);
        // A link that leads nowhere inside, or nothing to be read: git reads nothing either.
        let content = fs::read(path).unwrap_or_default();
        for line in content.split(|byte| *byte == b'\n') {
            if line.is_empty() || line.starts_with(b"#") {
                continue;
            }
            // A line in quotes is not worth its own reading: it is refused.
            let is_quoted = line.starts_with(b"\"");
            let found = within(self.workspace, objects, line).filter(|_| !is_quoted);
            match found {
                Some(found) if depth < DEEPEST => {
                    if self.seen.insert(found.clone()) {
                        self.folder(&found, depth + 1)?;
                    }
                }
                _ => return Err(outside(&self.workspace.uri(path))),
            }
        }
        Ok(())
    }
}

/// The canonical path that some text names from a folder; none for one outside.
fn within(workspace: &Workspace, folder: &Path, named: &[u8]) -> Option<PathBuf> {
    // Git expands these to places of the user and of its own.
    let is_expanded = named.starts_with(b"~") || named.starts_with(b"%(");
    if named.is_empty() || named.contains(&0) || is_expanded {
        return None;
    }
    workspace.canonical(&folder.join(OsStr::from_bytes(named)))
}

fn is_telling(path: &Path) -> bool {
    let content = fs::read(path).unwrap_or_default().to_ascii_lowercase();
    let text = String::from_utf8_lossy(&content);
    TELLING.iter().any(|word| text.contains(word))
}

/// The entries of a folder by name; none where it cannot be read, since that leads nowhere.
fn entries(folder: &Path) -> Vec<(DirEntry, FileType)> {
    let found = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut found: Vec<(DirEntry, FileType)> =
        found.filter_map(|entry| entry.file_type().ok().map(|kind| (entry, kind))).collect();
    found.sort_by_key(|(entry, _)| entry.file_name());
    found
}
