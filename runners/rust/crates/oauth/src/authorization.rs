//! The browser's part of the flow: the URL that opens it, and the callback that ends it.

use std::fmt;

use serde::Deserialize;
use subtle::ConstantTimeEq;

use crate::encoding::{read_form, url_query};
use crate::error::OauthError;
use crate::pkce::METHOD;

/// Everything that the authorization URL is made of; text is taken as it is.
#[derive(Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AuthorizationRequest {
    /// The authorization endpoint's URL, possibly with a query.
    pub endpoint: String,
    /// The client's registered identifier.
    pub client_id: String,
    /// Where the browser is sent back to.
    pub redirect_uri: String,
    /// Scope tokens of RFC 6749 §3.3 in the order to be sent.
    pub scopes: Vec<String>,
    /// The value that the callback must bring back; secret.
    pub state: String,
    /// The challenge of the verifier that is kept.
    pub challenge: String,
}

impl fmt::Debug for AuthorizationRequest {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The state must not end up in a log.
        formatter
            .debug_struct("AuthorizationRequest")
            .field("endpoint", &self.endpoint)
            .field("client_id", &self.client_id)
            .field("redirect_uri", &self.redirect_uri)
            .field("scopes", &self.scopes)
            .finish_non_exhaustive()
    }
}

/// The URL that asks for an authorization code.
///
/// A query of the endpoint stays in front as it is, a fragment is dropped.
///
/// Spec: RFC 6749 §3.1 and §4.1.1, RFC 7636 §4.3.
#[must_use]
pub fn authorization_url(request: &AuthorizationRequest) -> String {
    let scope = request.scopes.join(" ");
    let mut parameters = vec![
        ("response_type", "code"),
        ("client_id", request.client_id.as_str()),
        ("redirect_uri", request.redirect_uri.as_str()),
    ];
    // scope = scope-token *( SP scope-token ), so without a token there is no parameter.
    if !request.scopes.is_empty() {
        parameters.push(("scope", &scope));
    }
    parameters.extend([
        ("state", request.state.as_str()),
        ("code_challenge", &request.challenge),
        ("code_challenge_method", METHOD),
    ]);
    let endpoint = request.endpoint.split('#').next().unwrap_or_default();
    let joint = match endpoint.split_once('?') {
        None => "?",
        Some((_, query)) if query.is_empty() || query.ends_with('&') => "",
        Some(_) => "&",
    };
    format!("{endpoint}{joint}{}", url_query(&parameters))
}

/// The authorization code that a callback's query, without its `?`, brings.
///
/// `state` is the one that was sent; `issuer` the expected one, or none when it is not known.
///
/// # Errors
/// Judged in this order: `STATE_MISMATCH`, `ISSUER_MISMATCH`, `AUTHORIZATION_DENIED` for a
/// well-formed error, `INVALID_CALLBACK`.
///
/// Spec: RFC 6749 §4.1.2, RFC 9207 §2.4.
pub fn read_callback(query: &str, state: &str, issuer: Option<&str>) -> Result<String, OauthError> {
    let pairs = read_form(query);
    let all = |wanted: &str| -> Vec<&str> {
        let named = pairs.iter().filter(|(name, _)| name == wanted);
        named.map(|(_, value)| value.as_str()).collect()
    };
    // First of all: without the right state this is not the answer to our request.
    if !is_state(&all("state"), state) {
        return Err(OauthError::StateMismatch);
    }
    // Before the error, which may come from somebody else as well.
    let issuers = all("iss");
    if issuer.is_some_and(|expected| !issuers.is_empty() && issuers != [expected]) {
        return Err(OauthError::IssuerMismatch);
    }
    let errors = all("error");
    if !errors.is_empty() {
        let error = single(&errors).filter(|error| error.bytes().all(is_nqschar));
        let broken = "the callback's error is repeated, empty or not printable";
        let error = error.ok_or(OauthError::InvalidCallback(broken))?.to_owned();
        return Err(OauthError::AuthorizationDenied { error });
    }
    let code = single(&all("code")).filter(|code| code.bytes().all(is_vschar));
    let broken = "the callback's code is missing, repeated, empty or not printable";
    Ok(code.ok_or(OauthError::InvalidCallback(broken))?.to_owned())
}

/// Whether the one value is the state that was sent; an empty one was never sent.
fn is_state(values: &[&str], state: &str) -> bool {
    // The comparison takes equally long wherever the first difference is.
    single(values).is_some_and(|value| value.as_bytes().ct_eq(state.as_bytes()).into())
}

/// The only value, unless it is empty.
fn single<'a>(values: &[&'a str]) -> Option<&'a str> {
    match values {
        [value] if !value.is_empty() => Some(value),
        _ => None,
    }
}

/// `VSCHAR = %x20-7E` (RFC 6749 appendix A).
pub(crate) fn is_vschar(byte: u8) -> bool {
    matches!(byte, b' '..=b'~')
}

/// `NQSCHAR = %x20-21 / %x23-5B / %x5D-7E` (RFC 6749 appendix A).
fn is_nqschar(byte: u8) -> bool {
    is_vschar(byte) && !matches!(byte, b'"' | b'\\')
}
