//! Plans carried out: a command that is started, held by what this machine has.
//!
//! Landlock and filters of system calls bind a thread and all that it starts, so a thread takes the
//! steps of a setup and then starts the command: nothing has to happen between a fork and a program,
//! where no code is safe. Namespaces take a process with one thread, which a library does not have.

use std::io;
use std::process::{Child, Command, Stdio};

use crate::plan::{Enforcement, Features, Plan, Platform};
use crate::sandbox::Sandbox;

#[cfg(target_os = "linux")]
#[path = "linux_steps.rs"]
mod steps;

#[cfg(not(target_os = "linux"))]
mod steps {
    //! Elsewhere no plan has a step.
    use std::io;

    pub(super) fn take(_: &[Vec<String>]) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }

    pub(super) fn landlock_abi() -> u32 {
        0
    }

    pub(super) fn can_filter() -> bool {
        false
    }
}

/// A command that can be started, and what holds it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Held {
    /// How it is held.
    pub plan: Plan,
    /// Why no more than its path is looked at, where something is to be held and nothing does.
    pub why: Option<String>,
}

impl Held {
    /// A command of a sandbox, by the best that works here; `tmp` is a fresh folder of the caller's.
    ///
    /// The plan's setup is tried first by a program that only ends.
    ///
    /// Spec: SANDBOXPATH-21, SANDBOXPATH-22.
    #[must_use]
    pub fn new(sandbox: &Sandbox, command: &[String], tmp: &str, features: &Features) -> Self {
        let plan = sandbox.plan(command, tmp, features);
        let why = match plan.enforcement {
            Enforcement::None => None,
            Enforcement::Path => Some("nothing that holds a command works here".to_owned()),
            tried => match ends_well(&sandbox.plan(&["true".to_owned()], tmp, features)) {
                Ok(()) => None,
                Err(problem) => {
                    let why = Some(format!("{tried:?} did not work: {problem}"));
                    let plan = sandbox.plan(command, tmp, &Features::default());
                    return Self { plan, why };
                }
            },
        };
        Self { plan, why }
    }

    /// Starts the command; `prepare` says where, with which streams and variables of the caller's.
    ///
    /// # Errors
    /// What the system says, of a step or of the program.
    pub fn start(&self, prepare: impl FnOnce(&mut Command) + Send) -> io::Result<Child> {
        start(&self.plan, prepare)
    }
}

impl Features {
    /// What works here; each is tried.
    #[must_use]
    pub fn of_this_machine() -> Self {
        let linux = Platform::of_this_machine() == Platform::Linux;
        let bwrap = ["bwrap", "--ro-bind", "/", "/", "--unshare-all", "--cap-drop", "ALL"];
        let seatbelt = ["/usr/bin/sandbox-exec", "-p", "(version 1)(allow default)"];
        Self {
            bwrap: linux && works(&bwrap),
            namespace: false,
            seccomp: steps::can_filter(),
            sandbox_exec: works(&seatbelt),
            landlock: steps::landlock_abi(),
        }
    }
}

fn start(plan: &Plan, prepare: impl FnOnce(&mut Command) + Send) -> io::Result<Child> {
    let Some((program, words)) = plan.argv.split_first() else {
        return Err(io::ErrorKind::InvalidInput.into());
    };
    let mut command = Command::new(program);
    command.args(words);
    prepare(&mut command);
    command.envs(&plan.env);
    if plan.setup.is_empty() {
        return command.spawn();
    }
    let taken = || steps::take(&plan.setup).and_then(|()| command.spawn());
    let panicked = |_| Err(io::Error::other("the thread that starts it has panicked"));
    std::thread::scope(|scope| scope.spawn(taken).join().unwrap_or_else(panicked))
}

fn ends_well(plan: &Plan) -> io::Result<()> {
    let ended = start(plan, silence)?.wait()?;
    if ended.success() {
        return Ok(());
    }
    Err(io::Error::other(ended.to_string()))
}

/// Whether a program runs another one.
fn works(words: &[&str]) -> bool {
    let mut command = Command::new(words[0]);
    command.args(&words[1..]).arg("true");
    silence(&mut command);
    command.status().is_ok_and(|status| status.success())
}

fn silence(command: &mut Command) {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
}
