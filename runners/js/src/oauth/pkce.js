// The PKCE pair: a secret verifier, and the challenge that is shown in its place (RFC 7636).

import { createHash } from "node:crypto";
import { inspect } from "node:util";

import { OAuthError } from "./oauth-error.js";

export const METHOD = "S256";
// RFC 7636 §4.1: code-verifier = 43*128unreserved
const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/;
// 32 bytes give a verifier of 43 characters, 96 one of 128: the two limits of RFC 7636 §4.1.
const LEAST_ENTROPY = 32;
const MOST_ENTROPY = 96;

/** A verifier, which stays here until the token request, and its challenge. */
export class Pkce {
  /** @param {string} verifier @param {string} challenge */
  constructor(verifier, challenge) {
    this.verifier = verifier;
    this.challenge = challenge;
  }

  /** What a log may show of it. */
  [inspect.custom]() {
    return `Pkce { challenge: '${this.challenge}' }`;
  }
}

/**
 * Throws `INVALID_VERIFIER` unless the verifier is 43 to 128 unreserved characters.
 *
 * Spec: RFC 7636 §4.1
 * @param {string} verifier
 */
export function checkVerifier(verifier) {
  if (!VERIFIER.test(verifier)) {
    throw new OAuthError(
      "INVALID_VERIFIER",
      "a verifier has 43 to 128 letters, digits or characters of -._~",
    );
  }
}

/**
 * The S256 challenge of a verifier, 43 characters of base64url; throws `INVALID_VERIFIER`.
 *
 * Spec: RFC 7636 §4.2
 * @param {string} verifier
 * @returns {string}
 */
export function challenge(verifier) {
  checkVerifier(verifier);
  return createHash("sha256").update(verifier, "ascii").digest("base64url");
}

/**
 * A verifier and its challenge, made of 32 to 96 random bytes from the caller.
 *
 * Throws `INVALID_ENTROPY` for any other number of bytes. Spec: RFC 7636 §4.1, §7.1
 * @param {Uint8Array} entropy
 * @returns {Pkce}
 */
export function generate(entropy) {
  if (entropy.length < LEAST_ENTROPY || entropy.length > MOST_ENTROPY) {
    throw new OAuthError("INVALID_ENTROPY", "a verifier is made of 32 to 96 bytes");
  }
  const verifier = Buffer.from(entropy).toString("base64url");
  return new Pkce(verifier, challenge(verifier));
}
