//! One part of a memory in one file of JSON.

use std::collections::{BTreeMap, HashSet};
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process;

use hanzo_canonical_json::canonical_json;
use hanzo_envelope::ToolError;
use hanzo_memory::{Scope, State};
use hanzo_tools::{failure, told_by_system, Place, Workspace};
use rustix::fs::{mkdirat, openat, renameat, unlinkat, AtFlags, Mode, OFlags};
use serde_json::{json, Map, Value};

use crate::parts::number;

const FOLDER: &str = ".hanzo";
const FILE: &str = "memory.json";
const VERSION: u64 = 1;

/// The part of one scope; its file is made when something is first remembered there.
pub(crate) struct Store {
    scope: Scope,
    /// In which `path` lies; for the user's part the folder of settings itself.
    workspace: Workspace,
    path: PathBuf,
    uri: String,
}

impl Store {
    /// The project's part. By the rule for every path: a link that leads out of the workspace is
    /// refused. Spec: KEPT-2, KEPT-4
    pub(crate) fn of_project(workspace: &Workspace) -> Result<Self, ToolError> {
        let asked = workspace.uri(&workspace.root().join(FOLDER).join(FILE));
        let path = workspace.locate(&asked)?;
        let uri = workspace.uri(&path);
        Ok(Self { scope: Scope::Project, workspace: workspace.clone(), path, uri })
    }

    /// The user's part, where the user has a folder. Spec: KEPT-2
    pub(crate) fn of_user(environment: &BTreeMap<String, String>) -> Option<Self> {
        // XDG Base Directory Specification: a relative path is to be ignored.
        let absolute =
            |name: &str| environment.get(name).map(PathBuf::from).filter(|path| path.is_absolute());
        let settings = absolute("XDG_CONFIG_HOME")
            .or_else(|| absolute("HOME").map(|home| home.join(".config")))?;
        let workspace = Workspace::new(&settings.join("hanzo").to_string_lossy());
        let path = workspace.root().join(FILE);
        let uri = workspace.uri(&path);
        Some(Self { scope: Scope::Global, workspace, path, uri })
    }

    /// What is remembered here; nothing without a file. `CONFLICT` for another content.
    ///
    /// Spec: KEPT-5
    pub(crate) fn load(&self) -> Result<State, ToolError> {
        let mut content = Vec::new();
        match self.workspace.open(&self.path).and_then(|mut file| file.read_to_end(&mut content)) {
            Ok(_) => {}
            Err(problem) if problem.kind() == io::ErrorKind::NotFound => {
                return Ok(State::default());
            }
            Err(problem) => return Err(told_by_system(&self.uri, &problem)),
        }
        part_in(&content, self.scope).ok_or_else(|| {
            let message = format!("{} is no memory", self.uri);
            failure("CONFLICT", message, json!({"reason": "format"}))
        })
    }

    /// Keep this and nothing else: the file is replaced at once. Spec: KEPT-8
    pub(crate) fn save(&self, part: &State) -> Result<(), ToolError> {
        let mut content = json!(part);
        content["version"] = json!(VERSION);
        let mut text = canonical_json(&content)
            .map_err(|problem| ToolError::new("ERROR", problem.to_string()))?;
        text.push('\n');
        self.make_folder()
            .and_then(|()| replace(&self.workspace.place(&self.path)?, text.as_bytes()))
            .map_err(|problem| told_by_system(&self.uri, &problem))
    }

    fn make_folder(&self) -> io::Result<()> {
        if self.scope == Scope::Global {
            return fs::create_dir_all(self.workspace.root());
        }
        let folder = self.path.parent().unwrap_or(Path::new("/"));
        let place = self.workspace.place(folder)?;
        match mkdirat(&place.folder, place.name.as_os_str(), Mode::from_raw_mode(0o777)) {
            Ok(()) => Ok(()),
            Err(problem) if problem == rustix::io::Errno::EXIST => Ok(()),
            Err(problem) => Err(problem.into()),
        }
    }
}

fn replace(place: &Place, content: &[u8]) -> io::Result<()> {
    let temporary = format!(".{FILE}.{}", process::id());
    let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let mut file =
        File::from(openat(&place.folder, temporary.as_str(), flags, Mode::from_raw_mode(0o600))?);
    let done = file.write_all(content).and_then(|()| {
        Ok(renameat(&place.folder, temporary.as_str(), &place.folder, place.name.as_os_str())?)
    });
    if done.is_err() {
        // What it was is what counts; the rest of an attempt is not to stay.
        let _ = unlinkat(&place.folder, temporary.as_str(), AtFlags::empty());
    }
    done
}

/// The part that a file holds; none for anything else.
fn part_in(content: &[u8], scope: Scope) -> Option<State> {
    let mut members: Map<String, Value> = serde_json::from_slice(content).ok()?;
    if members.remove("version")? != json!(VERSION) {
        return None;
    }
    let part: State = serde_json::from_value(Value::Object(members)).ok()?;
    let mut ids = HashSet::new();
    let sound = part.next > 0
        && part.memories.iter().all(|entry| {
            entry.scope == scope && ids.insert(&entry.id) && number(&entry.id).is_some()
        })
        && part.facts.iter().all(|fact| fact.scope == scope);
    sound.then_some(part)
}
