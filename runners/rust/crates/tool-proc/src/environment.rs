//! The variables that a command gets: some of the server's own, and those of the call.

use std::collections::BTreeMap;

/// What programs need to find their parts and to write as the user reads. Nothing that may hold a
/// credential: what a command needs beside these is given to it by name.
const PASSED: [&str; 19] = [
    "CARGO_HOME",
    "GOPATH",
    "HOME",
    "JAVA_HOME",
    "LANG",
    "LC_ALL",
    "LC_CTYPE",
    "LOGNAME",
    "NVM_DIR",
    "PATH",
    "PYENV_ROOT",
    "RUSTUP_HOME",
    "RUSTUP_TOOLCHAIN",
    "SHELL",
    "TERM",
    "TMPDIR",
    "TZ",
    "USER",
    "VIRTUAL_ENV",
];
const DEFAULT_PATH: &str = "/usr/local/bin:/usr/bin:/bin";

/// The whole environment of a command; there is always a `PATH`.
///
/// Spec: PROC-12, PROC-13.
#[must_use]
pub fn variables(
    own: &BTreeMap<String, String>,
    given: &BTreeMap<String, String>,
) -> BTreeMap<String, String> {
    let mut found = BTreeMap::from([("PATH".to_owned(), DEFAULT_PATH.to_owned())]);
    for name in PASSED {
        if let Some(value) = own.get(name) {
            found.insert(name.to_owned(), value.clone());
        }
    }
    found.extend(given.clone());
    found
}
