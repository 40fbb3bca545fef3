//! Servers that are started here and spoken to over their standard input and output.

use std::collections::BTreeMap;
use std::env;
use std::ffi::OsString;
use std::io::{ErrorKind, Read, Write};
use std::os::fd::AsFd;
use std::path::PathBuf;
use std::process::{ChildStdin, ChildStdout};
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use hanzo_process::{Child, Pipes as Piped};
use rustix::event::{poll, PollFd, PollFlags};
use rustix::io::{ioctl_fionbio, Errno};

use crate::connection::{McpConnection, McpError, Shared};
use crate::lines::{McpLines, MAX_LINE_BYTES};
use crate::session::Client;

/// What a server is told of where it runs; everything else, keys above all, stays here.
const PASSED_ON: [&str; 6] = ["HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER"];
/// How long a server has to end by itself, and then after SIGTERM.
const GRACE: Duration = Duration::from_secs(2);
/// What may wait to be read by the server before the client reads no more of it.
const MOST_WAITING_BYTES: usize = 1_048_576;
const CHUNK: usize = 65_536;
const TIMEOUT_MS: u64 = 60_000;
const A_MOMENT: Duration = Duration::from_millis(200);

/// What a server gets of our variables, and over them its own.
#[must_use]
pub fn server_environment(
    own: impl IntoIterator<Item = (OsString, OsString)>,
    env: &BTreeMap<String, String>,
) -> BTreeMap<OsString, OsString> {
    let passed = own.into_iter().filter(|(name, _)| PASSED_ON.iter().any(|known| name == known));
    let added = env.iter().map(|(name, value)| (name.into(), value.into()));
    passed.chain(added).collect()
}

/// Starts a server as a process.
#[derive(Debug, Clone)]
pub struct StdioMcpTransport {
    /// The program and its arguments.
    pub command: Vec<String>,
    /// Variables of the server's own.
    pub env: BTreeMap<String, String>,
    /// Where it runs.
    pub folder: PathBuf,
    /// How long an answer is waited for.
    pub timeout_ms: u64,
    /// Who greets it.
    pub client: Client,
}

impl StdioMcpTransport {
    /// A server that runs here, and whose answers are waited for a minute.
    #[must_use]
    pub fn new(command: Vec<String>) -> Self {
        Self {
            command,
            env: BTreeMap::new(),
            folder: PathBuf::from("."),
            timeout_ms: TIMEOUT_MS,
            client: Client { name: "hanzo-conformance".into(), version: "0.1.0".into() },
        }
    }

    /// Starts the server and greets it.
    ///
    /// # Errors
    /// `CLOSED` where it cannot be started; else what the session rejects its connect with.
    pub fn connect(&self) -> Result<McpConnection, McpError> {
        let words: Vec<&str> = self.command.iter().map(String::as_str).collect();
        let variables = server_environment(env::vars_os(), &self.env);
        let pipes = Piped { stdout: true, stderr: false };
        let child =
            Child::start(&words, &self.folder, variables, pipes).map_err(|_| McpError::closed())?;
        let shared = Shared::new(self.timeout_ms);
        let carrier = Pipes::new(child, &shared).ok_or_else(McpError::closed)?;
        let connection = McpConnection { shared, carrier };
        connection.greet(&self.client)?;
        Ok(connection)
    }
}

/// A server's standard input and output, each with a thread of its own.
#[derive(Debug)]
pub(crate) struct Pipes {
    threads: Vec<JoinHandle<()>>,
}

impl Pipes {
    fn new(mut child: Child, shared: &Arc<Shared>) -> Option<Self> {
        let (stdin, stdout) = (child.stdin.take()?, child.stdout.take()?);
        ioctl_fionbio(&stdin, true).ok()?;
        ioctl_fionbio(&stdout, true).ok()?;
        let child = Arc::new(child);
        let start = |work: fn(&Child, &Shared, End)| {
            let (child, shared) = (Arc::clone(&child), Arc::clone(shared));
            move |end: End| thread::spawn(move || work(&child, &shared, end))
        };
        let threads = vec![
            start(write)(End::Input(stdin)),
            start(read)(End::Output(stdout)),
            start(end)(End::Neither),
        ];
        Some(Self { threads })
    }

    /// Waits until nothing is left.
    pub(crate) fn join(&mut self) {
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
    }
}

/// The pipe that a thread has.
enum End {
    Input(ChildStdin),
    Output(ChildStdout),
    Neither,
}

/// Asks the server to end, with more and more emphasis, once nothing more is said.
fn end(child: &Child, shared: &Shared, _: End) {
    shared.wait_closing();
    if child.wait_for(GRACE).is_none() {
        child.terminate();
        if child.wait_for(GRACE).is_none() {
            let _ = child.kill();
        }
    }
}

/// Writes what waits, then ends the server's input.
fn write(child: &Child, shared: &Shared, pipe: End) {
    let End::Input(mut pipe) = pipe else { return };
    while let Some(line) = shared.next_line() {
        let mut rest = &line[..];
        while !rest.is_empty() {
            match pipe.write(rest) {
                Ok(sent) => rest = &rest[sent..],
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    if has_ended(child, &pipe, PollFlags::OUT) {
                        return;
                    }
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(_) => return,
            }
        }
        shared.written(line.len());
    }
}

/// Tells what the server writes, until it ends or babbles.
fn read(child: &Child, shared: &Shared, pipe: End) {
    let End::Output(mut pipe) = pipe else { return };
    let mut lines = McpLines::new(MAX_LINE_BYTES);
    let mut chunk = vec![0; CHUNK];
    loop {
        // A server that asks and does not read must not fill the memory.
        while shared.is_full(MOST_WAITING_BYTES, A_MOMENT)
            && child.wait_for(Duration::ZERO).is_none()
        {}
        // Who has ended has written all; what others still hold open is not waited for.
        let is_last = has_ended(child, &pipe, PollFlags::IN);
        match pipe.read(&mut chunk) {
            Ok(0) => break,
            Ok(length) => {
                if !shared.tell(lines.feed(&chunk[..length])) {
                    return;
                }
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) if error.kind() == ErrorKind::WouldBlock && !is_last => {}
            Err(_) => break,
        }
    }
    shared.tell(lines.close());
}

/// Waits for a pipe, for the server's end, or for a moment; whether the server has ended.
fn has_ended(child: &Child, pipe: &impl AsFd, wanted: PollFlags) -> bool {
    let ended = child.ended();
    let mut polled = [PollFd::new(pipe, wanted), PollFd::new(&ended, PollFlags::IN)];
    let moment = rustix::event::Timespec { tv_sec: 0, tv_nsec: 200_000_000 };
    match poll(&mut polled, Some(&moment)) {
        Ok(_) | Err(Errno::INTR) => !polled[1].revents().is_empty(),
        Err(_) => true,
    }
}
