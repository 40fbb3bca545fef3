import { DomainError } from "../domain-error.js";

/**
 * The codes with which a step of the flow fails.
 * @typedef {"INVALID_VERIFIER" | "INVALID_ENTROPY" | "STATE_MISMATCH" | "ISSUER_MISMATCH"
 *   | "AUTHORIZATION_DENIED" | "INVALID_CALLBACK" | "TOKEN_ERROR" | "INVALID_TOKEN_RESPONSE"
 * } OAuthErrorCode
 */

/** A step of the flow cannot go on; neither message nor details ever carry a secret. */
export class OAuthError extends DomainError {
  /**
   * @param {OAuthErrorCode} code
   * @param {string} message
   * @param {Readonly<Record<string, unknown>>} [details]
   */
  constructor(code, message, details) {
    super(code, message, details);
  }
}
