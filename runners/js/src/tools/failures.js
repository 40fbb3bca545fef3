// Failures that several tools foresee.

import { ToolError } from "../envelope/index.js";

/**
 * The refusal of a parameter that its schema cannot judge: `INVALID_PARAMS` with one violation.
 * @param {string} pointer
 * @param {string} rule
 * @param {string} message
 * @returns {ToolError}
 */
export function violation(pointer, rule, message) {
  return new ToolError("INVALID_PARAMS", message, { violations: [{ pointer, rule }] });
}

/**
 * The refusal of a place that is not in the workspace.
 * @param {string} uri
 * @returns {ToolError}
 */
export function outside(uri) {
  return new ToolError("PERMISSION_DENIED", `${uri} is outside the workspace`, { uri });
}
