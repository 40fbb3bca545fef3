// Walking a folder in the order of its paths, without ever following a symbolic link. Folders are
// opened one within the other, by name and descriptor, so that a link that takes a folder's place
// while the walk goes on leads nowhere.

import { isUtf8 } from "node:buffer";
import { closeSync, constants, fstatSync, lstatSync, openSync, readdirSync, readSync } from "node:fs";

import { compareUtf8 } from "../../utf8-order.js";
import { OPEN_FILES, openSafely } from "../workspace.js";
import { kindOf } from "./refusals.js";

const OPEN_FOLDER = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;
const CHUNK = 1 << 16;
const REPLACEMENT = "\ufffd";

/** @typedef {import("./refusals.js").Kind} Kind */

/**
 * Something in a folder; `folder` is open while the walk is there.
 * @typedef {{ path: string, name: string, kind: Kind, folder: Folder }} Entry
 */

/**
 * What a walk leaves out, as it stands in one folder: whether to give an entry and to enter it, and
 * the gate of a folder by its path (with `/` at its end) and entries.
 * @typedef {object} Gate
 * @property {(entry: Entry) => boolean} admits
 * @property {(path: string, folder: Folder, entries: readonly Entry[]) => Gate} within
 */

/** A folder that is open; whoever opened it closes it. */
export class Folder {
  #descriptor;

  /** @param {number} descriptor */
  constructor(descriptor) {
    this.#descriptor = descriptor;
  }

  /** @param {string} name @returns {string} a path that leads there by way of the open folder */
  at(name) {
    return `${OPEN_FILES}/${this.#descriptor}/${name}`;
  }

  /** @param {string} name @returns {Folder} */
  enter(name) {
    return new Folder(openSync(this.at(name), OPEN_FOLDER));
  }

  close() {
    closeSync(this.#descriptor);
  }

  /** @param {string} path put before the names @returns {Entry[]} by the bytes of their names */
  entries(path) {
    const found = this.#read(path);
    const plain = found.every(({ name }) => !/[\ud800-\udfff]/.test(name));
    // UTF-16 units and UTF-8 bytes have the same order but for pairs.
    return found.sort((one, other) =>
      plain ? (one.name < other.name ? -1 : 1) : compareUtf8(one.name, other.name),
    );
  }

  /** @param {string} path @returns {Entry[]} */
  #read(path) {
    const entry = (/** @type {string} */ name, /** @type {Kind} */ kind) =>
      ({ path: path + name, name, kind, folder: this });
    const found = readdirSync(this.at(""), { withFileTypes: true });
    if (!found.some(({ name }) => name.includes(REPLACEMENT))) {
      return found.map((item) => entry(item.name, kindOf(item)));
    }
    // A name that is not UTF-8 has no URI; it was given with a replacement for what is wrong.
    return readdirSync(this.at(""), { withFileTypes: true, encoding: "buffer" })
      .filter(({ name }) => isUtf8(name))
      .map((item) => entry(item.name.toString(), kindOf(item)));
  }
}

/**
 * Every admitted entry below an open folder, a folder before what is in it.
 *
 * The entries of a folder come in the order of the bytes of their names. Folders that cannot be
 * read are empty. Spec: FS-103, FS-106
 * @param {Folder} start
 * @param {Gate} gate
 * @param {number | null} depth
 * @returns {Generator<Entry, void>}
 */
export function* walk(start, gate, depth) {
  /** @type {{ folder: Folder, left: Entry[], gate: Gate }[]} */
  const opened = [entered(start, "", gate)];
  try {
    for (let last = opened.at(-1); last !== undefined; last = opened.at(-1)) {
      const entry = last.left.pop();
      if (entry === undefined) {
        opened.pop();
        if (last.folder !== start) last.folder.close();
        continue;
      }
      if (!last.gate.admits(entry)) continue;
      yield entry;
      if (entry.kind !== "directory" || (depth !== null && opened.length >= depth)) continue;
      const below = attempt(() => last.folder.enter(entry.name));
      if (below !== null) opened.push(entered(below, `${entry.path}/`, last.gate));
    }
  } finally {
    for (const { folder } of opened) if (folder !== start) folder.close();
  }
}

/** @param {Folder} folder @param {string} path @param {Gate} gate */
function entered(folder, path, gate) {
  const entries = attempt(() => folder.entries(path)) ?? [];
  const within = gate.within(path, folder, entries);
  // The next one is at the end.
  return { folder, left: entries.reverse(), gate: within };
}

/**
 * What a function gives, null when the system refuses.
 * @template T
 * @param {() => T} function_
 * @returns {T | null}
 */
export function attempt(function_) {
  try {
    return function_();
  } catch (problem) {
    if (problem instanceof Error && "syscall" in problem) return null;
    throw problem;
  }
}

let buffer = Buffer.allocUnsafe(CHUNK);

/**
 * The content of a file, null when it cannot be read or is larger than `most`.
 *
 * The bytes are overwritten by the next call.
 * @param {string} place
 * @param {number} most
 * @returns {Buffer | null}
 */
export function readFile(place, most) {
  return attempt(() => {
    const descriptor = openSafely(place);
    try {
      // What somebody else writes into at will is no file, and says no rules.
      return fstatSync(descriptor).isFile() ? readOpen(descriptor, most) : null;
    } finally {
      closeSync(descriptor);
    }
  });
}

/**
 * As `readFile`, of a file that is open already.
 * @param {number} descriptor
 * @param {number} most
 * @returns {Buffer | null}
 */
export function readOpen(descriptor, most) {
  for (let length = 0; ; ) {
    const count = readSync(descriptor, buffer, length, buffer.length - length, null);
    const room = buffer.length - length;
    length += count;
    if (length > most) return null;
    // Of a file, less than was asked for is the end.
    if (count < room) return buffer.subarray(0, length);
    const grown = Buffer.allocUnsafe(2 * buffer.length);
    buffer.copy(grown, 0, 0, length);
    buffer = grown;
  }
}

/**
 * The bytes of a file in an open folder; null for anything else, or if it has gone.
 * @param {Entry} entry
 * @returns {number | null}
 */
export function sizeOf({ folder, name, kind }) {
  if (kind !== "file") return null;
  return attempt(() => {
    const found = lstatSync(folder.at(name));
    return found.isFile() ? found.size : null;
  });
}
