// The folder that a tool may touch, and the rule that keeps every path inside it.

import { readlinkSync } from "node:fs";
import { join, sep } from "node:path";

import { DomainError } from "../domain-error.js";
import { pathFromUri, uriFromPath } from "../ids/index.js";
import { outside, violation } from "./failures.js";

// What Linux follows before it speaks of a loop.
const MOST_LINKS = 40;

/** One folder; `root` is its canonical path. */
export class Workspace {
  /** @param {string} root */
  constructor(root) {
    this.root = canonical(root);
  }

  /**
   * The canonical path that a file URI names; there need not be anything.
   *
   * Throws `INVALID_PARAMS` for what is no file URI, `PERMISSION_DENIED` for a place outside.
   * @param {string} uri
   * @returns {string}
   */
  locate(uri) {
    const path = canonical(pathOf(uri));
    if (path !== this.root && !path.startsWith(this.root + sep)) throw outside(uri);
    return path;
  }

  /**
   * The URI of an absolute path.
   * @param {string} path
   * @returns {string}
   */
  uri(path) {
    return uriFromPath(path);
  }
}

/** @param {string} uri @returns {string} */
function pathOf(uri) {
  try {
    return pathFromUri(uri);
  } catch (problem) {
    if (problem instanceof DomainError) throw violation("/uri", "uri", problem.message);
    throw problem;
  }
}

/**
 * An absolute path with every symbolic link on it followed, as far as there is something.
 * @param {string} path
 * @returns {string}
 */
function canonical(path) {
  const left = names(path);
  let found = "/";
  let links = 0;
  for (let name = left.shift(); name !== undefined; name = left.shift()) {
    const next = join(found, name);
    const target = name === ".." || links === MOST_LINKS ? null : targetOf(next);
    if (target === null) {
      found = next;
      continue;
    }
    links += 1;
    if (target.startsWith("/")) found = "/";
    left.unshift(...names(target));
  }
  return found;
}

/** @param {string} path @returns {string | null} where a symbolic link leads to, null for none */
function targetOf(path) {
  try {
    return readlinkSync(path);
  } catch {
    // Nothing there, no link, or not to be seen: whoever opens it will be told which.
    return null;
  }
}

/** @param {string} path */
function names(path) {
  return path.split("/").filter((name) => name !== "" && name !== ".");
}
