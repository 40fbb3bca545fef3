//! A program that was started: in a group of its own, with a given environment, until its end.
//!
//! Here lives the driving of one process, and the exchange of bytes with it for a limited time. What
//! it is for, and what its end means, is decided elsewhere.

mod child;
mod exchange;

pub use child::{Child, Pipes};
pub use exchange::{exchange, Exchanged};
