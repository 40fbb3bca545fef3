//! The runs of a workspace: what is known of each, from what its process printed or wrote.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use base64::engine::general_purpose::STANDARD;
use base64::Engine;
use hanzo_envelope::ToolError;
use hanzo_tools::{failure, Context};
use serde_json::{json, Map, Value};

use crate::output::{read_report, reader, Failure, Reader, Tally};
use crate::report_file::ReportFile;
use crate::suites::Suite;

const MOST_KEPT: usize = 1000;
const MOST_FAILURES: usize = 100;

/// One run, and its report once its process has ended.
#[derive(Debug)]
pub(crate) struct Run {
    id: String,
    suite: Suite,
    proc_id: String,
    /// Where its report is written and as long as it was not read.
    report_file: Mutex<Option<ReportFile>>,
    report: Mutex<Option<Value>>,
}

impl Run {
    /// What can be said by now. Spec: TEST-9 to TEST-12.
    pub(crate) fn report(&self, context: &Arc<Context>) -> Result<Value, ToolError> {
        let mut report = locked(&self.report);
        if let Some(known) = &*report {
            return Ok(known.clone());
        }
        let asked = object(json!({"filter": self.proc_id, "limit": 1000}));
        let listed = context.call("proc", "ps", &asked)?;
        let process = listed["processes"]
            .as_array()
            .and_then(|all| all.iter().find(|process| process["proc_id"] == self.proc_id.as_str()))
            .ok_or_else(|| {
                let details = json!({"run_id": self.id});
                failure("NOT_FOUND", "its process is forgotten", details)
            })?;
        if process["status"] == "running" {
            return Ok(self.described("running", process, None, context));
        }
        let tally = self.tally(context)?;
        let status = verdict(process, &tally, self.suite.runner);
        let told = self.described(status, process, Some(&tally), context);
        *report = Some(told.clone());
        Ok(told)
    }

    fn tally(&self, context: &Arc<Context>) -> Result<Tally, ToolError> {
        if let Some(file) = locked(&self.report_file).take() {
            return Ok(read_report(file.content().as_deref(), &self.suite.folder));
        }
        let mut output = reader(self.suite.runner);
        read(context, &format!("stdout_ref:{}", self.proc_id), output.as_mut())?;
        Ok(output.tally())
    }

    fn described(
        &self,
        status: &str,
        process: &Value,
        tally: Option<&Tally>,
        context: &Context,
    ) -> Value {
        let failures = tally.map_or(&[][..], |tally| &tally.failures);
        let located: Vec<Value> = failures
            .iter()
            .take(MOST_FAILURES)
            .map(|failure| located(failure, &self.suite.folder, context))
            .collect();
        json!({
            "run_id": self.id,
            "proc_id": self.proc_id,
            "suite": self.suite.name,
            "status": status,
            "pass": tally.map(|tally| tally.passed),
            "fail": tally.map(|tally| tally.failed),
            "skip": tally.map(|tally| tally.skipped),
            "duration": process["duration_ms"],
            "failure_locations": located,
        })
    }
}

/// Every run that was begun here, the last thousand of them.
#[derive(Debug, Default)]
pub(crate) struct Runs {
    kept: Mutex<(u64, BTreeMap<u64, Arc<Run>>)>,
}

impl Runs {
    /// A run whose process was started.
    pub(crate) fn add(
        &self,
        suite: Suite,
        proc_id: String,
        report_file: Option<ReportFile>,
    ) -> Arc<Run> {
        let mut kept = locked(&self.kept);
        kept.0 += 1;
        let number = kept.0;
        let id = format!("run_{number}");
        let report_file = Mutex::new(report_file);
        let run = Arc::new(Run { id, suite, proc_id, report_file, report: Mutex::default() });
        kept.1.insert(number, Arc::clone(&run));
        if kept.1.len() > MOST_KEPT {
            kept.1.pop_first();
        }
        run
    }

    /// The run with this id. Spec: TEST-28.
    pub(crate) fn find(&self, run_id: &str) -> Result<Arc<Run>, ToolError> {
        let kept = locked(&self.kept);
        kept.1.values().find(|run| run.id == run_id).cloned().ok_or_else(|| {
            failure("NOT_FOUND", format!("there is no run {run_id}"), json!({"run_id": run_id}))
        })
    }
}

/// How a run went whose process has ended. Spec: TEST-10.
fn verdict(process: &Value, tally: &Tally, runner: &str) -> &'static str {
    let code = process["exit_code"].as_i64();
    // pytest has an exit code for "no tests".
    let good = code == Some(0) || runner == "pytest" && code == Some(5);
    if process["status"] == "timed-out" {
        "timed-out"
    } else if tally.failed > 0 {
        "failed"
    } else if !tally.complete || !good {
        "error"
    } else if tally.passed + tally.skipped > 0 {
        "passed"
    } else {
        "empty"
    }
}

/// Give all lines of a stream to a reader, a part at a time.
fn read(context: &Arc<Context>, of: &str, output: &mut dyn Reader) -> Result<(), ToolError> {
    let mut since = json!({});
    let mut begun: Vec<u8> = Vec::new();
    loop {
        let asked = object(json!({"proc_id": of, "since": since}));
        let mut answer = context.call("proc", "logs", &asked)?;
        let part = answer["stdout"].take();
        if let Some(text) = part["text"].as_str() {
            begun.extend_from_slice(text.as_bytes());
        } else if let Some(bytes) = part["bytes_b64"].as_str() {
            begun.extend(STANDARD.decode(bytes).unwrap_or_default());
        }
        let mut taken = 0;
        for line in begun.split_inclusive(|byte| *byte == b'\n') {
            if let Some(whole) = line.strip_suffix(b"\n") {
                output.line(&String::from_utf8_lossy(whole));
                taken += line.len();
            }
        }
        begun.drain(..taken);
        since = answer["next"].take();
        if part["end"] == part["size"] || part["start"] == part["end"] {
            break;
        }
    }
    output.line(&String::from_utf8_lossy(&begun));
    Ok(())
}

/// A failure as it is told: a path from the suite's folder on, a line without its columns.
///
/// Spec: TEST-11.
fn located(failure: &Failure, folder: &Path, context: &Context) -> Value {
    let Some((path, line)) = failure.place.as_ref().filter(|(_, line)| *line > 0) else {
        return json!({"name": failure.name, "uri": null, "range": null});
    };
    let position = json!({"line": line - 1, "col": 0});
    json!({
        "name": failure.name,
        "uri": context.workspace.uri(&normal(&folder.join(path))),
        "range": {"start": position, "end": position},
    })
}

/// A path without `.` and `..`, which are taken by their names.
pub(crate) fn normal(path: &Path) -> PathBuf {
    let mut found = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                found.pop();
            }
            other => found.push(other),
        }
    }
    found
}

fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(members) => members,
        _ => Map::new(),
    }
}

pub(crate) fn locked<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}
