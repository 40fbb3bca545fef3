// A file that comes to be whole or not at all, and never in the place of another.

import { createHash, randomBytes } from "node:crypto";
import { closeSync, constants, linkSync, lstatSync, openSync, rmSync, writeSync } from "node:fs";
import { basename, dirname } from "node:path";

import { ToolError } from "../../envelope/index.js";
import { pathFromUri } from "../../ids/index.js";
import { systemCode, toldBySystem } from "../failures.js";
import { OPEN_FILES } from "../workspace.js";

/** @typedef {import("../workspace.js").Workspace} Workspace */

const FOLDER = constants.O_RDONLY | constants.O_DIRECTORY;
const NEW = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

/**
 * A file under way; `close` leaves nothing of it unless `keep` was called.
 *
 * Spec: NET-33 to NET-37, NET-39
 */
export class NewFile {
  size = 0;
  #digest = createHash("sha256");

  /**
   * Throws `PERMISSION_DENIED`, `EXISTS` or `NOT_FOUND`, each with the URI as it was given.
   * @param {Workspace} workspace
   * @param {string} uri
   */
  constructor(workspace, uri) {
    this.#asked = uri;
    const path = workspace.locate(uri);
    this.uri = workspace.uri(path);
    // A link at this place is something, wherever it leads.
    if (isThere(pathFromUri(uri))) throw new ToolError("EXISTS", `${uri} exists`, { uri });
    try {
      // The folder stays open as long as the file is under way, whatever becomes of its path.
      this.#folder = workspace.at(path, (place) => openSync(dirname(place), FOLDER));
    } catch (problem) {
      throw toldBySystem(uri, problem);
    }
    this.#place = `${OPEN_FILES}/${this.#folder}/${basename(path)}`;
    this.#spare = `${OPEN_FILES}/${this.#folder}/.${randomBytes(8).toString("hex")}.part`;
    try {
      this.#stream = openSync(this.#spare, NEW, 0o666);
    } catch (problem) {
      closeSync(this.#folder);
      throw toldBySystem(uri, problem);
    }
  }

  /** The hash of what was written. */
  get hash() {
    return `sha256:${this.#digest.copy().digest("hex")}`;
  }

  /** @param {Buffer} chunk */
  write(chunk) {
    this.#digest.update(chunk);
    this.size += chunk.length;
    for (let done = 0; done < chunk.length; ) done += writeSync(this.#stream, chunk, done);
  }

  /** Give the file its name; throws `EXISTS` if somebody was faster. */
  keep() {
    try {
      // A link is made only where nothing is, which a rename does not promise.
      linkSync(this.#spare, this.#place);
    } catch (problem) {
      throw toldBySystem(this.#asked, problem);
    }
  }

  /** End, whatever happened. */
  close() {
    closeSync(this.#stream);
    // Who has removed it before us has done our work.
    rmSync(this.#spare, { force: true });
    closeSync(this.#folder);
  }

  #asked;
  #folder;
  #place;
  #spare;
  #stream;
}

/** @param {string} path */
function isThere(path) {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (problem) {
    // What should be a folder on the way is none.
    if (systemCode(problem) === "ENOTDIR") return false;
    throw problem;
  }
}
