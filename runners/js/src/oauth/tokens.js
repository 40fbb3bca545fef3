// The token endpoint: the request that redeems a code, and the judgement of its response.

import { inspect } from "node:util";

import { formBody } from "./encoding.js";
import { VSCHARS } from "./grammar.js";
import { OAuthError } from "./oauth-error.js";
import { checkVerifier } from "./pkce.js";

const OK = 200;
const ASCII_DIGITS = /^[0-9]+$/;

/** What is kept of a token response; `expiresAt` in seconds since the Unix epoch. */
export class Tokens {
  /**
   * @param {string} accessToken
   * @param {string | null} refreshToken
   * @param {number | null} expiresAt
   */
  constructor(accessToken, refreshToken, expiresAt) {
    this.accessToken = accessToken;
    this.refreshToken = refreshToken;
    this.expiresAt = expiresAt;
  }

  /** What a log may show of them. */
  [inspect.custom]() {
    return `Tokens { expiresAt: ${this.expiresAt} }`;
  }
}

/**
 * The form-encoded body that exchanges a code for tokens; throws `INVALID_VERIFIER`.
 *
 * Spec: RFC 6749 §4.1.3; RFC 7636 §4.5
 * @param {{ code: string, verifier: string, clientId: string, redirectUri: string }} request
 * @returns {string}
 */
export function tokenRequest({ code, verifier, clientId, redirectUri }) {
  checkVerifier(verifier);
  return formBody([
    ["grant_type", "authorization_code"],
    ["code", code],
    ["redirect_uri", redirectUri],
    ["client_id", clientId],
    ["code_verifier", verifier],
  ]);
}

/**
 * The tokens in a response with this HTTP status and body.
 *
 * `now` is in seconds since the Unix epoch, `refreshToken` the one held so far. Throws
 * `TOKEN_ERROR` or `INVALID_TOKEN_RESPONSE`. Spec: RFC 6749 §5.1, §5.2, §6
 * @param {number} status
 * @param {string} body
 * @param {number} now
 * @param {string | null} [refreshToken]
 * @returns {Tokens}
 */
export function readTokenResponse(status, body, now, refreshToken = null) {
  if (status !== OK) {
    throw new OAuthError("TOKEN_ERROR", `the token endpoint answered with status ${status}`);
  }
  const members = readMembers(body);
  if (members.has("error")) {
    throw new OAuthError("TOKEN_ERROR", "the token endpoint answered with an error");
  }
  const accessToken = readToken(members, "access_token");
  if (accessToken === null) throw refused("there is no access_token");
  const type = members.get("token_type");
  if (typeof type !== "string" || !/^bearer$/i.test(type)) {
    throw refused("token_type is not bearer");
  }
  const expiresAt = readExpiry(members.get("expires_in"), now);
  return new Tokens(accessToken, readToken(members, "refresh_token") ?? refreshToken, expiresAt);
}

/**
 * Reasons name members, never their values: a token must not end up in a log.
 * @param {string} reason
 */
const refused = (reason) => new OAuthError("INVALID_TOKEN_RESPONSE", reason);

/** @param {string} body @returns {Map<string, unknown>} the members that are not null */
function readMembers(body) {
  /** @type {unknown} */
  let value;
  try {
    value = JSON.parse(body);
  } catch {
    throw refused("the body is not JSON");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw refused("the body is not a JSON object");
  }
  return new Map(Object.entries(value).filter(([, member]) => member !== null));
}

/** @param {Map<string, unknown>} members @param {string} name @returns {string | null} */
function readToken(members, name) {
  if (!members.has(name)) return null;
  const value = members.get(name);
  // RFC 6749 appendices A.12 and A.17: access-token = 1*VSCHAR, refresh-token = 1*VSCHAR
  if (typeof value !== "string" || !VSCHARS.test(value)) {
    throw refused(`${name} is not printable ASCII text`);
  }
  return value;
}

/** @param {unknown} expiresIn @param {number} now @returns {number | null} */
function readExpiry(expiresIn, now) {
  if (expiresIn === undefined) return null;
  const isDigits = typeof expiresIn === "string" && ASCII_DIGITS.test(expiresIn);
  const seconds = isDigits ? Number(expiresIn) : expiresIn;
  if (typeof seconds !== "number" || seconds < 0 || !(isDigits || Number.isInteger(seconds))) {
    throw refused("expires_in is no whole number of seconds");
  }
  // A sum beyond 2^53-1 may be rounded, but never back into the range.
  if (now + seconds > Number.MAX_SAFE_INTEGER) throw refused("expires_in is too large");
  return now + seconds;
}
