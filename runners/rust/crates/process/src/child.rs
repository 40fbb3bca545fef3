//! One process: its pipes, its group, its end.

use std::ffi::OsStr;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use hanzo_tools::Guarded;
use rustix::io::retry_on_intr;
use rustix::pipe::{pipe_with, PipeFlags};
use rustix::process::{kill_process_group, waitid, Pid, Signal, WaitId, WaitIdOptions};

/// Which of its outputs are pipes; what is written to others is dropped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Pipes {
    /// Standard output.
    pub stdout: bool,
    /// Standard error.
    pub stderr: bool,
}

/// A process with a pipe at its input. Its group ends with it, and both with this program.
#[derive(Debug)]
pub struct Child {
    /// Where it reads from, until it is taken.
    pub stdin: Option<ChildStdin>,
    /// What it writes, where that was asked for, until it is taken.
    pub stdout: Option<ChildStdout>,
    /// What it writes beside, where that was asked for, until it is taken.
    pub stderr: Option<ChildStderr>,
    /// A pipe that is at its end when the process is.
    pub(crate) ended: OwnedFd,
    pid: Pid,
    end: Arc<(Mutex<Option<ExitStatus>>, Condvar)>,
    _guarded: Guarded,
}

impl Child {
    /// Starts a program with these words and this environment, and no other.
    ///
    /// # Errors
    /// Those of the system, which did not start it then.
    pub fn start<V: AsRef<OsStr>>(
        words: &[&str],
        folder: &Path,
        environment: impl IntoIterator<Item = (V, V)>,
        pipes: Pipes,
    ) -> io::Result<Self> {
        let (program, arguments) = words.split_first().ok_or(io::ErrorKind::InvalidInput)?;
        let output = |wanted| if wanted { Stdio::piped() } else { Stdio::null() };
        let (ended, end_mark) = pipe_with(PipeFlags::CLOEXEC)?;
        let beginning = Guarded::announce();
        let mut process = Command::new(program)
            .args(arguments)
            .env_clear()
            .envs(environment)
            .current_dir(folder)
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(output(pipes.stdout))
            .stderr(output(pipes.stderr))
            .spawn()?;
        let pid = Pid::from_child(&process);
        let guarded = beginning.begun(pid.as_raw_nonzero().get());
        let (stdin, stdout) = (process.stdin.take(), process.stdout.take());
        let stderr = process.stderr.take();
        let end = Arc::new((Mutex::new(None), Condvar::new()));
        let told = Arc::clone(&end);
        thread::spawn(move || {
            // Its number stays its own until it is waited for, so that the group is its group.
            let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
            let _ = retry_on_intr(|| waitid(WaitId::Pid(pid), options));
            let mut status = locked(&told.0);
            signal_group(pid, Signal::KILL);
            *status = Some(process.wait().unwrap_or_default());
            drop(status);
            told.1.notify_all();
            drop(end_mark);
        });
        Ok(Self { stdin, stdout, stderr, ended, pid, end, _guarded: guarded })
    }

    /// A pipe that is at its end when the process is, for those who wait for more than that.
    #[must_use]
    pub fn ended(&self) -> BorrowedFd<'_> {
        self.ended.as_fd()
    }

    /// Sends a signal to the whole group, unless the process has ended.
    pub fn signal(&self, signal: Signal) {
        let status = locked(&self.end.0);
        if status.is_none() {
            signal_group(self.pid, signal);
        }
    }

    /// Kills the whole group, unless the process has ended, and waits for it.
    #[must_use]
    pub fn kill(&self) -> ExitStatus {
        self.signal(Signal::KILL);
        self.wait()
    }

    /// Asks the whole group to end, unless the process has ended.
    pub fn terminate(&self) {
        self.signal(Signal::TERM);
    }

    /// Waits for the end.
    #[must_use]
    pub fn wait(&self) -> ExitStatus {
        let status = self.end.1.wait_while(locked(&self.end.0), |status| status.is_none());
        status.unwrap_or_else(PoisonError::into_inner).unwrap_or_default()
    }

    /// Waits for the end, so long at most.
    #[must_use]
    pub fn wait_for(&self, limit: Duration) -> Option<ExitStatus> {
        let waited =
            self.end.1.wait_timeout_while(locked(&self.end.0), limit, |status| status.is_none());
        *waited.unwrap_or_else(PoisonError::into_inner).0
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        let _ = self.kill();
    }
}

fn signal_group(group: Pid, signal: Signal) {
    // Nobody may be left, or on some systems nobody but the dead.
    let _ = kill_process_group(group, signal);
}

fn locked<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}
