//! hanzo-repl is now called hanzo-dev: install hanzo-dev instead.
//!
//! Everything here is hanzo-dev's. Spec: REN-10

pub use hanzo_dev::*;
