import * as shape from "../adapter.js";
import * as oauth from "../oauth/index.js";

const { integer, nonEmpty, operation, record, text } = shape;
const method = oauth.METHOD;
const known = shape.optional(shape.nullable(nonEmpty));
const challenge = shape.pattern(/^[A-Za-z0-9_-]{43}$/, "expected 43 characters of base64url");
// RFC 6749 §3.3: scope-token = 1*( %x21 / %x23-5B / %x5D-7E )
const scopes = shape.list(shape.pattern(/^[!#-[\]-~]+$/, "expected a scope token"));
const client = { client_id: nonEmpty, redirect_uri: nonEmpty };
const request = record({ endpoint: nonEmpty, ...client, scopes, state: nonEmpty, challenge });
const callback = record({ query: text, state: text, issuer: known });
const redemption = record({ code: nonEmpty, verifier: text, ...client });
const response = { status: integer(100, 599), body: text, now: integer(0), refresh_token: known };

export default {
  challenge: operation(record({ verifier: text }), ({ verifier }) =>
    ({ challenge: oauth.challenge(verifier), method })),
  generate: operation(record({ entropy_b64: shape.base64 }), ({ entropy }) =>
    ({ ...oauth.generate(entropy), method })),
  authorization_url: operation(request, (given) => ({ url: oauth.authorizationUrl(given) })),
  callback: operation(callback, ({ query, state, issuer }) =>
    ({ code: oauth.readCallback(query, state, issuer) })),
  token_request: operation(redemption, (given) => ({ body: oauth.tokenRequest(given) })),
  token_response: operation(record(response), ({ status, body, now, refreshToken }) =>
    oauth.readTokenResponse(status, body, now, refreshToken)),
};
