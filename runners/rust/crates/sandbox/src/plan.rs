//! How a command is held to where it may write: decided here, done elsewhere.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use crate::container::Runtime;

/// How far tools may reach.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// Everywhere.
    Off,
    /// The workspace alone.
    Workspace,
    /// The entries alone.
    Allowlist,
}

/// What a machine runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Platform {
    /// Linux.
    Linux,
    /// macOS.
    Macos,
    /// Anything else.
    Other,
}

impl Platform {
    /// That of this machine.
    #[must_use]
    pub fn of_this_machine() -> Self {
        match std::env::consts::OS {
            "linux" => Self::Linux,
            "macos" => Self::Macos,
            _ => Self::Other,
        }
    }
}

/// What holds a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Enforcement {
    /// Nothing, as nothing is to be held.
    None,
    /// Nothing but the check of paths.
    Path,
    /// bubblewrap.
    Bwrap,
    /// Namespaces of users and mounts.
    Namespace,
    /// Landlock and a filter of system calls.
    Landlock,
    /// The sandbox of macOS.
    Seatbelt,
}

/// What a machine has to hold a command with.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools)] // one for each thing that a machine has or has not
pub struct Features {
    /// bubblewrap works.
    pub bwrap: bool,
    /// Namespaces of users and mounts can be made.
    pub namespace: bool,
    /// System calls can be filtered.
    pub seccomp: bool,
    /// `/usr/bin/sandbox-exec` works.
    pub sandbox_exec: bool,
    /// The ABI of Landlock, 0 for none.
    pub landlock: u32,
}

/// Where a command runs: canonical paths.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// What it may write.
    pub roots: Vec<String>,
    /// A fresh folder for temporary files.
    pub tmp: String,
    /// Where it begins.
    pub cwd: String,
}

/// What is started, and what is done before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Plan {
    /// How far it may reach.
    pub mode: Mode,
    /// What holds it to that.
    pub enforcement: Enforcement,
    /// The program and its words.
    pub argv: Vec<String>,
    /// Variables beside the caller's.
    pub env: BTreeMap<String, String>,
    /// Steps that the process takes before it becomes the command.
    pub setup: Vec<Vec<String>>,
}

const SEATBELT: &str = "/usr/bin/sandbox-exec";
/// Before it a file that may not be written can be cut to nothing all the same.
const LEAST_LANDLOCK_ABI: u32 = 3;
const WRITING_RIGHTS: [&str; 12] = [
    "write_file",
    "remove_dir",
    "remove_file",
    "make_char",
    "make_dir",
    "make_reg",
    "make_sock",
    "make_fifo",
    "make_block",
    "make_sym",
    "refer",
    "truncate",
];
const REFUSED_CALLS: [&str; 13] = [
    "bpf",
    "kexec_file_load",
    "kexec_load",
    "mount",
    "mount_setattr",
    "move_mount",
    "open_by_handle_at",
    "pivot_root",
    "process_vm_writev",
    "ptrace",
    "setns",
    "umount2",
    "unshare",
];

/// How far a command may reach, where nobody may have said so.
///
/// Spec: SANDBOX-25 to SANDBOX-28.
#[must_use]
pub fn decide_mode(configured: Option<Mode>, container: Option<Runtime>) -> Mode {
    let default = if container.is_some() { Mode::Off } else { Mode::Workspace };
    configured.unwrap_or(default)
}

/// What holds a command best on a machine.
///
/// Spec: SANDBOX-33 to SANDBOX-38.
#[must_use]
pub fn choose(platform: Platform, features: &Features) -> Enforcement {
    match platform {
        Platform::Macos if features.sandbox_exec => Enforcement::Seatbelt,
        Platform::Linux if features.bwrap => Enforcement::Bwrap,
        // Without it mounts could be made anew, and processes outside be made to write.
        Platform::Linux if !features.seccomp => Enforcement::Path,
        Platform::Linux if features.namespace => Enforcement::Namespace,
        Platform::Linux if features.landlock >= LEAST_LANDLOCK_ABI => Enforcement::Landlock,
        Platform::Linux | Platform::Macos | Platform::Other => Enforcement::Path,
    }
}

/// How a command is held in a mode, on a machine.
///
/// Spec: SANDBOX-29 to SANDBOX-47.
#[must_use]
pub fn make_plan(
    mode: Mode,
    platform: Platform,
    features: &Features,
    place: &Place,
    command: &[String],
) -> Plan {
    if mode == Mode::Off {
        let argv = command.to_vec();
        let (env, setup) = (BTreeMap::new(), Vec::new());
        return Plan { mode, enforcement: Enforcement::None, argv, env, setup };
    }
    let enforcement = choose(platform, features);
    let writable: BTreeSet<&str> =
        place.roots.iter().chain([&place.tmp]).map(String::as_str).collect();
    let mut argv = match enforcement {
        Enforcement::Bwrap => bwrap(&writable, &place.cwd),
        Enforcement::Seatbelt => words(&[SEATBELT, "-p", &profile(&writable)]),
        _ => Vec::new(),
    };
    argv.extend_from_slice(command);
    let setup = match enforcement {
        Enforcement::Namespace => in_namespaces(&writable),
        Enforcement::Landlock => under_landlock(&writable),
        _ => Vec::new(),
    };
    let env = BTreeMap::from([("TMPDIR".to_owned(), place.tmp.clone())]);
    Plan { mode, enforcement, argv, env, setup }
}

/// The words of bubblewrap. Spec: SANDBOX-41.
fn bwrap(writable: &BTreeSet<&str>, cwd: &str) -> Vec<String> {
    let mut all = vec!["bwrap", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"];
    for path in writable {
        all.extend(["--bind", path, path]);
    }
    all.extend(["--unshare-all", "--share-net"]);
    // Root would keep the right to mount, and make all of it writable again.
    all.extend(["--cap-drop", "ALL"]);
    all.extend(["--die-with-parent", "--new-session", "--chdir", cwd, "--"]);
    words(&all)
}

/// What makes a world of mounts in which little is writable. Spec: SANDBOX-42.
fn in_namespaces(writable: &BTreeSet<&str>) -> Vec<Vec<String>> {
    let mut steps = vec![
        words(&["unshare", "user", "mount"]),
        words(&["id_map", "same"]),
        words(&["private", "/"]),
    ];
    steps.extend(writable.iter().map(|path| words(&["bind", path])));
    steps.push(words(&["read_only", "/"]));
    steps.extend(writable.iter().map(|path| words(&["writable", path])));
    steps.extend([words(&["drop_capabilities"]), words(&["no_new_privs"]), refuse_calls()]);
    steps
}

/// What leaves the right to write at some places only. Spec: SANDBOX-43.
fn under_landlock(writable: &BTreeSet<&str>) -> Vec<Vec<String>> {
    let rights = [&["landlock"], WRITING_RIGHTS.as_slice()].concat();
    // Root would keep the right to make devices, and write to a disk by one of its own.
    let mut steps = vec![words(&["drop_capabilities"]), words(&["no_new_privs"]), words(&rights)];
    steps.extend(writable.iter().copied().chain(["/dev/null"]).map(|path| words(&["allow", path])));
    steps.push(refuse_calls());
    steps
}

fn refuse_calls() -> Vec<String> {
    words(&[&["seccomp"], REFUSED_CALLS.as_slice()].concat())
}

/// A profile for the sandbox of macOS. Spec: SANDBOX-44, SANDBOX-45.
fn profile(writable: &BTreeSet<&str>) -> String {
    let quoted = |path: &&str| path.replace('\\', r"\\").replace('"', "\\\"");
    let places: Vec<_> =
        writable.iter().map(|path| format!(" (subpath \"{}\")", quoted(path))).collect();
    format!(
        "(version 1)(allow default)(deny file-write*)(allow file-write* \
         (literal \"/dev/null\") (literal \"/dev/tty\"){})",
        places.concat()
    )
}

fn words(all: &[&str]) -> Vec<String> {
    all.iter().map(|&word| word.to_owned()).collect()
}
