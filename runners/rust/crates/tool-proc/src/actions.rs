//! What the actions of the process tool do.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use hanzo_envelope::{page, Item, Outcome, Paging, ToolError};
use hanzo_tools::{failure, violation, Context};
use rustix::fs::{access, Access};
use serde::Deserialize;
use serde_json::{json, Map, Value};

use crate::commands::{places, Command};
use crate::environment::variables;
use crate::registry::Processes;
use crate::running::{signal_of, Running, Start, STREAMS};
use crate::windows::{shown, window};

const BACKGROUND_AFTER_MS: u64 = 45_000;
const KILL_WAIT_MS: u64 = 1000;

type Answer = Result<Outcome, ToolError>;

/// One command.
#[derive(Deserialize)]
pub(crate) struct Exec {
    command: Command,
    cwd: Option<String>,
    #[serde(default)]
    env: BTreeMap<String, String>,
    timeout: Option<u64>,
    background_after_ms: Option<u64>,
}

/// Run a command. Spec: PROC-1 to PROC-22.
pub(crate) fn execute(context: &Arc<Context>, params: Exec) -> Answer {
    let Exec { command, cwd, env, timeout, background_after_ms } = params;
    let broken = command.broken_rules(&env);
    if !broken.is_empty() {
        let details = json!({"violations": broken});
        return Err(failure("INVALID_PARAMS", "no such command can be run", details));
    }
    let folder = folder(context, cwd.as_deref())?;
    let environment = variables(&context.environment, &env);
    let name = command.words().swap_remove(0);
    let program = program(&name, &places(&name, &environment["PATH"], &folder))?;
    if !is_runnable(&program) {
        return Err(denied(&name));
    }
    let processes = context.keep::<Processes>();
    let (number, spool) = processes.next().map_err(|problem| unforeseen(&problem))?;
    let start = Start {
        proc_id: format!("proc_{number}"),
        command,
        cwd: context.workspace.uri(&folder),
        spool: &spool.folder,
        program: &program,
        folder: &folder,
        environment: &environment,
    };
    let running = Running::start(start, &spool.guardian).map_err(|problem| {
        if is_not_runnable(&problem) {
            denied(&name)
        } else {
            unforeseen(&problem)
        }
    })?;
    processes.add(number, &running);
    if let Some(seconds) = timeout {
        running.end_after(Duration::from_secs(seconds));
    }
    running.wait(Duration::from_millis(background_after_ms.unwrap_or(BACKGROUND_AFTER_MS)));
    let mut state = running.state();
    if state["status"] == "timed-out" {
        let details = json!({"proc_id": running.proc_id, "timeout": timeout});
        return Err(failure("TIMEOUT", "killed after its time", details));
    }
    for stream in STREAMS {
        state[format!("{stream}_ref")] = json!(format!("{stream}_ref:{}", running.proc_id));
    }
    Ok(Outcome::from(state))
}

/// Which processes to list.
#[derive(Deserialize)]
pub(crate) struct Ps {
    filter: Option<String>,
    limit: Option<i64>,
    cursor: Option<String>,
}

/// List processes. Spec: PROC-23 to PROC-25.
pub(crate) fn processes(context: &Arc<Context>, params: Ps) -> Answer {
    let Ps { filter, limit, cursor } = params;
    let wanted = |running: &Running| {
        filter.as_ref().is_none_or(|filter| {
            *filter == running.proc_id || running.command.as_text().contains(filter)
        })
    };
    let found: Vec<Item> = context
        .keep::<Processes>()
        .all()
        .iter()
        .filter(|running| wanted(running))
        .map(|running| Item { key: running.proc_id.clone(), value: described(running) })
        .collect();
    let listed = page(&found, &json!({"filter": filter}), limit, cursor.as_deref())
        .map_err(|problem| violation("/cursor", "cursor", problem.to_string()))?;
    let values: Vec<&Value> = listed.items.iter().map(|item| &item.value).collect();
    Ok(Outcome {
        data: json!({"processes": values}),
        backend: None,
        paging: Some(Paging { more: listed.more(), cursor: listed.cursor }),
    })
}

/// A process and what to tell it.
#[derive(Deserialize)]
pub(crate) struct Kill {
    proc_id: String,
    signal: Option<String>,
    wait_ms: Option<u64>,
}

/// Send a signal to a process and its group. Spec: PROC-26 to PROC-28.
pub(crate) fn kill(context: &Arc<Context>, params: Kill) -> Answer {
    let Kill { proc_id, signal, wait_ms } = params;
    let running = context.keep::<Processes>().find(&proc_id, &proc_id)?;
    let name = signal.as_deref().unwrap_or("SIGTERM");
    let signal = signal_of(name).ok_or_else(|| violation("/signal", "enum", name))?;
    running.send(signal);
    running.wait(Duration::from_millis(wait_ms.unwrap_or(KILL_WAIT_MS)));
    Ok(Outcome::from(running.state()))
}

/// Whose output to show, and which part of it.
#[derive(Deserialize)]
pub(crate) struct Logs {
    proc_id: String,
    tail: Option<u64>,
    since: Option<BTreeMap<String, u64>>,
    wait_ms: Option<u64>,
}

/// Show what a process wrote. Spec: PROC-28 to PROC-35.
pub(crate) fn logs(context: &Arc<Context>, params: Logs) -> Answer {
    let Logs { proc_id, tail, since, wait_ms } = params;
    let (only, name) = match proc_id.rsplit_once(':') {
        None => (None, proc_id.as_str()),
        Some((asked, name)) => match STREAMS.iter().find(|one| asked == format!("{one}_ref")) {
            // No process has the empty id.
            None => (None, ""),
            Some(stream) => (Some(*stream), name),
        },
    };
    let running = context.keep::<Processes>().find(name, &proc_id)?;
    running.wait(Duration::from_millis(wait_ms.unwrap_or(0)));
    let mut state = running.state();
    let growing = state["status"] == "running";
    let mut next = Map::new();
    for stream in STREAMS {
        let place = since.as_ref().map(|places| places.get(stream).copied().unwrap_or(0));
        let part = if only.is_some_and(|only| only != stream) {
            Value::Null
        } else {
            read(&running, stream, place, tail, growing).map_err(|problem| unforeseen(&problem))?
        };
        let known = part.get("end").cloned().unwrap_or_else(|| json!(place.unwrap_or(0)));
        next.insert(stream.to_owned(), known);
        state[stream] = part;
    }
    state["next"] = Value::Object(next);
    Ok(Outcome::from(state))
}

fn described(running: &Running) -> Value {
    let mut told = running.state();
    told["command"] = json!(running.command);
    told["cwd"] = json!(running.cwd);
    told["pid"] = json!(running.pid.as_raw_nonzero().get());
    told["duration_ms"] = json!(running.duration_ms());
    told
}

fn read(
    running: &Running,
    stream: &str,
    since: Option<u64>,
    tail: Option<u64>,
    growing: bool,
) -> io::Result<Value> {
    let mut file = File::open(running.place(stream))?;
    let size = file.metadata()?.len();
    let part = window(size, since, tail.is_some(), growing);
    file.seek(SeekFrom::Start(part.start))?;
    let mut data = Vec::new();
    file.take(part.end - part.start).read_to_end(&mut data)?;
    Ok(shown(part, &data, size, tail))
}

/// The folder to run in. Spec: PROC-8 to PROC-11.
fn folder(context: &Context, uri: Option<&str>) -> Result<PathBuf, ToolError> {
    let Some(uri) = uri else { return Ok(context.workspace.root().to_owned()) };
    let path = context.workspace.locate_at(uri, "/cwd")?;
    match fs::metadata(&path) {
        Ok(found) if found.is_dir() => Ok(path),
        Ok(_) => Err(violation("/cwd", "directory", format!("{uri} is no folder"))),
        Err(problem) if is_missing(&problem) => {
            Err(failure("NOT_FOUND", format!("there is nothing at {uri}"), json!({"uri": uri})))
        }
        Err(problem) => Err(unforeseen(&problem)),
    }
}

/// Whether there is nothing at a path: `ENOENT`, or `ENOTDIR` for what is below a file.
fn is_missing(problem: &io::Error) -> bool {
    problem.kind() == io::ErrorKind::NotFound
        || problem.raw_os_error() == Some(rustix::io::Errno::NOTDIR.raw_os_error())
}

/// The first file that can be run. Spec: PROC-15, PROC-16.
fn program(name: &str, candidates: &[PathBuf]) -> Result<PathBuf, ToolError> {
    let files: Vec<&PathBuf> = candidates.iter().filter(|path| path.is_file()).collect();
    if let Some(found) = files.iter().find(|path| can_run(path)) {
        return Ok((*found).clone());
    }
    if files.is_empty() {
        let details = json!({"command": name});
        return Err(failure("NOT_FOUND", format!("there is no program {name}"), details));
    }
    Err(denied(name))
}

fn denied(name: &str) -> ToolError {
    failure("PERMISSION_DENIED", format!("{name} cannot be run"), json!({"command": name}))
}

/// Whether a file begins as programs and scripts do; one that cannot be read is for the system to
/// judge. Some C libraries' `execvp` gives what the system refuses to /bin/sh. Spec: PROC-39.
fn is_runnable(path: &Path) -> bool {
    /// ELF, and the forms of Mach-O: both orders of both sizes, and files for several machines.
    const MAGIC: [[u8; 4]; 6] = [
        *b"\x7fELF",
        [0xfe, 0xed, 0xfa, 0xce],
        [0xce, 0xfa, 0xed, 0xfe],
        [0xfe, 0xed, 0xfa, 0xcf],
        [0xcf, 0xfa, 0xed, 0xfe],
        [0xca, 0xfe, 0xba, 0xbe],
    ];
    let mut start = Vec::new();
    match File::open(path).and_then(|file| file.take(4).read_to_end(&mut start)) {
        Ok(_) => start.starts_with(b"#!") || MAGIC.iter().any(|magic| start == magic),
        Err(_) => true,
    }
}

/// What the system says of a file that is no program, or of an interpreter. Spec: PROC-39.
fn is_not_runnable(problem: &io::Error) -> bool {
    use rustix::io::Errno;
    let known = [Errno::ACCESS, Errno::LOOP, Errno::NOENT, Errno::NOEXEC, Errno::NOTDIR];
    known.iter().any(|errno| problem.raw_os_error() == Some(errno.raw_os_error()))
}

fn can_run(path: &Path) -> bool {
    access(path, Access::EXEC_OK).is_ok()
}

fn unforeseen(problem: &io::Error) -> ToolError {
    ToolError::new("ERROR", problem.to_string())
}
