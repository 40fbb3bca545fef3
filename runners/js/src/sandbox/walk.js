// Where a path really leads: name by name, with every symbolic link followed as it is met. Whoever
// walks says how a link is read, so that nothing here touches a file.

import { DomainError } from "../domain-error.js";

const LONGEST_PATH_BYTES = 4096;
// What Linux follows before it speaks of a loop (path_resolution(7)).
const MOST_LINKS = 40;

/** What is no path, or cannot be followed: code `SANDBOX_PATH`. */
export class InvalidPath extends DomainError {
  /** @param {string} problem */
  constructor(problem) {
    super("SANDBOX_PATH", problem);
  }
}

/** More links than are followed: code `SANDBOX_LOOP`. */
export class LinkLoop extends DomainError {
  constructor() {
    super("SANDBOX_LOOP", `more than ${MOST_LINKS} symbolic links on the way`);
  }
}

/**
 * The path, if it can be one; throws `InvalidPath`.
 *
 * Spec: SANDBOX-1 to SANDBOX-3
 * @param {string} path
 */
export function checkText(path) {
  if (path === "") throw new InvalidPath("a path is not empty");
  if (path.includes("\0")) throw new InvalidPath("a path holds no NUL");
  if (!path.isWellFormed()) throw new InvalidPath("a path is Unicode text");
  if (Buffer.byteLength(path) > LONGEST_PATH_BYTES) {
    throw new InvalidPath(`a path has at most ${LONGEST_PATH_BYTES} bytes`);
  }
  return path;
}

/**
 * The canonical absolute path to which a path leads from `base`; it need not exist.
 *
 * `readLink` says what the symbolic link at a canonical path holds, undefined where there is none.
 * Throws `InvalidPath` and `LinkLoop`.
 *
 * Spec: SANDBOX-1 to SANDBOX-16
 * @param {string} path
 * @param {string} base
 * @param {(place: string) => string | undefined} readLink
 * @returns {string}
 */
export function resolve(path, base, readLink) {
  checkText(path);
  if (!checkText(base).startsWith("/")) throw new InvalidPath("a base is absolute");
  // The next name is the last: what a link says is put in its place cheaply.
  const left = names(path.startsWith("/") ? path : `${base}/${path}`).reverse();
  /** @type {string[]} */
  let found = [];
  let links = 0;
  for (let name = left.pop(); name !== undefined; name = left.pop()) {
    if (name === "..") {
      // From where the walk is, which behind a link is not where it was written.
      found.pop();
      continue;
    }
    found.push(name);
    const target = readLink(`/${found.join("/")}`);
    if (target === undefined) continue;
    links += 1;
    if (links > MOST_LINKS) throw new LinkLoop();
    found = checkText(target).startsWith("/") ? [] : found.slice(0, -1);
    for (const next of names(target).reverse()) left.push(next);
  }
  return `/${found.join("/")}`;
}

/** @param {string} path */
const names = (path) => path.split("/").filter((name) => name !== "" && name !== ".");
