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
  authorization_url: operation(request, (given) => located(oauth.authorizationUrl(given))),
  callback: operation(callback, ({ query, state, issuer }) =>
    ({ code: oauth.readCallback(query, state, issuer) })),
  token_request: operation(redemption, (given) => ({ form: members(oauth.tokenRequest(given)) })),
  token_response: operation(record(response), ({ status, body, now, refreshToken }) =>
    oauth.readTokenResponse(status, body, now, refreshToken)),
};

/**
 * A URL as what stands before its first `?` and the members behind it.
 * @param {string} url
 */
function located(url) {
  const mark = url.indexOf("?");
  if (mark < 0) return { location: url, query: {} };
  return { location: url.slice(0, mark), query: members(url.slice(mark + 1)) };
}

/**
 * The members of a query or form by name, as they are spelled; a name's values are sorted by code
 * points, and one without `=` is null. RFC 6749 gives the members of a request no order.
 * @param {string} text
 * @returns {Record<string, (string | null)[]>}
 */
function members(text) {
  /** @type {Map<string, (string | null)[]>} */
  const found = new Map();
  for (const piece of text === "" ? [] : text.split("&")) {
    const mark = piece.indexOf("=");
    const name = mark < 0 ? piece : piece.slice(0, mark);
    const values = found.get(name) ?? [];
    values.push(mark < 0 ? null : piece.slice(mark + 1));
    found.set(name, values);
  }
  for (const values of found.values()) values.sort(inOrder);
  return Object.fromEntries(found);
}

/** @param {string | null} one @param {string | null} other @returns {number} */
function inOrder(one, other) {
  if (one === null || other === null) return Number(one !== null) - Number(other !== null);
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}
