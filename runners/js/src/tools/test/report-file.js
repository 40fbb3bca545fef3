// The file into which a runner writes its report: in a folder of its own, outside of the workspace.

import { closeSync, constants, fstatSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { Guardian } from "../guardian.js";

const MOST_BYTES = 64 * 2 ** 20;
const OPEN_FILE = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/**
 * Where this program has its reports, and who removes them at its end.
 * @type {{ folder: string, guardian: Guardian } | null}
 */
let guarded = null;

/** A place for one report, which its runner has yet to write. */
export class ReportFile {
  #folder;

  constructor() {
    if (!guarded) {
      const folder = mkdtempSync(join(tmpdir(), "hanzo-test-"));
      guarded = { folder, guardian: new Guardian(folder) };
    }
    this.#folder = mkdtempSync(join(guarded.folder, "run-"));
  }

  /** @returns {string} where the report will be */
  get path() {
    return join(this.#folder, "report.xml");
  }

  /** @returns {Uint8Array | null} null if there is none, or what is there is no file or too large */
  content() {
    let file;
    try {
      // Through no link and without waiting: a test may have put anything there.
      file = openSync(this.path, OPEN_FILE);
    } catch {
      return null;
    }
    try {
      const found = fstatSync(file);
      return found.isFile() && found.size <= MOST_BYTES ? readFileSync(file) : null;
    } finally {
      closeSync(file);
    }
  }

  /** Remove it with its folder. */
  remove() {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
