//! The PKCE pair: a secret verifier, and the challenge that is shown in its place.

use std::fmt;

use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use base64::Engine;
use sha2::{Digest, Sha256};

use crate::encoding::is_unreserved;
use crate::error::OauthError;

/// The only challenge method; `plain` shows the verifier itself.
///
/// Spec: HIP-0301 §6, RFC 9700 §2.1.1.
pub const METHOD: &str = "S256";

/// A verifier, which stays here until the token request, and its challenge.
///
/// Spec: HIP-0301 §6, RFC 7636 §4.
#[derive(Clone, PartialEq, Eq)]
pub struct Pkce {
    /// 43 to 128 unreserved characters; secret.
    pub verifier: String,
    /// BASE64URL of the verifier's SHA-256, 43 characters.
    pub challenge: String,
}

impl fmt::Debug for Pkce {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The verifier must not end up in a log.
        formatter.debug_struct("Pkce").field("challenge", &self.challenge).finish_non_exhaustive()
    }
}

/// The S256 challenge of a verifier, 43 characters of base64url.
///
/// # Errors
/// `INVALID_VERIFIER` unless the verifier is 43 to 128 of `A-Za-z0-9-._~`.
///
/// Spec: RFC 7636 §4.2.
pub fn challenge(verifier: &str) -> Result<String, OauthError> {
    check_verifier(verifier)?;
    // code_challenge = BASE64URL-ENCODE(SHA256(ASCII(code_verifier)))
    Ok(URL_SAFE_NO_PAD.encode(Sha256::digest(verifier)))
}

/// The pair that is made of 32 to 96 random bytes.
///
/// # Errors
/// `INVALID_ENTROPY` for any other number of bytes.
///
/// Spec: RFC 7636 §4.1 and §7.1.
pub fn generate(entropy: &[u8]) -> Result<Pkce, OauthError> {
    // 32 bytes give a verifier of 43 characters, 96 one of 128: the two limits of the grammar.
    if !(32..=96).contains(&entropy.len()) {
        return Err(OauthError::InvalidEntropy);
    }
    let verifier = URL_SAFE_NO_PAD.encode(entropy);
    let challenge = challenge(&verifier)?;
    Ok(Pkce { verifier, challenge })
}

/// Spec: RFC 7636 §4.1, `code-verifier = 43*128unreserved`.
pub(crate) fn check_verifier(verifier: &str) -> Result<(), OauthError> {
    if (43..=128).contains(&verifier.len()) && verifier.bytes().all(is_unreserved) {
        Ok(())
    } else {
        Err(OauthError::InvalidVerifier)
    }
}
