//! Ceilings and delays in milliseconds; who sleeps is not known here.

use std::iter::successors;
use std::time::Duration;

use crate::entropy::system_word;
use crate::splitmix::SplitMix64;

/// The longest delay before retry number `attempt`, counted from 0, in milliseconds.
///
/// It is `base_ms` × 2^`attempt`, cut at 2^64 − 1 and then at `max_ms`.
///
/// Spec: HIP-0301 §16 (hanzo-backoff).
#[must_use]
pub fn ceiling(base_ms: u64, max_ms: u64, attempt: u32) -> u64 {
    base_ms.saturating_mul(2_u64.saturating_pow(attempt)).min(max_ms)
}

/// The ceilings in milliseconds of attempt number `start` and all that follow it, without end.
///
/// After attempt 2^32 − 1 comes that attempt again.
///
/// Spec: HIP-0301 §16 (hanzo-backoff).
pub fn ceilings(base_ms: u64, max_ms: u64, start: u32) -> impl Iterator<Item = u64> {
    let attempts = successors(Some(start), |attempt| Some(attempt.saturating_add(1)));
    attempts.map(move |attempt| ceiling(base_ms, max_ms, attempt))
}

/// The delay that a random `word` picks from 0 to `ceiling_ms`, both ends included.
///
/// Reads the word as a fraction of 2^64 and scales it. Each delay has within one of
/// 2^64 / (`ceiling_ms` + 1) words, so none is favoured by more than one word.
///
/// Spec: HIP-0301 §16 (hanzo-backoff), full jitter.
#[must_use]
pub fn delay(ceiling_ms: u64, word: u64) -> u64 {
    // Widened first: in 64 bits the greatest ceiling plus one would be 0.
    let scaled = u128::from(word) * (u128::from(ceiling_ms) + 1);
    // The shift leaves 64 bits of 128.
    #[allow(clippy::cast_possible_truncation)]
    let delay_ms = (scaled >> 64) as u64;
    delay_ms
}

/// `count` delays in milliseconds, all for the same attempt, from the words of the caller.
///
/// `next_word` gives every word equally likely, each call independent of the others.
///
/// Spec: HIP-0301 §16 (hanzo-backoff), full jitter.
pub fn sample(
    base_ms: u64,
    max_ms: u64,
    attempt: u32,
    count: usize,
    mut next_word: impl FnMut() -> u64,
) -> Vec<u64> {
    let highest = ceiling(base_ms, max_ms, attempt);
    (0..count).map(|_| delay(highest, next_word())).collect()
}

/// The delays of one task that is retried.
///
/// Spec: HIP-0301 §16 (hanzo-backoff).
#[derive(Debug, Clone)]
pub struct Backoff {
    base_ms: u64,
    max_ms: u64,
    attempt: u32,
    words: SplitMix64,
}

impl Backoff {
    /// A backoff whose delays nobody can tell beforehand.
    ///
    /// # Panics
    /// When the operating system has no randomness to give.
    #[must_use]
    pub fn new(base_ms: u64, max_ms: u64) -> Self {
        Self::with_seed(base_ms, max_ms, system_word())
    }

    /// A backoff whose delays the seed decides, the same on every platform.
    #[must_use]
    pub fn with_seed(base_ms: u64, max_ms: u64, seed: u64) -> Self {
        Self { base_ms, max_ms, attempt: 0, words: SplitMix64::new(seed) }
    }

    /// How many delays were given since the start or the last `reset`, at most 2^32 − 1.
    #[must_use]
    pub fn attempt(&self) -> u32 {
        self.attempt
    }

    /// The delay before the next retry, in whole milliseconds; counts one attempt.
    pub fn next_delay(&mut self) -> Duration {
        let highest = ceiling(self.base_ms, self.max_ms, self.attempt);
        // A word is drawn at ceiling 0 too, so that the stream depends on the calls alone.
        let chosen = delay(highest, self.words.next_word());
        self.attempt = self.attempt.saturating_add(1);
        Duration::from_millis(chosen)
    }

    /// Goes back to attempt 0, after a success; the random stream goes on where it is.
    pub fn reset(&mut self) {
        self.attempt = 0;
    }
}
