//! Running git in a workspace: which one, with what around it, for how long.
//!
//! Words go to git as a list, never through a shell. Nothing of the machine's own settings has a
//! say, hooks do not run, and no protocol of the network is allowed. Where somebody only looks, no
//! program that the repository's settings name runs.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{channel, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use hanzo_envelope::ToolError;
use hanzo_tools::{failure, Context, Guarded, Workspace};
use rustix::process::{kill_process_group, Pid, Signal};
use serde_json::json;

use crate::repository::{judge_settings, judge_tree, repository_folder, Settings};

const TIMEOUT: Duration = Duration::from_secs(60);
const OUTPUT_BYTES: u64 = 64 * 1024 * 1024;
/// Between two looks at a process that has said its last word.
const PAUSE: Duration = Duration::from_micros(200);
/// What of the server's environment goes on to git: where it is, and who commits.
const INHERITED: [&str; 5] =
    ["PATH", "GIT_AUTHOR_NAME", "GIT_AUTHOR_EMAIL", "GIT_COMMITTER_NAME", "GIT_COMMITTER_EMAIL"];
const VARIABLES: [(&str, &str); 12] = [
    ("LC_ALL", "C"),
    // Settings may name places in the user's folder: there is nothing.
    ("HOME", "/dev/null"),
    ("GIT_CONFIG_NOSYSTEM", "1"),
    ("GIT_CONFIG_SYSTEM", "/dev/null"),
    ("GIT_CONFIG_GLOBAL", "/dev/null"),
    ("GIT_ATTR_NOSYSTEM", "1"),
    ("GIT_TERMINAL_PROMPT", "0"),
    ("GIT_PAGER", "cat"),
    ("GIT_EDITOR", "true"),
    ("GIT_OPTIONAL_LOCKS", "0"),
    // A name with a star or a colon is that name.
    ("GIT_LITERAL_PATHSPECS", "1"),
    // A list without entries: a partial clone does not go and fetch.
    ("GIT_ALLOW_PROTOCOL", ""),
];
/// They stand before what the repository's own settings say.
const SETTINGS: [&str; 18] = [
    "core.hooksPath=/dev/null",
    "core.fsmonitor=false",
    "core.quotePath=false",
    "color.ui=false",
    "commit.gpgSign=false",
    "user.useConfigOnly=true",
    "gc.auto=0",
    "maintenance.auto=false",
    "log.showSignature=false",
    "log.follow=false",
    "log.mailmap=false",
    "diff.orderFile=/dev/null",
    "i18n.commitEncoding=UTF-8",
    "i18n.logOutputEncoding=UTF-8",
    "submodule.recurse=false",
    "diff.suppressBlankEmpty=false",
    "apply.ignoreWhitespace=no",
    "branch.autoSetupMerge=false",
];

/// A run of git that has ended.
pub(crate) struct Ended {
    pub(crate) code: i32,
    pub(crate) output: Vec<u8>,
    pub(crate) errors: String,
}

impl Ended {
    /// The output as one line of text.
    pub(crate) fn line(&self) -> String {
        String::from_utf8_lossy(&self.output).trim().to_owned()
    }
}

/// What a run is given beside its words.
#[derive(Default)]
pub(crate) struct Input<'a> {
    pub(crate) given: &'a [u8],
    pub(crate) variables: &'a [(String, String)],
    /// Exit codes beside 0 that are no failure.
    pub(crate) codes: &'a [i32],
}

/// The repository of a workspace.
pub(crate) struct Git<'a> {
    pub(crate) workspace: &'a Workspace,
    folder: PathBuf,
    environment: BTreeMap<String, String>,
}

impl<'a> Git<'a> {
    /// The repository, to be looked at. `NOT_FOUND` without one, `PERMISSION_DENIED` where it, or
    /// what it names, lies elsewhere.
    ///
    /// Spec: VCS-1 to VCS-4, VCS-46 to VCS-48.
    pub(crate) fn new(context: &'a Context) -> Result<Self, ToolError> {
        Self::opened(context, true)
    }

    /// As `new`, where files or what is staged are to be changed.
    pub(crate) fn to_change(context: &'a Context) -> Result<Self, ToolError> {
        Self::opened(context, false)
    }

    fn opened(context: &'a Context, looks: bool) -> Result<Self, ToolError> {
        let workspace = &context.workspace;
        let folder = repository_folder(workspace)?;
        let owned = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
        let environment = INHERITED
            .iter()
            .filter_map(|name| Some((*name, context.environment.get(*name)?.as_str())))
            .chain(VARIABLES)
            .map(owned)
            .collect();
        let mut git = Self { workspace, folder, environment };
        let found = judge_settings(workspace, &git.folder, |path| git.settings(path))?;
        git.environment.extend(overriding(&found, looks));
        Ok(git)
    }

    /// Refuse files that git would not get past, before it looks at them.
    pub(crate) fn judge_tree(&self) -> Result<(), ToolError> {
        judge_tree(self.workspace)
    }

    /// Use a copy of what is staged, which takes its place unless that fails.
    ///
    /// Nobody else stages meanwhile: the copy has the name of git's lock.
    pub(crate) fn staging(
        &self,
        uses: impl FnOnce(&str) -> Result<(), ToolError>,
    ) -> Result<(), ToolError> {
        let (index, copy) = (self.folder.join("index"), self.folder.join("index.lock"));
        let name = copy.to_string_lossy().into_owned();
        // Git never changes a file that is there, so that one with two names serves as two.
        let is_there = index.symlink_metadata().is_ok();
        let made = if is_there {
            let target = self.workspace.canonical(&index);
            fs::hard_link(target.as_ref().unwrap_or(&index), &copy)
        } else {
            File::create_new(&copy).map(drop)
        };
        made.map_err(|problem| match problem.kind() {
            io::ErrorKind::AlreadyExists => {
                failure("ERROR", "somebody else is staging", json!({"reason": "locked"}))
            }
            _ => ToolError::new("ERROR", problem.to_string()),
        })?;
        let variables = [("GIT_INDEX_FILE".to_owned(), name.clone())];
        let input = Input { variables: &variables, ..Input::default() };
        let begun =
            if is_there { Ok(()) } else { self.run(&["read-tree", "--empty"], &input).map(drop) };
        match begun.and_then(|()| uses(&name)) {
            Ok(()) => fs::rename(&copy, &index)
                .map_err(|problem| ToolError::new("ERROR", problem.to_string())),
            Err(problem) => {
                // Whoever finds it there finds a lock that nobody holds: there is no more to do.
                let _ = fs::remove_file(&copy);
                Err(problem)
            }
        }
    }

    /// The keys and values of one file of settings.
    fn settings(&self, path: &Path) -> Result<Vec<(String, Vec<u8>)>, ToolError> {
        let mut command = Command::new("git");
        command
            .args(["config", "--no-includes", "--null", "--list", "--file"])
            .arg(path)
            .current_dir(self.workspace.root())
            .env_clear()
            .envs(&self.environment)
            // A folder that is none: no repository is looked for.
            .env("GIT_DIR", "/dev/null")
            .process_group(0);
        let ended = ended(&mut command, b"")?;
        if ended.code != 0 {
            return Err(failed(&ended));
        }
        let entries = ended.output.split(|byte| *byte == 0).filter(|entry| !entry.is_empty());
        Ok(entries
            .map(|entry| {
                let end = entry.iter().position(|byte| *byte == b'\n').unwrap_or(entry.len());
                let value = entry.get(end + 1..).unwrap_or_default().to_vec();
                (String::from_utf8_lossy(&entry[..end]).into_owned(), value)
            })
            .collect())
    }

    /// Whether the repository's folder has a file of this name.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.folder.join(name).symlink_metadata().is_ok()
    }

    /// Run git to its end without input; an exit code is `ERROR`.
    pub(crate) fn ask(&self, words: &[&str]) -> Result<Ended, ToolError> {
        self.run(words, &Input::default())
    }

    /// Run git to its end; an exit code that is not expected is `ERROR`.
    ///
    /// `UNSUPPORTED` without git, `TIMEOUT` after a minute.
    pub(crate) fn run<S: AsRef<OsStr>>(
        &self,
        words: &[S],
        input: &Input,
    ) -> Result<Ended, ToolError> {
        let mut command = Command::new("git");
        for setting in SETTINGS {
            command.args(["-c", setting]);
        }
        // Named both, neither is looked for, nor taken from the repository's settings.
        let mut place = OsString::from("--git-dir=");
        place.push(&self.folder);
        let mut tree = OsString::from("--work-tree=");
        tree.push(self.workspace.root());
        command
            .args([place, tree])
            .args(words)
            .current_dir(self.workspace.root())
            .env_clear()
            .envs(&self.environment)
            .envs(input.variables.iter().map(|(name, value)| (name, value)))
            .process_group(0);
        let ended = ended(&mut command, input.given)?;
        if ended.code == 0 || input.codes.contains(&ended.code) {
            return Ok(ended);
        }
        Err(failed(&ended))
    }
}

/// Variables by which some of the repository's settings count as not made.
fn overriding(found: &Settings, looks: bool) -> Vec<(String, String)> {
    let strangers = found.strangers.iter().map(|key| (key.clone(), "/dev/null"));
    let filters = found.filters.iter().filter(|_| looks).flat_map(|section| {
        [("clean", ""), ("smudge", ""), ("process", ""), ("required", "false")]
            .map(|(name, value)| (format!("{section}.{name}"), value))
    });
    let changed: Vec<(String, &str)> = strangers.chain(filters).collect();
    let mut variables = vec![("GIT_CONFIG_COUNT".to_owned(), changed.len().to_string())];
    for (number, (key, value)) in changed.into_iter().enumerate() {
        variables.push((format!("GIT_CONFIG_KEY_{number}"), key));
        variables.push((format!("GIT_CONFIG_VALUE_{number}"), value.to_owned()));
    }
    variables
}

fn ended(command: &mut Command, given: &[u8]) -> Result<Ended, ToolError> {
    let deadline = Instant::now() + TIMEOUT;
    let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let beginning = Guarded::announce();
    let mut process =
        piped.envs(beginning.mark()).spawn().map_err(|problem| match problem.kind() {
            io::ErrorKind::NotFound => {
                failure("UNSUPPORTED", "there is no git", json!({"missing": "git"}))
            }
            _ => ToolError::new("ERROR", problem.to_string()),
        })?;
    let _guarded = i32::try_from(process.id()).ok().map(|group| beginning.begun(group));
    let output = process.stdout.take().map(collected);
    let errors = process.stderr.take().map(collected);
    if let Some(mut stream) = process.stdin.take() {
        let given = given.to_vec();
        // Who does not read to the end says so by its exit code.
        thread::spawn(move || stream.write_all(&given));
    }
    let told = received(output, deadline)
        .and_then(|output| Ok((output, received(errors, deadline)?)))
        .and_then(|told| Ok((told, waited(&mut process, deadline)?)));
    match told {
        Ok(((output, errors), code)) => {
            Ok(Ended { code, output, errors: String::from_utf8_lossy(&errors).into_owned() })
        }
        Err(problem) => {
            kill(&mut process);
            Err(problem)
        }
    }
}

/// What comes out of a stream, once it has ended; one byte more than allowed where it is too much.
fn collected(stream: impl Read + Send + 'static) -> Receiver<Vec<u8>> {
    let (told, result) = channel();
    thread::spawn(move || {
        let mut content = Vec::new();
        // What came before a failure is what there is; the exit code says the rest.
        let _ = stream.take(OUTPUT_BYTES + 1).read_to_end(&mut content);
        told.send(content)
    });
    result
}

fn received(stream: Option<Receiver<Vec<u8>>>, deadline: Instant) -> Result<Vec<u8>, ToolError> {
    let left = deadline.saturating_duration_since(Instant::now());
    let Some(Ok(content)) = stream.map(|stream| stream.recv_timeout(left)) else {
        return Err(too_long());
    };
    if content.len() as u64 > OUTPUT_BYTES {
        return Err(failure("ERROR", "git says too much", json!({"reason": "size"})));
    }
    Ok(content)
}

fn waited(process: &mut Child, deadline: Instant) -> Result<i32, ToolError> {
    while Instant::now() < deadline {
        match process.try_wait() {
            Ok(Some(status)) => return Ok(status.code().unwrap_or(-1)),
            Ok(None) => thread::sleep(PAUSE),
            Err(problem) => return Err(ToolError::new("ERROR", problem.to_string())),
        }
    }
    Err(too_long())
}

fn kill(process: &mut Child) {
    let group = i32::try_from(process.id()).ok().and_then(Pid::from_raw);
    // It may have ended by itself.
    let _ = group.map(|group| kill_process_group(group, Signal::KILL));
    let _ = process.wait();
}

fn too_long() -> ToolError {
    failure("TIMEOUT", "git takes too long", json!({"timeout_ms": 60_000}))
}

/// What git says when it fails; a signal leaves it no exit code. Spec: VCS-50
fn failed(ended: &Ended) -> ToolError {
    let code = Some(ended.code).filter(|code| *code >= 0);
    failure("ERROR", ended.errors.trim(), json!({"exit_code": code}))
}
