//! The renaming of hanzo-repl to hanzo-dev: which name is which, how long the old ones are kept, and
//! the manifest of the one version that each still publishes.
//!
//! Building, publishing and yanking do not live here.
//!
//! ```
//! use hanzo_rename::{resolve, shim, Registry, State, GRACE_S};
//!
//! assert_eq!(resolve(Registry::PyPi, "Hanzo_REPL", None, 0).name, "hanzo-dev");
//! assert_eq!(resolve(Registry::Npm, "@hanzo/repl", Some(0), GRACE_S).state, State::Yanked);
//! assert_eq!(shim(Registry::Crates, "0.2.0", "1.2.3")?.range, ">=1.2.3, <2.0.0");
//! # Ok::<(), hanzo_rename::InvalidVersion>(())
//! ```

mod names;
mod shim;

pub use names::{resolve, Registry, Resolved, State, GRACE_S};
pub use shim::{shim, InvalidVersion, Shim};
