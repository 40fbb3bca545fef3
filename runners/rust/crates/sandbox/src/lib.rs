//! Where tools may reach.
//!
//! Here live where a path really leads, which container runs a process, how a command is held to what
//! it may write, a sandbox that asks the file system, and what starts a command that is held.
//!
//! ```
//! use hanzo_sandbox::{make_plan, resolve, Enforcement, Features, Mode, Place, Platform};
//!
//! let link = |place: &str| Ok((place == "/work/up").then(|| "/etc/ssl".to_owned()));
//! assert_eq!(resolve("up/../b", "/work", link).unwrap(), "/etc/b");
//!
//! let place = Place { roots: vec!["/work".into()], tmp: "/tmp/t".into(), cwd: "/work".into() };
//! let features = Features { seccomp: true, landlock: 2, ..Features::default() };
//! let plan = make_plan(Mode::Workspace, Platform::Linux, &features, &place, &["make".into()]);
//! assert_eq!(plan.enforcement, Enforcement::Path);
//! ```

mod container;
mod error;
mod holding;
mod plan;
mod sandbox;
mod walk;

pub use container::{detect, Runtime, Signs};
pub use error::SandboxError;
pub use holding::Held;
pub use plan::{
    choose, decide_mode, make_plan, Enforcement, Features, Mode, Place, Plan, Platform,
};
pub use sandbox::{Reason, Sandbox, SandboxConfig, Verdict};
pub use walk::resolve;
