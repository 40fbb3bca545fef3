//! Who ends what is left when this program ends, in whatever way.
//!
//! A shell waits at the other end of a pipe, knows the groups that live, and kills them when the
//! pipe is closed, which the system does for a program that has no time to.

use std::io::{self, Write};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Mutex, OnceLock, PoisonError};

const SCRIPT: &str = r#"
while read -r change group; do
  others=
  for known in $groups; do
    [ "$known" = "$group" ] || others="$others $known"
  done
  groups=$others
  [ "$change" = - ] || groups="$groups $group"
done
for group in $groups; do kill -9 "-$group"; done
[ -z "$1" ] || rm -rf -- "$1"
"#;

/// The guardian of groups of processes and, if there is one, of the folder they write into.
#[derive(Debug)]
pub struct Guardian {
    pipe: ChildStdin,
    _shell: Child,
}

impl Guardian {
    /// A guardian that will remove the folder.
    ///
    /// # Errors
    ///
    /// Where no shell can be started.
    pub fn new(folder: Option<&Path>) -> io::Result<Self> {
        let mut shell = Command::new("/bin/sh")
            .args(["-c", SCRIPT, "sh"])
            .arg(folder.unwrap_or(Path::new("")))
            .env_clear()
            .env("PATH", "/usr/bin:/bin")
            .current_dir("/")
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        let pipe = shell.stdin.take().ok_or(io::ErrorKind::BrokenPipe)?;
        Ok(Self { pipe, _shell: shell })
    }

    /// A group that lives from now on.
    pub fn add(&mut self, group: i32) {
        self.tell('+', group);
    }

    /// A group that has ended.
    pub fn remove(&mut self, group: i32) {
        self.tell('-', group);
    }

    fn tell(&mut self, change: char, group: i32) {
        // One that somebody has killed can guard nothing; commands work all the same.
        let _ = self.pipe.write_all(format!("{change} {group}\n").as_bytes());
    }
}

/// While this lives, a group of processes ends with this program.
#[derive(Debug)]
pub struct Guarded(i32);

impl Guarded {
    /// Whoever guards is there before what is guarded: this program may be ended while that begins.
    pub fn prepare() {
        with_guardian(|_| ());
    }

    /// The guard of a group that lives from now on. Spec: VCS-48.
    #[must_use]
    pub fn new(group: i32) -> Self {
        with_guardian(|guardian| guardian.add(group));
        Self(group)
    }
}

impl Drop for Guarded {
    fn drop(&mut self) {
        with_guardian(|guardian| guardian.remove(self.0));
    }
}

/// The guardian of what this program starts and waits for, which has no folder.
fn with_guardian(tell: impl FnOnce(&mut Guardian)) {
    static GUARDIAN: OnceLock<Option<Mutex<Guardian>>> = OnceLock::new();
    // Without a shell nobody guards; what is started works all the same.
    let found = GUARDIAN.get_or_init(|| Guardian::new(None).ok().map(Mutex::new));
    if let Some(guardian) = found {
        tell(&mut guardian.lock().unwrap_or_else(PoisonError::into_inner));
    }
}
