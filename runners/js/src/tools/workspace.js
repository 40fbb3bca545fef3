// The folder that a tool may touch, and the rule that keeps every path inside it.
//
// A URI is located by asking the file system: symbolic links are followed first, and what they lead
// to has to lie inside. Opening goes folder by folder without following links, so that a link that
// appears between the two is refused, too.

import { closeSync, constants, existsSync, openSync, readlinkSync } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";

import { DomainError } from "../domain-error.js";
import { ToolError } from "../envelope/index.js";
import { pathFromUri, uriFromPath } from "../ids/index.js";
import { outside, systemCode, violation } from "./failures.js";

// What Linux follows before it speaks of a loop.
const MOST_LINKS = 40;
// No system takes a longer path (PATH_MAX of Linux), so that nothing at one can be seen to be a link.
const PATH_BYTES = 4096;
const FOLDER = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;
// Without O_NONBLOCK, opening a pipe waits for somebody to write to it.
const SAFELY = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
// Node has no openat. Linux shows each open file here as a link that leads to what is open, not to
// its path (proc(5)), so that a name below it means the same as with openat.
export const OPEN_FILES = "/proc/self/fd";

/** One folder; `root` is its canonical path. */
export class Workspace {
  /** @param {string} root */
  constructor(root) {
    this.root = followed(root) ?? root;
  }

  /**
   * The canonical path that a file URI names; there need not be anything.
   *
   * Throws `INVALID_PARAMS` for what is no file URI, reported at `pointer`, and `PERMISSION_DENIED`
   * for a place outside, also by way of a symbolic link, and for links that lead in a circle.
   * @param {string} uri
   * @param {string} [pointer]
   * @returns {string}
   */
  locate(uri, pointer = "/uri") {
    const path = followed(pathOf(uri, pointer));
    if (path === null || !this.#holds(path)) throw outside(uri);
    return path;
  }

  /**
   * Where an absolute path leads; null for a place outside, and for links in a circle.
   * @param {string} path
   * @returns {string | null}
   */
  canonical(path) {
    const found = followed(path);
    return found !== null && this.#holds(found) ? found : null;
  }

  /**
   * As `locate`, but of a symbolic link at the end the path of the link itself; what it leads to
   * has to lie inside all the same.
   * @param {string} uri
   * @param {string} [pointer]
   * @returns {string}
   */
  locateEntry(uri, pointer = "/uri") {
    const located = this.locate(uri, pointer);
    const path = pathOf(uri, pointer);
    const parent = followed(dirname(path));
    // A link outside may lead into the workspace; then only what it leads to is inside.
    if (parent === null || !this.#holds(parent)) return located;
    return join(parent, basename(path));
  }

  /**
   * The URI of an absolute path.
   * @param {string} path
   * @returns {string}
   */
  uri(path) {
    return uriFromPath(path);
  }

  /**
   * What `use` makes of a place: of a path that leads through the open folder which holds the
   * canonical path, and so cannot be moved by changes of folders. It is valid during the call.
   *
   * Throws what the system says; its code is `ELOOP` for a symbolic link that has come since the
   * path was located. `UNSUPPORTED` where the system does not show open files as paths.
   * @template T
   * @param {string} path
   * @param {(place: string) => T} use
   * @returns {T}
   */
  at(path, use) {
    if (!existsSync(OPEN_FILES)) {
      throw new ToolError("UNSUPPORTED", `there is no ${OPEN_FILES}`, { missing: OPEN_FILES });
    }
    const names = relative(this.root, path).split(sep);
    const name = names.pop() || ".";
    let folder = openSync(this.root, FOLDER);
    try {
      for (const next of names) {
        const below = enter(folder, next);
        closeSync(folder);
        folder = below;
      }
      return use(`${OPEN_FILES}/${folder}/${name}`);
    } finally {
      closeSync(folder);
    }
  }

  /**
   * A descriptor for reading what is at a canonical path; the caller closes it.
   *
   * Throws as `at`.
   * @param {string} path
   * @returns {number}
   */
  open(path) {
    return this.at(path, openSafely);
  }

  /** @param {string} path */
  #holds(path) {
    return path === this.root || path.startsWith(this.root + sep);
  }
}

/**
 * A descriptor for reading what is at a place of `Workspace.at`; a symbolic link is `ELOOP`.
 * @param {string} place
 * @returns {number}
 */
export function openSafely(place) {
  return openSync(place, SAFELY);
}

/**
 * The folder of this name in another one; a symbolic link is `ELOOP`.
 * @param {number} folder
 * @param {string} name
 */
function enter(folder, name) {
  const place = `${OPEN_FILES}/${folder}/${name}`;
  try {
    return openSync(place, FOLDER);
  } catch (problem) {
    // Linux says ENOTDIR for a link where a folder is asked for.
    if (systemCode(problem) === "ENOTDIR" && targetOf(place) !== null) {
      throw Object.assign(new Error(`ELOOP: ${name} is a symbolic link`), { code: "ELOOP" });
    }
    throw problem;
  }
}

/** @param {string} uri @param {string} pointer @returns {string} */
function pathOf(uri, pointer) {
  try {
    return pathFromUri(uri);
  } catch (problem) {
    if (problem instanceof DomainError) throw violation(pointer, "uri", problem.message);
    throw problem;
  }
}

/**
 * An absolute path with every symbolic link on it followed, as far as there is something; null when
 * there are too many.
 * @param {string} path
 * @returns {string | null}
 */
function followed(path) {
  // The next name is the last.
  const left = names(path).reverse();
  /** @type {string[]} */
  let found = [];
  let [size, links] = [0, 0];
  for (let name = left.pop(); name !== undefined; name = left.pop()) {
    if (name === "..") {
      size -= sizeOf(found.pop());
      continue;
    }
    found.push(name);
    size += sizeOf(name);
    const target = size <= PATH_BYTES ? targetOf(`/${found.join("/")}`) : null;
    if (target === null) continue;
    links += 1;
    if (links > MOST_LINKS) return null;
    size -= sizeOf(found.pop());
    if (target.startsWith("/")) [found, size] = [[], 0];
    left.push(...names(target).reverse());
  }
  return `/${found.join("/")}`;
}

/** @param {string | undefined} name what it takes in a path, at the least; nothing where there is none */
function sizeOf(name) {
  return name === undefined ? 0 : name.length + 1;
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
