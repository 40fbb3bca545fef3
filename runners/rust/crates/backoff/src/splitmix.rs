//! `SplitMix64`, the generator behind reproducible jitter.

/// The odd integer nearest to 2^64 divided by the golden ratio.
const GOLDEN_GAMMA: u64 = 0x9e37_79b9_7f4a_7c15;

/// A stream of 64-bit words that its seed alone decides; any seed is a good one.
///
/// Not for secrets: a word that is seen gives the whole state away.
///
/// Spec: Steele, Lea and Flood 2014, Fast Splittable Pseudorandom Number Generators.
#[derive(Debug, Clone)]
pub struct SplitMix64 {
    state: u64,
}

impl SplitMix64 {
    /// The stream of a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// The next word.
    pub fn next_word(&mut self) -> u64 {
        // The state moves before it is read, so the seed itself is never mixed.
        self.state = self.state.wrapping_add(GOLDEN_GAMMA);
        mixed(self.state)
    }
}

/// The word of a state: variant 13 of Stafford's finalizers, all arithmetic modulo 2^64.
fn mixed(state: u64) -> u64 {
    let word = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}
