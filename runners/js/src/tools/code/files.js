// The files that code is read from: one by URI, or all of some languages below a folder.
//
// Symbolic links are followed for a file that is named, inside the workspace, and never when
// folders are searched. Nothing is written here.

import { closeSync, constants, fstatSync, lstatSync, openSync, readdirSync, readSync } from "node:fs";
import { basename, join, relative } from "node:path";

import { contentHash } from "../../ids/index.js";
import { ToolError } from "../../envelope/index.js";
import { outside } from "../failures.js";
import { skippedFolders } from "./languages.js";
import { byComponents } from "./order.js";

/** @typedef {import("../workspace.js").Workspace} Workspace */

const LARGEST_BYTES = 5 * 1024 * 1024;
const SAFELY = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * A file of source code as it was when it was read; `name` is its path in the workspace.
 * @typedef {{ path: string, name: string, uri: string, hash: string, text: string }} Document
 */

/**
 * The document that a URI names.
 *
 * Throws `NOT_FOUND` and `PERMISSION_DENIED` with `uri`; `UNSUPPORTED` with `uri` and `type` for a
 * folder or device, with `missing` for what is not UTF-8 or too large.
 * Spec: CODE-30 to CODE-34
 * @param {Workspace} workspace
 * @param {string} uri
 * @returns {Document}
 */
export function readNamed(workspace, uri) {
  const path = workspace.locate(uri);
  let bytes;
  try {
    bytes = content(workspace, path);
  } catch (problem) {
    if (isSystemError(problem, "ENOENT", "ENOTDIR", "ENAMETOOLONG")) {
      throw new ToolError("NOT_FOUND", `there is nothing at ${uri}`, { uri });
    }
    if (isSystemError(problem, "EACCES")) {
      throw new ToolError("PERMISSION_DENIED", `${uri} cannot be read`, { uri });
    }
    throw problem;
  }
  if (typeof bytes === "string") {
    throw new ToolError("UNSUPPORTED", `${uri} is no file`, { uri, type: bytes });
  }
  if (bytes.length > LARGEST_BYTES) {
    throw unsupported("small-file", `${uri} has more than ${LARGEST_BYTES} bytes`);
  }
  const found = decoded(workspace, path, bytes);
  if (!found) throw unsupported("utf-8", `${uri} is not UTF-8`);
  return found;
}

/**
 * The documents at or below a place whose names are wanted and which contain a word.
 *
 * Sorted by the bytes of their paths' components; what cannot be read as source code is left out.
 * Spec: CODE-35, CODE-36
 * @param {Workspace} workspace
 * @param {string} place
 * @param {(name: string) => boolean} isWanted
 * @param {string} [word]
 * @returns {Document[]}
 */
export function documents(workspace, place, isWanted, word = "") {
  return [...paths(place, isWanted)].sort(byComponents).flatMap((path) => {
    try {
      const bytes = content(workspace, path);
      if (typeof bytes === "string" || bytes.length > LARGEST_BYTES || !bytes.includes(word)) return [];
      return decoded(workspace, path, bytes) ?? [];
    } catch (problem) {
      // Gone or changed into something else: nobody has named it.
      if (problem instanceof ToolError || isSystemError(problem)) return [];
      throw problem;
    }
  });
}

/**
 * The refusal of what this tool cannot do without something.
 * @param {string} missing
 * @param {string} message
 * @returns {ToolError}
 */
export function unsupported(missing, message) {
  return new ToolError("UNSUPPORTED", message, { missing });
}

/**
 * The bytes at a canonical path, one more than allowed where there are too many; the type of what
 * is no regular file.
 * @param {Workspace} workspace
 * @param {string} path
 * @returns {Buffer | "directory" | "other"}
 */
function content(workspace, path) {
  let descriptor;
  try {
    descriptor = openSync(path, SAFELY);
  } catch (problem) {
    if (isSystemError(problem, "ELOOP")) throw outside(workspace.uri(path));
    if (isSystemError(problem, "ENXIO")) return "other";
    throw problem;
  }
  try {
    const opened = fstatSync(descriptor);
    if (!opened.isFile()) return opened.isDirectory() ? "directory" : "other";
    // A folder on the way may have become a link since the path was located.
    const now = lstatSync(workspace.locate(workspace.uri(path)));
    if (now.ino !== opened.ino || now.dev !== opened.dev) throw outside(workspace.uri(path));
    return beginning(descriptor, opened.size);
  } finally {
    closeSync(descriptor);
  }
}

/** @param {number} descriptor @param {number} size as far as it is known */
function beginning(descriptor, size) {
  const bytes = Buffer.alloc(Math.min(size, LARGEST_BYTES) + 1);
  let length = 0;
  while (length < bytes.length) {
    const count = readSync(descriptor, bytes, length, bytes.length - length, null);
    if (count === 0) break;
    length += count;
  }
  return bytes.subarray(0, length);
}

/**
 * @param {Workspace} workspace
 * @param {string} path
 * @param {Buffer} bytes
 * @returns {Document | null} null when it is not UTF-8
 */
function decoded(workspace, path, bytes) {
  try {
    const text = utf8.decode(bytes);
    const name = relative(workspace.root, path);
    return { path, name, uri: workspace.uri(path), hash: contentHash(bytes), text };
  } catch (problem) {
    if (problem instanceof TypeError) return null;
    throw problem;
  }
}

/** @param {string} place @param {(name: string) => boolean} isWanted @returns {Iterable<string>} */
function* paths(place, isWanted) {
  const found = foundAt(place);
  if (!found?.isDirectory()) {
    if (found && isWanted(basename(place))) yield place;
    return;
  }
  const folders = [place];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of entriesOf(folder)) {
      if (entry.name.startsWith(".")) continue;
      const path = join(folder, entry.name);
      if (entry.isDirectory() && !skippedFolders.has(entry.name)) folders.push(path);
      else if (entry.isFile() && isWanted(entry.name)) yield path;
    }
  }
}

/** @param {string} place */
function foundAt(place) {
  try {
    return lstatSync(place);
  } catch (problem) {
    // Below a file there is nothing either, nor is there under a name that no file can have.
    if (isSystemError(problem, "ENOENT", "ENOTDIR", "ENAMETOOLONG")) return null;
    throw problem;
  }
}

/** @param {string} folder */
function entriesOf(folder) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (problem) {
    if (isSystemError(problem)) return [];
    throw problem;
  }
}

/** @param {unknown} problem @param {string[]} codes any, if none are given */
function isSystemError(problem, ...codes) {
  if (!(problem instanceof Error) || !("code" in problem) || !("syscall" in problem)) return false;
  return codes.length === 0 || codes.includes(String(problem.code));
}
