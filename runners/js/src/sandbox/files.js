// The file system, asked about links by the bytes of their names.

import { readlinkSync } from "node:fs";

import { InvalidPath, LinkLoop, resolve } from "./walk.js";

// No link, nothing there, or nothing there that could hold it: taken as it is written.
const AS_WRITTEN = new Set(["EINVAL", "ENOENT", "ENOTDIR"]);

/**
 * Where a path leads on this machine, or why nobody can tell.
 * @typedef {{ path: string } | { reason: "path" | "loop" }} Found
 */

/**
 * Follows a path through the file system.
 *
 * Spec: SANDBOXPATH-3, SANDBOXPATH-12 to SANDBOXPATH-14
 * @param {string} path
 * @param {string} base absolute
 * @returns {Found}
 */
export function follow(path, base) {
  try {
    return { path: resolve(path, base, readLink) };
  } catch (problem) {
    if (problem instanceof LinkLoop) return { reason: "loop" };
    if (problem instanceof InvalidPath) return { reason: "path" };
    throw problem;
  }
}

/** @param {string} place @returns {string | undefined} */
function readLink(place) {
  let target;
  try {
    target = readlinkSync(place, { encoding: "buffer" });
  } catch (problem) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (problem);
    if (code !== undefined && AS_WRITTEN.has(code)) return undefined;
    throw new InvalidPath(`${place} cannot be read: ${code}`);
  }
  const text = target.toString();
  // A name that is no UTF-8 is another one in every language.
  if (!target.equals(Buffer.from(text))) throw new InvalidPath(`${place} leads to no text`);
  return text;
}
