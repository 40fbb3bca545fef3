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

/**
 * What the system says about a place, as a failure with its URI: `NOT_FOUND`, `EXISTS` or
 * `PERMISSION_DENIED`; anything else as it was thrown.
 * @param {string} uri
 * @param {unknown} problem
 * @returns {unknown}
 */
export function toldBySystem(uri, problem) {
  switch (systemCode(problem)) {
    case "ENOENT":
    // A file stands where the path has a folder, so nothing can be below.
    case "ENOTDIR":
    // Nothing has a name longer than names are.
    case "ENAMETOOLONG":
      return new ToolError("NOT_FOUND", `there is no ${uri}`, { uri });
    case "EEXIST":
      return new ToolError("EXISTS", `${uri} exists`, { uri });
    case "ELOOP":
      return outside(uri);
    case "EACCES":
    case "EPERM":
      return new ToolError("PERMISSION_DENIED", `the system refuses ${uri}`, { uri });
    default:
      return problem;
  }
}

/**
 * The name of a system's error, such as `ENOENT`; undefined for anything else.
 * @param {unknown} problem
 * @returns {string | undefined}
 */
export function systemCode(problem) {
  return problem instanceof Error && "code" in problem ? String(problem.code) : undefined;
}
