// The refusals of this tool, and what an entry is.

import { ToolError } from "../../envelope/index.js";
import { toldBySystem } from "../failures.js";

/** @typedef {"file" | "directory" | "symlink" | "other"} Kind */

/** @param {string} uri */
export function exists(uri) {
  return new ToolError("EXISTS", `${uri} exists`, { uri });
}

/**
 * It is there and has no content.
 * @param {string} uri
 * @param {Kind} type
 */
export function noFile(uri, type) {
  return new ToolError("UNSUPPORTED", `${uri} is no file`, { uri, type });
}

/** @param {string} expected @param {string} actual */
export function conflict(expected, actual) {
  return new ToolError("CONFLICT", "the file has other content", { expected, actual });
}

/**
 * What an entry is.
 * @param {Pick<import("node:fs").Stats, "isFile" | "isDirectory" | "isSymbolicLink">} status
 * @returns {Kind}
 */
export function kindOf(status) {
  if (status.isFile()) return "file";
  if (status.isDirectory()) return "directory";
  return status.isSymbolicLink() ? "symlink" : "other";
}

/**
 * What a function returns; what the system refuses, as a failure with the URI.
 * @template T
 * @param {string} uri
 * @param {() => T} attempt
 * @returns {T}
 */
export function telling(uri, attempt) {
  try {
    return attempt();
  } catch (problem) {
    throw toldBySystem(uri, problem);
  }
}
