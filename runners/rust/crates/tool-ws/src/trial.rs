//! Whether a program works: it is tried, since being there says little. A toolchain's manager leaves
//! programs in the PATH that do nothing but say what is not installed.

use std::collections::{BTreeMap, HashMap};
use std::io::{Read, Write};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{channel, Receiver};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{kill_process_group, Pid, Signal};
use serde_json::json;

/// What works begins to speak within this time.
const LIMIT: Duration = Duration::from_secs(10);
/// LSP 3.17, Base Protocol: both headers that there are begin so.
const HEADER: &[u8] = b"Content-";

/// A program where it was found, and its arguments.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Words {
    pub(crate) name: &'static str,
    pub(crate) program: PathBuf,
    pub(crate) arguments: &'static [&'static str],
}

type Environment = BTreeMap<String, String>;
type Trial = fn(&Words, &Environment) -> bool;

/// What was found out in one workspace; each program is tried once.
#[derive(Default)]
pub(crate) struct Trials(Mutex<HashMap<Words, bool>>);

impl Trials {
    /// Those programs, by their names, that pass a trial; tried side by side.
    pub(crate) fn working(
        &self,
        programs: &[Words],
        trial: Trial,
        environment: &Environment,
    ) -> Vec<&'static str> {
        let mut found = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let new: Vec<&Words> =
            programs.iter().filter(|words| !found.contains_key(*words)).collect();
        let results: Vec<bool> = thread::scope(|scope| {
            let trials: Vec<_> =
                new.iter().map(|words| scope.spawn(move || trial(words, environment))).collect();
            trials.into_iter().map(|trial| trial.join().unwrap_or(false)).collect()
        });
        found.extend(new.into_iter().cloned().zip(results));
        programs.iter().filter(|words| found[*words]).map(|words| words.name).collect()
    }
}

/// Whether a language server begins to answer `initialize`. Spec: WS-20.
pub(crate) fn answers(words: &Words, environment: &Environment) -> bool {
    let params = json!({"processId": null, "rootUri": null, "capabilities": {}});
    let request = json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params});
    let body = request.to_string();
    let message = format!("Content-Length: {}\r\n\r\n{body}", body.len());
    let Some(mut tried) = Tried::start(words, environment) else { return false };
    // It has to stay open: its end is the end of the server.
    let mut input = tried.child.stdin.take();
    if let Some(input) = &mut input {
        // Who does not read it does not answer it either.
        let _ = input.write_all(message.as_bytes());
    }
    let mut said = Vec::new();
    while said.len() < HEADER.len() {
        match tried.read() {
            Some(data) if !data.is_empty() => said.extend(data),
            _ => return false,
        }
    }
    said.starts_with(HEADER)
}

/// Whether a command ends by itself with status 0. Spec: WS-20.
pub(crate) fn ends_well(words: &Words, environment: &Environment) -> bool {
    let Some(mut tried) = Tried::start(words, environment) else { return false };
    drop(tried.child.stdin.take());
    while tried.read().is_some_and(|data| !data.is_empty()) {}
    while Instant::now() < tried.deadline {
        match tried.child.try_wait() {
            Ok(Some(status)) => return status.success(),
            Ok(None) => thread::sleep(Duration::from_millis(2)),
            Err(_) => return false,
        }
    }
    false
}

/// A process in a group of its own, which does not outlive this.
struct Tried {
    child: Child,
    output: Receiver<Vec<u8>>,
    deadline: Instant,
}

impl Tried {
    fn start(words: &Words, environment: &Environment) -> Option<Self> {
        let mut child = Command::new(&words.program)
            .arg0(words.name)
            .args(words.arguments)
            .env_clear()
            .envs(environment)
            .current_dir("/")
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        let mut stdout = child.stdout.take()?;
        let (told, output) = channel();
        // It ends with the pipe, which the group's end closes.
        thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(size) = stdout.read(&mut buffer) {
                if told.send(buffer[..size].to_vec()).is_err() || size == 0 {
                    return;
                }
            }
        });
        Some(Self { child, output, deadline: Instant::now() + LIMIT })
    }

    /// What comes next: nothing at the end; none when the time is over.
    fn read(&self) -> Option<Vec<u8>> {
        self.output.recv_timeout(self.deadline.saturating_duration_since(Instant::now())).ok()
    }
}

impl Drop for Tried {
    fn drop(&mut self) {
        // What has ended has no group any more.
        let _ = kill_process_group(Pid::from_child(&self.child), Signal::KILL);
        let _ = self.child.wait();
    }
}
