// Files as a whole: read within a limit, created, replaced. Paths are canonical.
//
// Every step works on the open folder that holds the file, never on the path again.

import { randomBytes } from "node:crypto";
import {
  closeSync, constants, fchmodSync, fchownSync, fstatSync, lstatSync, openSync, readSync, renameSync,
  unlinkSync, writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";

import { ToolError } from "../../envelope/index.js";
import { contentHash } from "../../ids/index.js";
import { systemCode } from "../failures.js";
import { openSafely } from "../workspace.js";
import { conflict, kindOf, noFile, telling } from "./refusals.js";

/** @typedef {import("../workspace.js").Workspace} Workspace */

/**
 * The bytes of a file, and what the system told about it when they were read.
 * @typedef {{ data: Buffer, status: import("node:fs").BigIntStats }} Content
 */

/** What is read in one piece, in bytes. */
export const LIMIT = 16 * 1024 * 1024;
const CHUNK_BYTES = 64 * 1024;
const NEW = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
const MODE_BITS = 0o7777;

/**
 * The content of the file at a path.
 *
 * Throws `UNSUPPORTED` for no file, or one larger than `LIMIT`; `NOT_FOUND`, `PERMISSION_DENIED`.
 * @param {Workspace} workspace
 * @param {string} path
 * @returns {Content}
 */
export function readContent(workspace, path) {
  const uri = workspace.uri(path);
  return telling(uri, () => workspace.at(path, (place) => readAt(place, uri)));
}

/**
 * Makes a new file; a name that is taken, also by a link that leads nowhere, is `EXISTS`.
 * @param {Workspace} workspace
 * @param {string} path
 * @param {Buffer} data
 */
export function create(workspace, path, data) {
  telling(workspace.uri(path), () => workspace.at(path, (place) => {
    const file = openSync(place, NEW, 0o666);
    try {
      writeFileSync(file, data);
    } catch (problem) {
      unlinkSync(place);
      throw problem;
    } finally {
      closeSync(file);
    }
  }));
}

/**
 * Puts new bytes in the place of a file at once, with its mode and, if allowed, its owner.
 *
 * Throws `CONFLICT` when the file is no longer the one whose content was read.
 * @param {Workspace} workspace
 * @param {string} path
 * @param {Content} before
 * @param {Buffer} data
 */
export function replace(workspace, path, before, data) {
  const uri = workspace.uri(path);
  telling(uri, () => workspace.at(path, (place) => {
    const beside = join(dirname(place), `.hanzo-${randomBytes(8).toString("hex")}.tmp`);
    const file = openSync(beside, NEW, 0o600);
    try {
      writeAs(file, data, before);
      refuseIfChanged(place, uri, before);
      renameSync(beside, place);
    } catch (problem) {
      unlinkSync(beside);
      throw problem;
    }
  }));
}

/**
 * Bytes from an open file, from where it stands, up to a number of them.
 * @param {number} file
 * @param {number} most
 * @returns {Buffer}
 */
export function readUpTo(file, most) {
  /** @type {Buffer[]} */
  const pieces = [];
  for (let left = most; left > 0; ) {
    const piece = Buffer.allocUnsafe(Math.min(left, CHUNK_BYTES));
    const read = readSync(file, piece);
    if (read === 0) break;
    pieces.push(piece.subarray(0, read));
    left -= read;
  }
  return Buffer.concat(pieces);
}

/** @param {number} file @param {Buffer} data @param {Content} before */
function writeAs(file, data, { status }) {
  try {
    writeFileSync(file, data);
    try {
      fchownSync(file, Number(status.uid), Number(status.gid));
    } catch (problem) {
      if (systemCode(problem) !== "EPERM") throw problem;
    }
    // Last, because writing and changing the owner clear some of the bits.
    fchmodSync(file, Number(status.mode) & MODE_BITS);
  } finally {
    closeSync(file);
  }
}

/** @param {string} place @param {string} uri @returns {Content} */
function readAt(place, uri) {
  const found = kindOf(lstatSync(place));
  // Asked before opening, which can have effects on a device.
  if (found !== "file" && found !== "symlink") throw noFile(uri, found);
  const file = openSafely(place);
  try {
    const status = fstatSync(file, { bigint: true });
    if (!status.isFile()) throw noFile(uri, kindOf(status));
    // A file that grows meanwhile, or has no honest size, is not read without an end either.
    const data = status.size > LIMIT ? Buffer.alloc(0) : readUpTo(file, LIMIT + 1);
    const size = Math.max(Number(status.size), data.length);
    if (size > LIMIT) {
      const details = { uri, size, limit: LIMIT };
      throw new ToolError("UNSUPPORTED", `${uri} is larger than ${LIMIT} bytes`, details);
    }
    return { data, status };
  } finally {
    closeSync(file);
  }
}

/** @param {string} place @param {string} uri @param {Content} before */
function refuseIfChanged(place, uri, before) {
  const then = before.status;
  const now = lstatSync(place, { bigint: true });
  const same =
    now.dev === then.dev && now.ino === then.ino && now.size === then.size &&
    now.mtimeNs === then.mtimeNs;
  if (same) return;
  const { data } = readAt(place, uri);
  if (!data.equals(before.data)) throw conflict(contentHash(before.data), contentHash(data));
}
