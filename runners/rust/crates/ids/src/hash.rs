//! The content hash: which bytes somebody has seen.

use sha2::{Digest, Sha256};

/// The hash of bytes as they stand: `sha256:` and 64 lower-case hexadecimal digits.
///
/// Spec: HIP-0300 (Composability Primitives, hash); FIPS 180-4.
#[must_use]
pub fn content_hash(content: &[u8]) -> String {
    format!("sha256:{:x}", Sha256::digest(content))
}
