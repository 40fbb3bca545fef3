//! Showing a URL to the user, by the program that the environment names.

use std::collections::BTreeMap;
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};
use std::thread;

use hanzo_envelope::ToolError;
use hanzo_tools::failure;
use serde_json::json;

const VARIABLE: &str = "HANZO_OPENER";

/// Start the opener with a URL and leave it alone; `UNSUPPORTED` where it is not there.
///
/// Spec: NET-40, NET-41.
pub(crate) fn open_url(url: &str, environment: &BTreeMap<String, String>) -> Result<(), ToolError> {
    let words = opener_words(environment).ok_or_else(|| missing(VARIABLE))?;
    let [program, arguments @ ..] = words.as_slice() else { return Err(missing(VARIABLE)) };
    let mut started = Command::new(program)
        .args(arguments)
        .arg(url)
        .env_clear()
        .envs(environment)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .process_group(0)
        .spawn()
        .map_err(|_| missing(program))?;
    // Somebody has to ask how it ended, or it stays in the table of processes.
    thread::spawn(move || started.wait());
    Ok(())
}

/// The program and its first arguments; none where the variable says nothing of use.
fn opener_words(environment: &BTreeMap<String, String>) -> Option<Vec<String>> {
    let words: Vec<String> = serde_json::from_str(environment.get(VARIABLE)?).ok()?;
    let are_sound = words.iter().all(|word| !word.is_empty() && !word.contains('\0'));
    are_sound.then_some(words)
}

fn missing(what: &str) -> ToolError {
    failure("UNSUPPORTED", format!("there is no {what}"), json!({"missing": what}))
}
