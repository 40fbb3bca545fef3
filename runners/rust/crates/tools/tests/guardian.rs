//! What a program has started ends with it, also what it had no time to tell of.

#![cfg(target_os = "linux")]

use std::fs::File;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, Stdio};

use hanzo_tools::Guardian;

fn sleeper(set: impl FnOnce(&mut Command) -> &mut Command) -> Child {
    let mut command = Command::new("sleep");
    set(command.arg("600").stdin(Stdio::null()).process_group(0)).spawn().unwrap()
}

#[test]
fn what_bears_the_mark_ends_though_nobody_told_its_number() {
    let mut guardian = Guardian::new(None).unwrap();
    guardian.announce();
    let mark = guardian.mark();
    let mut started = sleeper(|command| command.envs(mark));
    // The end of this program as far as the guardian can tell: its pipe is closed.
    drop(guardian);
    assert_eq!(started.wait().unwrap().signal(), Some(9));
}

#[test]
fn what_writes_into_the_folder_does_so_too() {
    let folder = tempfile::tempdir().unwrap();
    let mut guardian = Guardian::new(Some(folder.path())).unwrap();
    assert_eq!(guardian.mark(), None);
    guardian.announce();
    let output = File::create(folder.path().join("output")).unwrap();
    let mut started = sleeper(|command| command.stdout(output));
    drop(guardian);
    assert_eq!(started.wait().unwrap().signal(), Some(9));
}

#[test]
fn whose_start_has_failed_or_is_over_is_looked_for_by_nobody() {
    let mut guardian = Guardian::new(None).unwrap();
    guardian.announce();
    guardian.withdraw();
    let mark = guardian.mark();
    // Somebody else's, as far as it knows: it has been told of nobody.
    let mut other = sleeper(|command| command.envs(mark));
    guardian.announce();
    let mut mine = sleeper(|command| command);
    guardian.add(i32::try_from(mine.id()).unwrap());
    drop(guardian);
    assert_eq!(mine.wait().unwrap().signal(), Some(9));
    assert!(other.try_wait().unwrap().is_none());
    other.kill().unwrap();
    other.wait().unwrap();
}
