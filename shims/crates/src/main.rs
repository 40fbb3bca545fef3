//! The old program: a warning for people, and then the new program in its place. Spec: REN-18

use std::env;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

const PROGRAM: &str = "hanzo-dev";

fn main() -> ExitCode {
    // Standard output stays clean: it may be a protocol.
    eprintln!("hanzo-repl is now called hanzo-dev: install hanzo-dev instead");
    let failure = become_program(&mut Command::new(program()));
    eprintln!("{PROGRAM}: {failure}");
    ExitCode::from(127)
}

/// The new program beside this one, else that of PATH.
fn program() -> PathBuf {
    let beside = env::current_exe().map(|own| own.with_file_name(PROGRAM)).unwrap_or_default();
    if beside.is_file() {
        beside
    } else {
        PROGRAM.into()
    }
}

#[cfg(unix)]
fn become_program(command: &mut Command) -> std::io::Error {
    use std::os::unix::process::CommandExt;

    command.args(env::args_os().skip(1)).exec()
}

#[cfg(not(unix))]
fn become_program(command: &mut Command) -> std::io::Error {
    match command.args(env::args_os().skip(1)).status() {
        Ok(status) => std::process::exit(status.code().unwrap_or(1)),
        Err(failure) => failure,
    }
}
