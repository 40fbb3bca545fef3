//! A sandbox on this machine: which paths tools may touch, and how commands are held to them.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use serde::Serialize;

use crate::container::{detect, Runtime, Signs};
use crate::error::SandboxError;
use crate::plan::{decide_mode, make_plan, Features, Mode, Place, Plan, Platform};
use crate::walk::{check_text, resolve};

/// How far tools may reach; relative paths are from the workspace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SandboxConfig {
    /// How far.
    pub mode: Mode,
    /// What an allowlist opens.
    pub allowed_paths: Vec<String>,
}

/// Why a path may not be touched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Reason {
    /// It is not open.
    Outside,
    /// There are too many symbolic links on the way.
    Loop,
    /// It is no path, or nobody can follow it.
    Path,
}

/// Whether a path may be touched, and if not, why.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Verdict {
    /// Whether it may.
    pub allowed: bool,
    /// Why not.
    pub reason: Option<Reason>,
}

/// What tools may touch, as it was when the sandbox was made.
#[derive(Debug, Clone)]
pub struct Sandbox {
    workspace: String,
    mode: Mode,
    roots: Vec<String>,
}

impl Sandbox {
    /// A sandbox of a configuration, or of none: what then holds is decided by the container.
    ///
    /// # Errors
    /// `SANDBOX_PATH` for a workspace that is not absolute or leads nowhere.
    ///
    /// Spec: SANDBOXPATH-1, SANDBOXPATH-4 to SANDBOXPATH-8, SANDBOXPATH-11, SANDBOXPATH-17.
    pub fn new(config: Option<&SandboxConfig>, workspace: &str) -> Result<Self, SandboxError> {
        if !check_text(workspace)?.starts_with('/') {
            return Err(SandboxError::path("a workspace is absolute"));
        }
        let nowhere = |_| SandboxError::path(format!("the workspace {workspace} leads nowhere"));
        let workspace = resolve(workspace, "/", read_link).map_err(nowhere)?;
        let container = if config.is_none() { Self::detect_container() } else { None };
        let mode = decide_mode(config.map(|config| config.mode), container);
        let roots = match (mode, config) {
            (Mode::Off, _) => vec!["/".to_owned()],
            (Mode::Allowlist, Some(config)) => {
                // An entry that leads nowhere opens nothing.
                let opened = |entry: &String| resolve(entry, &workspace, read_link).ok();
                config.allowed_paths.iter().filter_map(opened).collect()
            }
            (Mode::Workspace | Mode::Allowlist, _) => vec![workspace.clone()],
        };
        Ok(Self { workspace, mode, roots })
    }

    /// How far tools may reach.
    #[must_use]
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// The canonical paths that are open, whether there is anything or not.
    #[must_use]
    pub fn roots(&self) -> &[String] {
        &self.roots
    }

    /// Whether a tool may touch a path; a relative one is from the workspace.
    ///
    /// This is advice: what is opened afterwards has to be opened without following links.
    #[must_use]
    pub fn check_path(&self, path: &str) -> bool {
        self.judge(path).allowed
    }

    /// Whether a tool may touch a path, and why not.
    ///
    /// Spec: SANDBOXPATH-2 to SANDBOXPATH-16.
    #[must_use]
    pub fn judge(&self, path: &str) -> Verdict {
        let reason = match resolve(path, &self.workspace, read_link) {
            Err(SandboxError::Loop) => Some(Reason::Loop),
            Err(SandboxError::Path(_)) => Some(Reason::Path),
            Ok(found) if self.roots.iter().any(|root| holds(root, &found)) => None,
            Ok(_) => Some(Reason::Outside),
        };
        Verdict { allowed: reason.is_none(), reason }
    }

    /// The error of a tool that is not to touch a path, `None` where it may.
    ///
    /// Spec: SANDBOXPATH-18.
    #[must_use]
    pub fn refusal(&self, path: &str) -> Option<String> {
        (!self.check_path(path)).then(|| format!("path outside sandbox: {path}"))
    }

    /// How a command is held on this platform; `tmp` is a fresh folder of the caller's.
    ///
    /// Spec: SANDBOX-25 to SANDBOX-47, SANDBOXPATH-20.
    #[must_use]
    pub fn plan(&self, command: &[String], tmp: &str, features: &Features) -> Plan {
        let is_there = |root: &&String| Path::new(root.as_str()).symlink_metadata().is_ok();
        let place = Place {
            roots: self.roots.iter().filter(is_there).cloned().collect(),
            // What leads nowhere is for the system to refuse.
            tmp: resolve(tmp, &self.workspace, read_link).unwrap_or_else(|_| tmp.to_owned()),
            cwd: self.workspace.clone(),
        };
        make_plan(self.mode, Platform::of_this_machine(), features, &place, command)
    }

    /// The container that runs this process.
    ///
    /// Spec: SANDBOX-17 to SANDBOX-24, SANDBOXPATH-19.
    #[must_use]
    pub fn detect_container() -> Option<Runtime> {
        let cgroup = fs::read("/proc/1/cgroup").ok();
        let host = std::env::var_os("KUBERNETES_SERVICE_HOST");
        detect(&Signs {
            cgroup: cgroup.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()),
            dockerenv: Path::new("/.dockerenv").exists(),
            containerenv: Path::new("/run/.containerenv").exists(),
            kubernetes_service_host: host.map(|host| host.to_string_lossy().into_owned()),
        })
    }
}

/// Whether a canonical path is a canonical root or lies below it.
///
/// Spec: SANDBOXPATH-9, SANDBOXPATH-10.
fn holds(root: &str, path: &str) -> bool {
    root == "/"
        || path.strip_prefix(root).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// What the link at a path says. Spec: SANDBOXPATH-13, SANDBOXPATH-14.
fn read_link(path: &str) -> Result<Option<String>, SandboxError> {
    match fs::read_link(path) {
        // A name that is no UTF-8 is another one in every language.
        Ok(target) => match target.into_os_string().into_string() {
            Ok(text) => Ok(Some(text)),
            Err(_) => Err(SandboxError::path(format!("{path} leads to no text"))),
        },
        // No link, nothing there, or nothing there that could hold it: taken as it is written.
        Err(problem) => match problem.kind() {
            ErrorKind::InvalidInput | ErrorKind::NotFound | ErrorKind::NotADirectory => Ok(None),
            _ => Err(SandboxError::path(format!("{path} cannot be read: {problem}"))),
        },
    }
}
