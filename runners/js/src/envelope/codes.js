// The words of the envelope: error codes, their aliases, built-in actions, modes.

export const UNKNOWN_ACTION = "UNKNOWN_ACTION";
export const INVALID_PARAMS = "INVALID_PARAMS";
export const ERROR = "ERROR";

/** @type {ReadonlySet<string>} */
export const CODES = new Set([
  UNKNOWN_ACTION, INVALID_PARAMS, "NOT_FOUND", "EXISTS", "CONFLICT", "PATCH_FAILED",
  "PERMISSION_DENIED", "CONFIRM_REQUIRED", "TIMEOUT", "UNSUPPORTED", ERROR,
]);

/**
 * What shipped builds say, and the code that it means.
 * @type {ReadonlyMap<string, string>}
 */
export const ALIASES = new Map([["INTERNAL_ERROR", ERROR]]);

/** Actions on every tool. */
export const BUILT_IN = Object.freeze(["help", "schema", "status"]);

/**
 * HIP-0300, Modes: hints in `meta.intent`.
 * @type {readonly unknown[]}
 */
export const INTENTS = ["inspect", "apply", "verify", "ship"];

/**
 * The code that an envelope carries for this one.
 *
 * Spec: ENVELOPE-10 to ENVELOPE-12
 * @param {string} code
 * @returns {string}
 */
export function canonicalCode(code) {
  const meant = ALIASES.get(code) ?? code;
  return CODES.has(meant) ? meant : ERROR;
}
