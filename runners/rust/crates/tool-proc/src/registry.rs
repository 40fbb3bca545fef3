//! The processes of one workspace: numbered, found by id, forgotten when there are too many.

use std::collections::BTreeMap;
use std::fs::Permissions;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use hanzo_envelope::ToolError;
use hanzo_tools::{failure, Guardian};
use serde_json::json;

use crate::running::{locked, Running};

/// Of those that have ended; one that runs is never forgotten.
const MOST_KEPT: usize = 1000;

/// Every process that was started here and is not forgotten, the oldest first.
#[derive(Debug, Default)]
pub(crate) struct Processes {
    kept: Mutex<Kept>,
}

#[derive(Debug, Default)]
struct Kept {
    by_number: BTreeMap<u64, Arc<Running>>,
    count: u64,
    spool: Option<Spool>,
}

/// Where output goes, and who removes it.
#[derive(Debug, Clone)]
pub(crate) struct Spool {
    pub(crate) folder: PathBuf,
    pub(crate) guardian: Arc<Mutex<Guardian>>,
}

impl Processes {
    /// A number that no other process has had, and where the output of that one goes.
    pub(crate) fn next(&self) -> io::Result<(u64, Spool)> {
        let mut kept = locked(&self.kept);
        let spool = match &kept.spool {
            Some(spool) => spool.clone(),
            None => new_spool()?,
        };
        kept.spool = Some(spool.clone());
        kept.count += 1;
        Ok((kept.count, spool))
    }

    /// Keep a process that was started. Spec: PROC-36.
    pub(crate) fn add(&self, number: u64, running: &Arc<Running>) {
        let mut kept = locked(&self.kept);
        kept.by_number.insert(number, Arc::clone(running));
        if kept.by_number.len() <= MOST_KEPT {
            return;
        }
        let ended: Vec<u64> = kept
            .by_number
            .iter()
            .filter(|(_, running)| running.has_ended())
            .map(|(number, _)| *number)
            .collect();
        for number in &ended[..ended.len().saturating_sub(MOST_KEPT)] {
            if let Some(forgotten) = kept.by_number.remove(number) {
                forgotten.discard();
            }
        }
    }

    /// The process with this id, `given` in the details of `NOT_FOUND`. Spec: PROC-28.
    pub(crate) fn find(&self, proc_id: &str, given: &str) -> Result<Arc<Running>, ToolError> {
        self.all().into_iter().find(|running| running.proc_id == proc_id).ok_or_else(|| {
            let message = format!("there is no process {given}");
            failure("NOT_FOUND", message, json!({"proc_id": given}))
        })
    }

    /// All of them, the oldest first.
    pub(crate) fn all(&self) -> Vec<Arc<Running>> {
        locked(&self.kept).by_number.values().map(Arc::clone).collect()
    }
}

fn new_spool() -> io::Result<Spool> {
    let folder = tempfile::Builder::new()
        .prefix("hanzo-proc-")
        .permissions(Permissions::from_mode(0o700))
        .tempdir()?;
    let guardian = Guardian::new(Some(folder.path()))?;
    // From here on the guardian removes it.
    Ok(Spool { folder: folder.keep(), guardian: Arc::new(Mutex::new(guardian)) })
}
