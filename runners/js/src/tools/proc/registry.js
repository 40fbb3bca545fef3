// The processes of one workspace: numbered, found by id, forgotten when there are too many.

import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { ToolError } from "../../envelope/index.js";
import { Guardian } from "../guardian.js";

/** @typedef {import("./running.js").Running} Running */

// Of those that have ended; one that runs is never forgotten.
const MOST_KEPT = 1000;

/** Every process that was started here and is not forgotten, the oldest first. */
export class Processes {
  /** @type {Map<string, Running>} */
  #kept = new Map();
  #count = 0;
  /** @type {{ spool: string, guardian: Guardian } | null} */
  #places = null;

  /** An id that no other process has had, and where the output of that one goes. */
  next() {
    if (this.#places === null) {
      const spool = mkdtempSync(join(tmpdir(), "hanzo-proc-"));
      this.#places = { spool, guardian: new Guardian(spool) };
    }
    this.#count += 1;
    return { procId: `proc_${this.#count}`, ...this.#places };
  }

  /**
   * Keep a process that was started.
   *
   * Spec: PROC-36
   * @param {Running} running
   */
  add(running) {
    this.#kept.set(running.procId, running);
    if (this.#kept.size <= MOST_KEPT) return;
    const ended = this.all().filter(({ hasEnded }) => hasEnded);
    for (const forgotten of ended.slice(0, Math.max(0, ended.length - MOST_KEPT))) {
      this.#kept.delete(forgotten.procId);
      forgotten.discard();
    }
  }

  /**
   * The process with this id; `NOT_FOUND` with what was given.
   *
   * Spec: PROC-28
   * @param {string} procId
   * @param {string} [given]
   * @returns {Running}
   */
  find(procId, given = procId) {
    const found = this.#kept.get(procId);
    if (found) return found;
    throw new ToolError("NOT_FOUND", `there is no process ${given}`, { proc_id: given });
  }

  /** @returns {Running[]} all of them, the oldest first */
  all() {
    return [...this.#kept.values()];
  }

  /** Kill what still runs and remove what was written, as at the end of the server. */
  close() {
    this.#places?.guardian.close();
    this.#places = null;
  }
}
