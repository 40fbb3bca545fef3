// The browser's part of the flow: the URL that opens it, and the callback that ends it.

import { timingSafeEqual } from "node:crypto";

import { readForm, urlQuery } from "./encoding.js";
import { NQSCHARS, VSCHARS } from "./grammar.js";
import { OAuthError } from "./oauth-error.js";
import { METHOD } from "./pkce.js";

/**
 * What the authorization URL is made of; scopes are tokens, in the order to be sent.
 * @typedef {object} AuthorizationRequest
 * @property {string} endpoint
 * @property {string} clientId
 * @property {string} redirectUri
 * @property {readonly string[]} scopes
 * @property {string} state
 * @property {string} challenge
 */

/**
 * The URL that asks for an authorization code.
 *
 * A query of the endpoint stays in front as it is, a fragment is dropped.
 * Spec: RFC 6749 §3.1, §4.1.1; RFC 7636 §4.3
 * @param {AuthorizationRequest} request
 * @returns {string}
 */
export function authorizationUrl({ endpoint, clientId, redirectUri, scopes, state, challenge }) {
  const parameters = urlQuery([
    ["response_type", "code"],
    ["client_id", clientId],
    ["redirect_uri", redirectUri],
    // RFC 6749 §3.3: scope = scope-token *( SP scope-token ), so no tokens, no parameter.
    .../** @type {[string, string][]} */ (scopes.length > 0 ? [["scope", scopes.join(" ")]] : []),
    ["state", state],
    ["code_challenge", challenge],
    ["code_challenge_method", METHOD],
  ]);
  const [location] = /** @type {[string]} */ (endpoint.split("#", 1));
  const mark = location.indexOf("?");
  if (mark < 0) return `${location}?${parameters}`;
  // A later "?" is content of the query, so only its very beginning and "&" need no joint.
  const joined = mark === location.length - 1 || location.endsWith("&");
  return `${location}${joined ? "" : "&"}${parameters}`;
}

/**
 * The authorization code in a callback's query, which is given without its `?`.
 *
 * `state` is the one that was sent, `issuer` the expected one if it is known. Throws
 * `STATE_MISMATCH`, `ISSUER_MISMATCH`, `AUTHORIZATION_DENIED` (with `error` in the details) or
 * `INVALID_CALLBACK`, judged in this order. Spec: RFC 6749 §4.1.2; RFC 9207 §2.4
 * @param {string} query
 * @param {string} state
 * @param {string | null} [issuer]
 * @returns {string}
 */
export function readCallback(query, state, issuer = null) {
  const answered = readForm(query);
  // First of all: without the right state this is not the answer to our request.
  if (!isState(answered.get("state"), state)) {
    throw new OAuthError("STATE_MISMATCH", "the callback does not bring the state that was sent");
  }
  // Before the error, which may come from somebody else as well.
  const issuers = answered.get("iss");
  if (issuer !== null && issuers && !(issuers.length === 1 && issuers[0] === issuer)) {
    throw new OAuthError("ISSUER_MISMATCH", "the callback comes from another issuer");
  }
  if (answered.has("error")) {
    const error = single(answered, "error", NQSCHARS);
    throw new OAuthError("AUTHORIZATION_DENIED", "the authorization server refused", { error });
  }
  return single(answered, "code", VSCHARS);
}

/** @param {string[] | undefined} values @param {string} state @returns {boolean} */
function isState(values, state) {
  const [value, ...more] = values ?? [];
  if (state === "" || value === undefined || more.length > 0) return false;
  const [given, sent] = [Buffer.from(value), Buffer.from(state)];
  // The comparison takes equally long wherever the first difference is.
  return given.length === sent.length && timingSafeEqual(given, sent);
}

/**
 * @param {Map<string, string[]>} answered
 * @param {string} name
 * @param {RegExp} form
 * @returns {string}
 */
function single(answered, name, form) {
  const [value, ...more] = answered.get(name) ?? [];
  if (value === undefined || more.length > 0) {
    throw new OAuthError("INVALID_CALLBACK", `the callback has no ${name}, or more than one`);
  }
  if (!form.test(value)) {
    throw new OAuthError("INVALID_CALLBACK", `the callback's ${name} is empty or not printable`);
  }
  return value;
}
