//! Who ends what is left when this program ends, in whatever way.
//!
//! A shell waits at the other end of a pipe, knows the groups that live, and kills them when the
//! pipe is closed, which the system does for a program that has no time to. It is told before a
//! group begins, too: where it has not heard of its number by then, it looks for what bears its
//! mark, a variable, or has a file of its folder open, as Linux shows both.

use std::io::{self, Write};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{self, Child, ChildStdin, Command, Stdio};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::UNIX_EPOCH;

/// The variable by which a process is known; its value is of one guardian.
const MARK: &str = "HANZO_GUARDED";
const SCRIPT: &str = r#"
pending=0
while read -r change group; do
  case $change in
    '?') pending=$((pending + 1)); continue ;;
    '!') pending=$((pending - 1)); continue ;;
    +) pending=$((pending - 1)) ;;
  esac
  others=
  for known in $groups; do
    [ "$known" = "$group" ] || others="$others $known"
  done
  groups=$others
  [ "$change" = - ] || groups="$groups $group"
done
for group in $groups; do kill -9 "-$group"; done
tries=0
while [ "$pending" -gt 0 ] && [ "$tries" -lt 20 ]; do
  if [ -z "$1" ]; then found=$(grep -ls "$2" /proc/[0-9]*/environ)
  else found=$(find /proc/[0-9]*/fd -lname "*/${1##*/}/*"); fi
  for place in $found; do
    process=${place#/proc/}
    process=${process%%/*}
    kill -9 "-$process"
    kill -9 "$process"
  done
  tries=$((tries + 1))
  sleep 0.05
done
[ -z "$1" ] || rm -rf -- "$1"
"#;

/// The guardian of groups of processes and, if there is one, of the folder they write into.
#[derive(Debug)]
pub struct Guardian {
    mark: Option<String>,
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
        let since = UNIX_EPOCH.elapsed().unwrap_or_default().as_nanos();
        let mark = format!("{}-{since}", process::id());
        let mut shell = Command::new("/bin/sh")
            .args(["-c", SCRIPT, "sh"])
            .arg(folder.unwrap_or(Path::new("")))
            .arg(format!("{MARK}={mark}"))
            .env_clear()
            .env("PATH", "/usr/bin:/bin")
            .current_dir("/")
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        let pipe = shell.stdin.take().ok_or(io::ErrorKind::BrokenPipe)?;
        // What writes into the folder is found by that, and sees no variable that is not its own.
        let mark = folder.is_none().then_some(mark);
        Ok(Self { mark, pipe, _shell: shell })
    }

    /// The variable that what it guards has to have; none, where there is a folder.
    #[must_use]
    pub fn mark(&self) -> Option<(&'static str, &str)> {
        self.mark.as_deref().map(|mark| (MARK, mark))
    }

    /// A group begins, whose number is not known yet.
    pub fn announce(&mut self) {
        self.tell('?', 0);
    }

    /// The group that was announced does not begin.
    pub fn withdraw(&mut self) {
        self.tell('!', 0);
    }

    /// The number of the group that was announced, which lives from now on.
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

/// A group of processes that is about to begin: this program may be ended while it does.
#[derive(Debug)]
pub struct Beginning {
    mark: Option<String>,
    has_begun: bool,
}

impl Beginning {
    /// The variable that what begins has to have.
    #[must_use]
    pub fn mark(&self) -> Option<(&str, &str)> {
        self.mark.as_deref().map(|mark| (MARK, mark))
    }

    /// The guard of the group, by its number. Spec: VCS-48.
    #[must_use]
    pub fn begun(mut self, group: i32) -> Guarded {
        self.has_begun = true;
        with_guardian(|guardian| guardian.add(group));
        Guarded(group)
    }
}

impl Drop for Beginning {
    fn drop(&mut self) {
        if !self.has_begun {
            with_guardian(Guardian::withdraw);
        }
    }
}

/// While this lives, a group of processes ends with this program.
#[derive(Debug)]
pub struct Guarded(i32);

impl Guarded {
    /// A group that is about to begin: whoever guards it is there before it is.
    #[must_use]
    pub fn announce() -> Beginning {
        let mark = with_guardian(|guardian| {
            guardian.announce();
            guardian.mark.clone()
        });
        Beginning { mark: mark.flatten(), has_begun: false }
    }
}

impl Drop for Guarded {
    fn drop(&mut self) {
        with_guardian(|guardian| guardian.remove(self.0));
    }
}

/// The guardian of what this program starts and waits for, which has no folder.
fn with_guardian<Told>(tell: impl FnOnce(&mut Guardian) -> Told) -> Option<Told> {
    static GUARDIAN: OnceLock<Option<Mutex<Guardian>>> = OnceLock::new();
    // Without a shell nobody guards; what is started works all the same.
    let found = GUARDIAN.get_or_init(|| Guardian::new(None).ok().map(Mutex::new));
    found
        .as_ref()
        .map(|guardian| tell(&mut guardian.lock().unwrap_or_else(PoisonError::into_inner)))
}
