use std::collections::BTreeMap;

use hanzo_adapter::{operations, reply, Base64};
use hanzo_oauth::{authorization_url, challenge, generate, read_callback, read_token_response};
use hanzo_oauth::{token_request, AuthorizationRequest, TokenRequest, METHOD};

use crate::refusal::Refusal;

operations! {
    pub(crate) fn register where Error = Refusal;

    "oauth.challenge" (verifier: String) => reply! {
        challenge: challenge(&verifier)?, method: METHOD
    };
    "oauth.generate" (entropy_b64: Base64) => {
        let pair = generate(&entropy_b64.0)?;
        reply! { verifier: pair.verifier, challenge: pair.challenge, method: METHOD }
    };
    "oauth.authorization_url" (..request: AuthorizationRequest) => {
        let url = authorization_url(&request);
        let (location, query) = url.split_once('?').unwrap_or((&url, ""));
        reply! { location: location.to_owned(), query: members(query) }
    };
    "oauth.callback" (query: String, state: String, issuer?: Option<String>) => reply! {
        code: read_callback(&query, &state, issuer.as_deref())?
    };
    "oauth.token_request" (..request: TokenRequest) => reply! { form: members(&token_request(&request)?) };
    "oauth.token_response" (status: u16, body: String, now: u64, refresh_token?: Option<String>) =>
        Ok(read_token_response(status, &body, now, refresh_token.as_deref())?);
}

/// The members of a query or form by name, as they are spelled; a name's values are sorted, and one
/// without `=` is none. RFC 6749 gives the members of a request no order, so none is told.
fn members(text: &str) -> BTreeMap<String, Vec<Option<String>>> {
    let mut found: BTreeMap<String, Vec<Option<String>>> = BTreeMap::new();
    for piece in text.split('&').filter(|_| !text.is_empty()) {
        let (name, value) = piece
            .split_once('=')
            .map_or((piece, None), |(name, value)| (name, Some(value.to_owned())));
        found.entry(name.to_owned()).or_default().push(value);
    }
    for values in found.values_mut() {
        values.sort_unstable();
    }
    found
}
