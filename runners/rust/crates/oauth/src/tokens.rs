//! The token endpoint: the request that redeems a code, and the judgement of its response.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::authorization::is_vschar;
use crate::encoding::form_body;
use crate::error::OauthError;
use crate::pkce::check_verifier;

/// The latest time that every implementation holds exactly: 2^53 − 1 seconds.
const LATEST: u64 = (1 << 53) - 1;

/// Everything that the token request's body is made of.
#[derive(Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TokenRequest {
    /// The authorization code from the callback; secret.
    pub code: String,
    /// The verifier whose challenge was sent; secret.
    pub verifier: String,
    /// The client's registered identifier.
    pub client_id: String,
    /// The one of the authorization request.
    pub redirect_uri: String,
}

impl fmt::Debug for TokenRequest {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Code and verifier must not end up in a log.
        formatter
            .debug_struct("TokenRequest")
            .field("client_id", &self.client_id)
            .field("redirect_uri", &self.redirect_uri)
            .finish_non_exhaustive()
    }
}

/// What is kept of a token response.
#[derive(Clone, PartialEq, Eq, Serialize)]
pub struct Tokens {
    /// One or more characters from U+0020 to U+007E; secret.
    pub access_token: String,
    /// The new one, else the one held so far; secret.
    pub refresh_token: Option<String>,
    /// Seconds since the Unix epoch; none when the server does not say.
    pub expires_at: Option<u64>,
}

impl fmt::Debug for Tokens {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Tokens must not end up in a log.
        formatter
            .debug_struct("Tokens")
            .field("expires_at", &self.expires_at)
            .finish_non_exhaustive()
    }
}

/// The form-encoded body that exchanges a code for tokens.
///
/// # Errors
/// `INVALID_VERIFIER` as `challenge`.
///
/// Spec: RFC 6749 §4.1.3, RFC 7636 §4.5.
pub fn token_request(request: &TokenRequest) -> Result<String, OauthError> {
    check_verifier(&request.verifier)?;
    Ok(form_body(&[
        ("grant_type", "authorization_code"),
        ("code", &request.code),
        ("redirect_uri", &request.redirect_uri),
        ("client_id", &request.client_id),
        ("code_verifier", &request.verifier),
    ]))
}

/// The members that matter, unread; null counts as absent, all others are ignored.
#[derive(Deserialize)]
struct Members<'a> {
    #[serde(borrow)]
    error: Option<&'a RawValue>,
    #[serde(borrow)]
    access_token: Option<&'a RawValue>,
    #[serde(borrow)]
    token_type: Option<&'a RawValue>,
    #[serde(borrow)]
    expires_in: Option<&'a RawValue>,
    #[serde(borrow)]
    refresh_token: Option<&'a RawValue>,
}

/// The tokens in a response with this HTTP status and body.
///
/// `now` is in seconds since the Unix epoch, `refresh_token` the one held so far.
///
/// # Errors
/// `TOKEN_ERROR` when the status is not 200 or the body has an error, `INVALID_TOKEN_RESPONSE`
/// when the body is not a well-formed bearer token response.
///
/// Spec: RFC 6749 §5 and §6.
pub fn read_token_response(
    status: u16,
    body: &str,
    now: u64,
    refresh_token: Option<&str>,
) -> Result<Tokens, OauthError> {
    if status != 200 {
        return Err(OauthError::TokenError);
    }
    let members = read_members(body)?;
    if members.error.is_some() {
        return Err(OauthError::TokenError);
    }
    let access_token = token(members.access_token, "access_token is not printable ASCII text")?
        .ok_or(OauthError::InvalidTokenResponse("there is no access_token"))?;
    let token_type = members.token_type.and_then(text).unwrap_or_default();
    if !token_type.eq_ignore_ascii_case("bearer") {
        return Err(OauthError::InvalidTokenResponse("token_type is not bearer"));
    }
    let renewed = token(members.refresh_token, "refresh_token is not printable ASCII text")?;
    Ok(Tokens {
        access_token,
        refresh_token: renewed.or_else(|| refresh_token.map(str::to_owned)),
        expires_at: members.expires_in.map(|lifetime| expires_at(lifetime, now)).transpose()?,
    })
}

fn read_members(body: &str) -> Result<Members<'_>, OauthError> {
    let reason = "the body is not a JSON object";
    // A derived struct would also be read from an array.
    if !body.trim_start().starts_with('{') {
        return Err(OauthError::InvalidTokenResponse(reason));
    }
    serde_json::from_str(body).map_err(|_| OauthError::InvalidTokenResponse(reason))
}

fn text(value: &RawValue) -> Option<String> {
    serde_json::from_str(value.get()).ok()
}

/// `access-token = 1*VSCHAR`, `refresh-token = 1*VSCHAR` (RFC 6749 appendices A.12 and A.17).
fn token(value: Option<&RawValue>, broken: &'static str) -> Result<Option<String>, OauthError> {
    let Some(value) = value else {
        return Ok(None);
    };
    text(value)
        .filter(|token| !token.is_empty() && token.bytes().all(is_vschar))
        .map(Some)
        .ok_or(OauthError::InvalidTokenResponse(broken))
}

fn expires_at(lifetime: &RawValue, now: u64) -> Result<u64, OauthError> {
    let seconds = match text(lifetime) {
        Some(digits) => whole_text(&digits),
        None => whole_number(lifetime.get()),
    };
    let seconds = seconds
        .ok_or(OauthError::InvalidTokenResponse("expires_in is no whole number of seconds"))?;
    now.checked_add(seconds)
        .filter(|&time| time <= LATEST)
        .ok_or(OauthError::InvalidTokenResponse("expires_in is too large"))
}

/// ASCII digits, as servers send them that build their JSON from strings; saturating.
fn whole_text(digits: &str) -> Option<u64> {
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    // A sign or a space was refused above, so only the size can be the matter.
    Some(digits.parse().unwrap_or(u64::MAX))
}

/// JSON has one kind of number: every notation of a whole one counts; saturating.
fn whole_number(json: &str) -> Option<u64> {
    // What is no number (true, an array) has no digit or sign first.
    if !json.starts_with(|first: char| first == '-' || first.is_ascii_digit()) {
        return None;
    }
    let number: f64 = json.parse().ok()?;
    let whole = number.is_finite() && number.fract() == 0.0 && number >= 0.0;
    // The cast saturates, and below 2^53 it is exact.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    whole.then_some(number as u64)
}
