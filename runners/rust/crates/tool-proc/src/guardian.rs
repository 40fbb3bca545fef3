//! Who ends what is left when this program ends, in whatever way.
//!
//! A shell waits at the other end of a pipe, knows the groups that live, and kills them when the
//! pipe is closed, which the system does for a program that has no time to.

use std::io::{self, Write};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};

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
rm -rf -- "$1"
"#;

/// The guardian of one folder of output and of the groups that write into it.
#[derive(Debug)]
pub(crate) struct Guardian {
    pipe: ChildStdin,
    _shell: Child,
}

impl Guardian {
    /// A guardian that will remove the folder.
    pub(crate) fn new(folder: &Path) -> io::Result<Self> {
        let mut shell = Command::new("/bin/sh")
            .args(["-c", SCRIPT, "sh"])
            .arg(folder)
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
    pub(crate) fn add(&mut self, group: i32) {
        self.tell('+', group);
    }

    /// A group that has ended.
    pub(crate) fn remove(&mut self, group: i32) {
        self.tell('-', group);
    }

    fn tell(&mut self, change: char, group: i32) {
        // One that somebody has killed can guard nothing; commands work all the same.
        let _ = self.pipe.write_all(format!("{change} {group}\n").as_bytes());
    }
}
