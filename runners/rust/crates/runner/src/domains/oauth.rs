//! The six operations of the authorization code flow.

use hanzo_adapter::{Adapter, Base64, Failure};
use hanzo_oauth::{
    authorization_url, challenge, generate, read_callback, read_token_response, token_request,
    AuthorizationRequest, OauthError, TokenRequest, METHOD,
};
use serde::{Deserialize, Serialize};
use serde_json::json;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Verifier {
    verifier: String,
}

#[derive(Serialize)]
struct Challenge {
    challenge: String,
    method: &'static str,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entropy {
    entropy_b64: Base64,
}

#[derive(Serialize)]
struct Pair {
    verifier: String,
    challenge: String,
    method: &'static str,
}

#[derive(Serialize)]
struct Url {
    url: String,
}

/// The last member may be null, which means that it is not known.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Callback {
    query: String,
    state: String,
    issuer: Option<String>,
}

#[derive(Serialize)]
struct Code {
    code: String,
}

#[derive(Serialize)]
struct Body {
    body: String,
}

/// The last member may be null, which means that there is none.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Response {
    status: u16,
    body: String,
    now: u64,
    refresh_token: Option<String>,
}

pub(crate) fn register(adapter: &mut Adapter) {
    adapter.register("oauth.challenge", |Verifier { verifier }| {
        let challenge = challenge(&verifier).map_err(failure)?;
        Ok(Challenge { challenge, method: METHOD })
    });
    adapter.register("oauth.generate", |Entropy { entropy_b64 }| {
        let pair = generate(&entropy_b64.0).map_err(failure)?;
        Ok(Pair { verifier: pair.verifier, challenge: pair.challenge, method: METHOD })
    });
    adapter.register("oauth.authorization_url", |request: AuthorizationRequest| {
        Ok(Url { url: authorization_url(&request) })
    });
    adapter.register("oauth.callback", |Callback { query, state, issuer }| {
        let code = read_callback(&query, &state, issuer.as_deref()).map_err(failure)?;
        Ok(Code { code })
    });
    adapter.register("oauth.token_request", |request: TokenRequest| {
        Ok(Body { body: token_request(&request).map_err(failure)? })
    });
    adapter.register("oauth.token_response", |Response { status, body, now, refresh_token }| {
        read_token_response(status, &body, now, refresh_token.as_deref()).map_err(failure)
    });
}

fn failure(error: OauthError) -> Failure {
    let failure = Failure::domain(error.code(), error.to_string());
    match error {
        OauthError::AuthorizationDenied { error } => {
            failure.with_details(json!({ "error": error }))
        }
        _ => failure,
    }
}
