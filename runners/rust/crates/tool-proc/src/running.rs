//! A process and what is left of it: started in a group of its own, watched until its end.
//!
//! Its output goes to files, past this program: nobody has to read for it to go on, and no output
//! is too long.

use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::io;
use std::os::unix::fs::OpenOptionsExt;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command as Starter, ExitStatus, Stdio};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

use hanzo_tools::Guardian;
use rustix::io::retry_on_intr;
use rustix::process::{kill_process_group, waitid, Pid, Signal, WaitId, WaitIdOptions};
use serde_json::{json, Value};

use crate::commands::Command;

/// The names of the streams.
pub(crate) const STREAMS: [&str; 2] = ["stdout", "stderr"];

/// A process that was started; `command` and `cwd` are as a caller would give them again.
#[derive(Debug)]
pub(crate) struct Running {
    pub(crate) proc_id: String,
    pub(crate) command: Command,
    pub(crate) cwd: String,
    pub(crate) pid: Pid,
    spool: PathBuf,
    started: Instant,
    end: Mutex<End>,
    ended: Condvar,
}

#[derive(Debug, Default)]
struct End {
    status: Option<(ExitStatus, Instant)>,
    timed_out: bool,
}

/// What it takes to start a process.
pub(crate) struct Start<'a> {
    pub(crate) proc_id: String,
    pub(crate) command: Command,
    pub(crate) cwd: String,
    pub(crate) spool: &'a Path,
    pub(crate) program: &'a Path,
    pub(crate) folder: &'a Path,
    pub(crate) environment: &'a BTreeMap<String, String>,
}

impl Running {
    /// A process that runs, and that a thread waits for.
    pub(crate) fn start(
        start: Start<'_>,
        guardian: &Arc<Mutex<Guardian>>,
    ) -> io::Result<Arc<Self>> {
        let Start { proc_id, command, cwd, spool, program, folder, environment } = start;
        let words = command.words();
        let output = |stream: &str| {
            OpenOptions::new()
                .append(true)
                .create_new(true)
                .mode(0o600)
                .open(spool.join(format!("{proc_id}.{stream}")))
        };
        let mut starter = Starter::new(program);
        starter
            .arg0(&words[0])
            .args(&words[1..])
            .env_clear()
            .envs(environment)
            .current_dir(folder)
            .process_group(0)
            .stdin(Stdio::null())
            .stdout(output("stdout")?)
            .stderr(output("stderr")?);
        // This server may be ended while it begins.
        locked(guardian).announce();
        let child = starter.spawn().inspect_err(|_| locked(guardian).withdraw())?;
        let pid = Pid::from_child(&child);
        let running = Arc::new(Self {
            proc_id,
            command,
            cwd,
            pid,
            spool: spool.to_owned(),
            started: Instant::now(),
            end: Mutex::default(),
            ended: Condvar::new(),
        });
        locked(guardian).add(pid.as_raw_nonzero().get());
        // It guards for the server, not for this thread.
        let (watched, guardian) = (Arc::clone(&running), Arc::downgrade(guardian));
        thread::spawn(move || watched.watch(child, &guardian));
        Ok(running)
    }

    /// Kill the group when it has not ended by then. Spec: PROC-19, PROC-22.
    pub(crate) fn end_after(self: &Arc<Self>, limit: Duration) {
        let limited = Arc::clone(self);
        thread::spawn(move || {
            limited.wait(limit);
            let mut end = locked(&limited.end);
            if end.status.is_none() {
                end.timed_out = true;
                limited.signal(Signal::KILL);
            }
        });
    }

    /// Wait for the end, so long at most.
    pub(crate) fn wait(&self, limit: Duration) {
        let end = locked(&self.end);
        let waited = self.ended.wait_timeout_while(end, limit, |end| end.status.is_none());
        drop(waited.unwrap_or_else(PoisonError::into_inner));
    }

    /// Send a signal to the whole group, unless it has ended. Spec: PROC-20, PROC-26.
    pub(crate) fn send(&self, signal: Signal) {
        if locked(&self.end).status.is_none() {
            self.signal(signal);
        }
    }

    /// The file that holds a stream.
    pub(crate) fn place(&self, stream: &str) -> PathBuf {
        self.spool.join(format!("{}.{stream}", self.proc_id))
    }

    /// Whether it has come to its end.
    pub(crate) fn has_ended(&self) -> bool {
        locked(&self.end).status.is_some()
    }

    /// How long it has run, or ran.
    pub(crate) fn duration_ms(&self) -> u64 {
        let until = locked(&self.end).status.map_or_else(Instant::now, |(_, at)| at);
        u64::try_from(until.duration_since(self.started).as_millis()).unwrap_or(u64::MAX)
    }

    /// What can be said of it now. Spec: PROC-5, PROC-6.
    pub(crate) fn state(&self) -> Value {
        let end = locked(&self.end);
        let (status, code, signal) = match end.status {
            None => ("running", None, None),
            Some((status, _)) => match (status.code(), status.signal()) {
                (Some(code), _) => ("exited", Some(code), None),
                (None, signal) if end.timed_out => ("timed-out", None, signal),
                (None, signal) => ("killed", None, signal),
            },
        };
        json!({
            "proc_id": self.proc_id,
            "status": status,
            "exit_code": code,
            "signal": signal.map(signal_name),
        })
    }

    /// Remove what it wrote.
    pub(crate) fn discard(&self) {
        for stream in STREAMS {
            // It may have been removed by somebody else.
            let _ = fs::remove_file(self.place(stream));
        }
    }

    fn watch(&self, mut child: Child, guardian: &Weak<Mutex<Guardian>>) {
        // Its number stays its own until it is waited for, so that the group is really its group.
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
        let _ = retry_on_intr(|| waitid(WaitId::Pid(self.pid), options));
        let mut end = locked(&self.end);
        self.signal(Signal::KILL);
        if let Some(guardian) = guardian.upgrade() {
            locked(&guardian).remove(self.pid.as_raw_nonzero().get());
        }
        let status = child.wait().unwrap_or_default();
        // It may have come to its end by itself just before it would have been killed.
        end.timed_out &= status.signal() == Some(Signal::KILL.as_raw());
        end.status = Some((status, Instant::now()));
        drop(end);
        self.ended.notify_all();
    }

    fn signal(&self, signal: Signal) {
        // Nobody may be left, or on some systems nobody but the dead.
        let _ = kill_process_group(self.pid, signal);
    }
}

/// The contents of a lock, also when somebody has panicked with it.
pub(crate) fn locked<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

const SIGNALS: [(&str, Signal); 24] = [
    ("SIGHUP", Signal::HUP),
    ("SIGINT", Signal::INT),
    ("SIGQUIT", Signal::QUIT),
    ("SIGILL", Signal::ILL),
    ("SIGTRAP", Signal::TRAP),
    ("SIGABRT", Signal::ABORT),
    ("SIGBUS", Signal::BUS),
    ("SIGFPE", Signal::FPE),
    ("SIGKILL", Signal::KILL),
    ("SIGUSR1", Signal::USR1),
    ("SIGSEGV", Signal::SEGV),
    ("SIGUSR2", Signal::USR2),
    ("SIGPIPE", Signal::PIPE),
    ("SIGALRM", Signal::ALARM),
    ("SIGTERM", Signal::TERM),
    ("SIGCHLD", Signal::CHILD),
    ("SIGCONT", Signal::CONT),
    ("SIGSTOP", Signal::STOP),
    ("SIGXCPU", Signal::XCPU),
    ("SIGXFSZ", Signal::XFSZ),
    ("SIGVTALRM", Signal::VTALARM),
    ("SIGPROF", Signal::PROF),
    ("SIGIO", Signal::IO),
    ("SIGSYS", Signal::SYS),
];

/// The signal with this name, if it is one of those that the tool sends.
pub(crate) fn signal_of(name: &str) -> Option<Signal> {
    SIGNALS.iter().find(|(known, _)| *known == name).map(|(_, signal)| *signal)
}

/// The name of a signal; one without a name is SIG and its number. Spec: PROC-6.
fn signal_name(number: i32) -> String {
    SIGNALS
        .iter()
        .find(|(_, signal)| signal.as_raw() == number)
        .map_or_else(|| format!("SIG{number}"), |(name, _)| (*name).to_owned())
}
