//! The file into which a runner writes its report: in a folder of its own, outside of the workspace.

use std::fs::Permissions;
use std::io::{self, Read};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use hanzo_tools::{open_file, Guardian};
use tempfile::{Builder, TempDir};

use crate::runs::locked;
use crate::suites::Suite;

const MOST_BYTES: u64 = 64 << 20;
/// Where this program has its reports, and who removes them at its end.
static GUARDED: Mutex<Option<(PathBuf, Guardian)>> = Mutex::new(None);

/// A place for one report, which its runner has yet to write; it goes away with this.
#[derive(Debug)]
pub(crate) struct ReportFile(TempDir);

impl ReportFile {
    /// A place for the report of a suite, if its runner writes one.
    pub(crate) fn of(suite: &Suite) -> io::Result<Option<Self>> {
        if suite.runner != "pytest" {
            return Ok(None);
        }
        Ok(Some(Self(private().tempdir_in(guarded_folder()?)?)))
    }

    /// Where the report will be.
    pub(crate) fn path(&self) -> PathBuf {
        self.0.path().join("report.xml")
    }

    /// The report; None if there is none, or what is there is no file or too large.
    pub(crate) fn content(&self) -> Option<Vec<u8>> {
        read(&self.path()).ok().flatten()
    }
}

fn read(path: &Path) -> io::Result<Option<Vec<u8>>> {
    // Through no link and without waiting: a test may have put anything there.
    let file = open_file(path)?;
    if file.metadata()?.len() > MOST_BYTES {
        return Ok(None);
    }
    let mut data = Vec::new();
    file.take(MOST_BYTES).read_to_end(&mut data)?;
    Ok(Some(data))
}

fn guarded_folder() -> io::Result<PathBuf> {
    let mut guarded = locked(&GUARDED);
    if let Some((folder, _)) = guarded.as_ref().filter(|(folder, _)| folder.is_dir()) {
        return Ok(folder.clone());
    }
    let folder = private().tempdir()?;
    let guardian = Guardian::new(Some(folder.path()))?;
    // From here on the guardian removes it.
    let folder = folder.keep();
    *guarded = Some((folder.clone(), guardian));
    Ok(folder)
}

fn private<'a, 'b>() -> Builder<'a, 'b> {
    let mut builder = Builder::new();
    builder.prefix("hanzo-test-").permissions(Permissions::from_mode(0o700));
    builder
}
