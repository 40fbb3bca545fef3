//! An exchange: bytes in, bytes out, until the process ends or its time is over.

use std::io::{self, Read, Write};
use std::os::fd::AsFd;
use std::os::unix::process::ExitStatusExt;
use std::process::{ChildStderr, ChildStdin, ExitStatus};
use std::time::{Duration, Instant};

use rustix::event::{poll, PollFd, PollFlags, Timespec};
use rustix::io::{ioctl_fionbio, Errno};

use crate::child::Child;

/// What is read or written at once.
const CHUNK: usize = 16_384;
const KILLED: i32 = 9;

/// How an exchange ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exchanged {
    /// How the process ended.
    pub status: ExitStatus,
    /// The first bytes of what it wrote to standard error.
    pub stderr: Vec<u8>,
    /// Whether it was killed because its time was over.
    pub timed_out: bool,
}

/// Writes to a child and reads its standard error until it ends, or is killed for its time.
///
/// Of what it writes the first `keep` bytes are kept, and the rest is read and dropped. Nobody waits
/// for pipes that others hold when the child has ended.
///
/// # Errors
/// Those of polling and reading.
pub fn exchange(
    mut child: Child,
    given: &[u8],
    limit: Duration,
    keep: usize,
) -> io::Result<Exchanged> {
    let mut stdin = child.stdin.take().filter(|_| !given.is_empty());
    let mut stderr = Errors { pipe: child.stderr.take(), kept: Vec::new(), keep };
    if let Some(pipe) = &stdin {
        ioctl_fionbio(pipe, true)?;
    }
    if let Some(pipe) = &stderr.pipe {
        ioctl_fionbio(pipe, true)?;
    }
    let deadline = Instant::now() + limit;
    let mut rest = given;
    let mut timed_out = false;
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            timed_out = true;
            break;
        }
        let [ended, readable, writable] =
            ready(&child, stderr.pipe.as_ref(), stdin.as_ref(), left)?;
        if ended {
            break;
        }
        if readable {
            stderr.read()?;
        }
        if writable {
            write(&mut stdin, &mut rest);
        }
    }
    let status = if timed_out { child.kill() } else { child.wait() };
    // What it has left behind in the pipe.
    while stderr.kept.len() < keep && stderr.read()? {}
    timed_out &= status.signal() == Some(KILLED);
    Ok(Exchanged { status, stderr: stderr.kept, timed_out })
}

struct Errors {
    pipe: Option<ChildStderr>,
    kept: Vec<u8>,
    keep: usize,
}

impl Errors {
    /// Whether there was something to read.
    fn read(&mut self) -> io::Result<bool> {
        let Some(pipe) = &mut self.pipe else { return Ok(false) };
        let mut chunk = [0; CHUNK];
        match pipe.read(&mut chunk) {
            Ok(0) => self.pipe = None,
            Ok(count) => {
                let wanted = count.min(self.keep - self.kept.len());
                self.kept.extend_from_slice(&chunk[..wanted]);
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Ok(false),
            Err(error) => return Err(error),
        }
        Ok(self.pipe.is_some())
    }
}

fn write(stdin: &mut Option<ChildStdin>, rest: &mut &[u8]) {
    let Some(pipe) = stdin else { return };
    match pipe.write(&rest[..rest.len().min(CHUNK)]) {
        Ok(count) => *rest = &rest[count..],
        Err(error)
            if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted) => {}
        // It need not read.
        Err(_) => *rest = &[],
    }
    if rest.is_empty() {
        *stdin = None;
    }
}

/// Whether the child has ended, has written, and can be written to.
fn ready(
    child: &Child,
    stderr: Option<&ChildStderr>,
    stdin: Option<&ChildStdin>,
    left: Duration,
) -> io::Result<[bool; 3]> {
    let mut waited = vec![PollFd::new(&child.ended, PollFlags::IN)];
    waited.extend(stderr.map(|pipe| PollFd::from_borrowed_fd(pipe.as_fd(), PollFlags::IN)));
    waited.extend(stdin.map(|pipe| PollFd::from_borrowed_fd(pipe.as_fd(), PollFlags::OUT)));
    let limit = Timespec::try_from(left).map_err(|_| io::ErrorKind::InvalidInput)?;
    match poll(&mut waited, Some(&limit)) {
        Ok(_) => {}
        Err(Errno::INTR) => return Ok([false; 3]),
        Err(error) => return Err(error.into()),
    }
    let mut happened = waited.iter().map(|one| !one.revents().is_empty());
    let ended = happened.next().unwrap_or(false);
    let readable = stderr.is_some() && happened.next().unwrap_or(false);
    Ok([ended, readable, stdin.is_some() && happened.next().unwrap_or(false)])
}
