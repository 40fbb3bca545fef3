//! The crate's one door to the system's randomness; everything else is a function of its arguments.

/// A word that nobody can predict, every value equally likely.
///
/// # Panics
/// When the operating system has no randomness to give.
#[must_use]
pub fn system_word() -> u64 {
    let mut bytes = [0; 8];
    getrandom::getrandom(&mut bytes).expect("the operating system gives random bytes");
    u64::from_ne_bytes(bytes)
}
