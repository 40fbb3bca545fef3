//! How long to wait before each retry: a doubling ceiling, and a delay drawn below it.
//!
//! Here live the two numbers, to the last bit. Which failures are worth a retry, how often to try,
//! sleeping, and a server's own `Retry-After` do not.
//!
//! ```
//! use std::time::Duration;
//!
//! use hanzo_backoff::Backoff;
//!
//! let mut backoff = Backoff::with_seed(100, 30_000, 42);
//! let delays: Vec<Duration> = (0..4).map(|_| backoff.next_delay()).collect();
//! assert_eq!(delays, [74, 32, 111, 275].map(Duration::from_millis));
//! assert_eq!(backoff.attempt(), 4);
//!
//! backoff.reset();
//! assert_eq!(backoff.attempt(), 0);
//! assert_eq!(backoff.next_delay(), Duration::from_millis(3));
//! ```

mod entropy;
mod retry;
mod splitmix;

pub use entropy::system_word;
pub use retry::{ceiling, ceilings, delay, sample, Backoff};
pub use splitmix::SplitMix64;
