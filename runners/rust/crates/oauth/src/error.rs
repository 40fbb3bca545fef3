//! What can go wrong; no error holds a verifier, a state, a code or a token.

use std::error::Error;
use std::fmt;

/// A specified failure of the flow.
///
/// Spec: HIP-0301 §6 and Security Considerations.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum OauthError {
    /// A verifier is not 43 to 128 unreserved characters: `INVALID_VERIFIER`.
    InvalidVerifier,
    /// There are fewer than 32 or more than 96 bytes of entropy: `INVALID_ENTROPY`.
    InvalidEntropy,
    /// The callback does not bring the state that was sent, once: `STATE_MISMATCH`.
    StateMismatch,
    /// The callback comes from another issuer than expected: `ISSUER_MISMATCH`.
    IssuerMismatch,
    /// The authorization server answered with an error: `AUTHORIZATION_DENIED`.
    AuthorizationDenied {
        /// The error code of RFC 6749 §4.1.2.1, printable ASCII.
        error: String,
    },
    /// The callback's code or error is missing, repeated or malformed: `INVALID_CALLBACK`.
    InvalidCallback(&'static str),
    /// The status is not 200, or the body carries an error: `TOKEN_ERROR`.
    TokenError,
    /// The body is not a well-formed bearer token response: `INVALID_TOKEN_RESPONSE`.
    InvalidTokenResponse(&'static str),
}

impl OauthError {
    /// The error's code, the same in every language.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::InvalidVerifier => "INVALID_VERIFIER",
            Self::InvalidEntropy => "INVALID_ENTROPY",
            Self::StateMismatch => "STATE_MISMATCH",
            Self::IssuerMismatch => "ISSUER_MISMATCH",
            Self::AuthorizationDenied { .. } => "AUTHORIZATION_DENIED",
            Self::InvalidCallback(_) => "INVALID_CALLBACK",
            Self::TokenError => "TOKEN_ERROR",
            Self::InvalidTokenResponse(_) => "INVALID_TOKEN_RESPONSE",
        }
    }
}

impl fmt::Display for OauthError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::InvalidVerifier => "a verifier has 43 to 128 of letters, digits and -._~",
            Self::InvalidEntropy => "a verifier is made of 32 to 96 bytes",
            Self::StateMismatch => "the callback does not bring the state that was sent",
            Self::IssuerMismatch => "the callback comes from another issuer",
            Self::AuthorizationDenied { .. } => "the authorization server refused",
            Self::TokenError => "the token endpoint answered with an error",
            Self::InvalidCallback(reason) | Self::InvalidTokenResponse(reason) => reason,
        })
    }
}

impl Error for OauthError {}
