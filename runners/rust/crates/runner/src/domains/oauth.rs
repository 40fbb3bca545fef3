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
    "oauth.authorization_url" (..request: AuthorizationRequest) => reply! {
        url: authorization_url(&request)
    };
    "oauth.callback" (query: String, state: String, issuer?: Option<String>) => reply! {
        code: read_callback(&query, &state, issuer.as_deref())?
    };
    "oauth.token_request" (..request: TokenRequest) => reply! { body: token_request(&request)? };
    "oauth.token_response" (status: u16, body: String, now: u64, refresh_token?: Option<String>) =>
        Ok(read_token_response(status, &body, now, refresh_token.as_deref())?);
}
