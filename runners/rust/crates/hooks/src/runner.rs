//! The runner of hooks: starts those that a call concerns, and tells what they decide.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use hanzo_process::{exchange, Child, Pipes};
use serde_json::{Map, Value};

use crate::error::HookError;
use crate::hook::{select, Event, HookConfig};
use crate::judgement::{Cause, End, HookResult, Judgement, LONGEST_REASON};
use crate::preparation::{prepare, Call, ToolResult};

const SHELL: &str = "/bin/sh";

/// The hooks of one session, run in one workspace.
#[derive(Debug, Clone)]
pub struct HookRunner {
    hooks: Vec<HookConfig>,
    workspace: PathBuf,
    session_id: String,
    environment: BTreeMap<OsString, OsString>,
}

impl HookRunner {
    /// A runner of these hooks, with its own variables, such as `std::env::vars_os()`.
    ///
    /// # Errors
    /// `INVALID_HOOK` for a command with a NUL, and a time that no hook may have.
    pub fn new(
        hooks: Vec<HookConfig>,
        workspace: &Path,
        session_id: &str,
        environment: impl IntoIterator<Item = (OsString, OsString)>,
    ) -> Result<Self, HookError> {
        for (index, hook) in hooks.iter().enumerate() {
            if let Some(member) = hook.ill_formed() {
                return Err(HookError::InvalidHook { index, member });
            }
        }
        Ok(Self {
            hooks,
            workspace: workspace.to_owned(),
            session_id: session_id.to_owned(),
            environment: environment.into_iter().collect(),
        })
    }

    /// Asks the hooks before a tool.
    ///
    /// # Errors
    /// `INVALID_CALL`, which is to be taken for a denial.
    ///
    /// Spec: HOOKRUN-1 to HOOKRUN-19.
    pub fn run_pre(
        &self,
        tool_name: &str,
        input: &Map<String, Value>,
    ) -> Result<HookResult, HookError> {
        self.run(Event::PreToolUse, tool_name, input, None)
    }

    /// Tells the hooks behind a tool, none of which blocks.
    ///
    /// # Errors
    /// `INVALID_CALL`.
    ///
    /// Spec: HOOKRUN-1 to HOOKRUN-19.
    pub fn run_post(
        &self,
        tool_name: &str,
        input: &Map<String, Value>,
        result: &ToolResult,
    ) -> Result<HookResult, HookError> {
        self.run(Event::PostToolUse, tool_name, input, Some(result))
    }

    /// Runs the hooks of an event one after the other.
    ///
    /// # Errors
    /// `INVALID_CALL`.
    ///
    /// Spec: HOOKRUN-1 to HOOKRUN-19.
    pub fn run(
        &self,
        event: Event,
        tool_name: &str,
        input: &Map<String, Value>,
        result: Option<&ToolResult>,
    ) -> Result<HookResult, HookError> {
        let session_id = &self.session_id;
        let given = prepare(&Call { event, tool_name, input, session_id, result })?;
        let environment = given.environment(self.environment.clone());
        let mut judgement = Judgement::new(event);
        for place in select(&self.hooks, event, tool_name) {
            if judgement.is_decided() {
                break;
            }
            let end = self.end_of(&self.hooks[place], &environment, &given.stdin);
            judgement.take(place, end);
        }
        Ok(judgement.result())
    }

    /// How one hook ends. Spec: HOOKRUN-4 to HOOKRUN-12, HOOKRUN-15 to HOOKRUN-18.
    fn end_of(
        &self,
        hook: &HookConfig,
        environment: &BTreeMap<OsString, OsString>,
        stdin: &str,
    ) -> End {
        let words = [SHELL, "-c", &hook.command];
        let pipes = Pipes { stdout: false, stderr: true };
        let limit = Duration::from_millis(hook.timeout_ms);
        let ended = Child::start(&words, &self.workspace, environment, pipes)
            .and_then(|child| exchange(child, stdin.as_bytes(), limit, LONGEST_REASON));
        let Ok(ended) = ended else { return End { cause: Cause::Spawn, stderr: Vec::new() } };
        let cause = match (ended.timed_out, ended.status.signal()) {
            (true, _) => Cause::Timeout,
            (false, Some(number)) => Cause::Signal(number),
            // What is not a signal is a code of one byte.
            (false, None) => Cause::Exit(
                ended.status.code().and_then(|code| code.try_into().ok()).unwrap_or(255),
            ),
        };
        End { cause, stderr: ended.stderr }
    }
}
