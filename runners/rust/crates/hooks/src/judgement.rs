//! What the ends of hooks amount to: the first that does not allow decides, before the tool.

use serde::Serialize;

use crate::hook::Event;

const DENIED: u8 = 2;
/// What shells report for a process that signal n has ended: POSIX asks for more than 128.
const SIGNALLED: i32 = 128;
pub(crate) const LONGEST_REASON: usize = 65_536;
const NO_REASON: &str = "denied by hook";

/// Why a hook ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cause {
    /// It exited with this code.
    Exit(u8),
    /// A signal ended it.
    Signal(i32),
    /// It ran out of time.
    Timeout,
    /// It could not be started.
    Spawn,
}

impl Cause {
    fn name(self) -> &'static str {
        match self {
            Self::Exit(_) => "exit",
            Self::Signal(_) => "signal",
            Self::Timeout => "timeout",
            Self::Spawn => "spawn",
        }
    }

    /// The exit code, as a shell would report it. Spec: HOOK-32, HOOK-33.
    fn exit_code(self) -> Option<i32> {
        match self {
            Self::Exit(code) => Some(i32::from(code)),
            Self::Signal(number) => Some(SIGNALLED + number),
            Self::Timeout | Self::Spawn => None,
        }
    }
}

/// How a hook came to its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct End {
    /// Why it ended.
    pub cause: Cause,
    /// What it wrote to standard error, of which only the first bytes are needed.
    pub stderr: Vec<u8>,
}

impl End {
    /// A hook that exited by itself.
    pub fn exit(code: u8, stderr: impl Into<Vec<u8>>) -> Self {
        Self { cause: Cause::Exit(code), stderr: stderr.into() }
    }
}

/// What hooks have decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Decision {
    /// The tool may run.
    Allow,
    /// A hook said no.
    Deny,
    /// A hook broke, and blocks the tool thereby.
    Error,
}

/// What hooks have decided, who did, and how many were tried.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct HookResult {
    /// What is to be done.
    pub decision: Decision,
    /// Why, on deny.
    pub reason: Option<String>,
    /// The place of the hook that decided.
    pub hook: Option<usize>,
    /// How that one ended.
    pub cause: Option<&'static str>,
    /// Its exit code, or 128 and the signal.
    pub exit_code: Option<i32>,
    /// How many were tried.
    pub ran: usize,
    /// After the tool, the places of those that did not exit with 0.
    pub failed: Vec<usize>,
}

/// The ends of one call's hooks, taken one after the other.
#[derive(Debug)]
pub struct Judgement {
    event: Event,
    ran: usize,
    failed: Vec<usize>,
    decided: Option<(usize, End)>,
}

impl Judgement {
    /// Nothing has ended yet.
    #[must_use]
    pub fn new(event: Event) -> Self {
        Self { event, ran: 0, failed: Vec::new(), decided: None }
    }

    /// Whether no further hook is asked. Spec: HOOK-38.
    #[must_use]
    pub fn is_decided(&self) -> bool {
        self.decided.is_some()
    }

    /// The end of the hook at a place of the list. Spec: HOOK-38 to HOOK-41.
    pub fn take(&mut self, place: usize, end: End) {
        self.ran += 1;
        if end.cause == Cause::Exit(0) {
            return;
        }
        match self.event {
            Event::PreToolUse => self.decided = Some((place, end)),
            Event::PostToolUse => self.failed.push(place),
        }
    }

    /// What all that was taken amounts to. Spec: HOOK-28 to HOOK-42.
    #[must_use]
    pub fn result(self) -> HookResult {
        let Some((place, end)) = self.decided else {
            return HookResult {
                decision: Decision::Allow,
                reason: None,
                hook: None,
                cause: None,
                exit_code: None,
                ran: self.ran,
                failed: self.failed,
            };
        };
        let denies = end.cause == Cause::Exit(DENIED);
        HookResult {
            decision: if denies { Decision::Deny } else { Decision::Error },
            reason: denies.then(|| reason(&end.stderr)),
            hook: Some(place),
            cause: Some(end.cause.name()),
            exit_code: end.cause.exit_code(),
            ran: self.ran,
            failed: self.failed,
        }
    }
}

/// What the ends of hooks, in order, amount to.
///
/// Spec: HOOK-28 to HOOK-42.
pub fn judge(event: Event, ended: impl IntoIterator<Item = End>) -> HookResult {
    let mut judgement = Judgement::new(event);
    for (place, end) in ended.into_iter().enumerate() {
        if judgement.is_decided() {
            break;
        }
        judgement.take(place, end);
    }
    judgement.result()
}

/// Why a hook denies: what it wrote. Spec: HOOK-34 to HOOK-37.
fn reason(stderr: &[u8]) -> String {
    let text = String::from_utf8_lossy(&stderr[..stderr.len().min(LONGEST_REASON)]);
    match text.trim_end_matches(['\r', '\n']) {
        "" => NO_REASON.to_owned(),
        said => said.to_owned(),
    }
}
