// A program that was started: in a group of its own, with a given environment, until its end. What it
// is for, and what its end means, is decided elsewhere.

import { spawn } from "node:child_process";
import { once } from "node:events";

import { guardian } from "../tools/guardian.js";

/**
 * What it takes to start a program; outputs that are not asked for go nowhere.
 * @typedef {object} Start
 * @property {string} folder
 * @property {Readonly<Record<string, string | undefined>>} environment all of its variables
 * @property {boolean} [stdout] whether standard output is a pipe
 * @property {boolean} [stderr] whether standard error is one
 */

/** A process with a pipe at its input. Its group ends with it, and both with this program. */
export class Child {
  /** @type {import("node:child_process").ChildProcess} */
  #process;
  #hasEnded = false;

  /**
   * Start a program; rejects with the error of the system.
   * @param {readonly [string, ...string[]]} words
   * @param {Start} start
   */
  static async start([program, ...words], { folder, environment, stdout, stderr }) {
    // It is there before what it guards: this program may be ended while it begins.
    const guarding = guardian();
    const started = guarding.begin(() =>
      spawn(program, words, {
        cwd: folder,
        env: environment,
        detached: true,
        stdio: ["pipe", stdout ? "pipe" : "ignore", stderr ? "pipe" : "ignore"],
      }),
    );
    const child = new Child(started);
    await once(started, "spawn");
    return child;
  }

  /** @param {import("node:child_process").ChildProcess} started */
  constructor(started) {
    this.#process = started;
    /**
     * Its end: an exit code, or the name of the signal that ended it.
     * @type {Promise<{ code: number | null, signal: NodeJS.Signals | null }>}
     */
    this.ended = new Promise((resolve) => {
      started.once("exit", (code, signal) => {
        // Its number is free by now, but only for groups that begin after this very moment.
        this.#signal("SIGKILL");
        this.#hasEnded = true;
        guardian().remove(started.pid ?? 0);
        resolve({ code, signal });
      });
    });
    // It need not read.
    started.stdin?.on("error", () => {});
  }

  /** Where it reads from. */
  get stdin() {
    return /** @type {import("node:stream").Writable} */ (this.#process.stdin);
  }

  /** What it writes, where that was asked for. */
  get stdout() {
    return /** @type {import("node:stream").Readable} */ (this.#process.stdout);
  }

  /** What it writes beside, where that was asked for. */
  get stderr() {
    return /** @type {import("node:stream").Readable} */ (this.#process.stderr);
  }

  /**
   * Send a signal to the whole group, unless the process has ended.
   * @param {NodeJS.Signals} signal
   */
  signal(signal) {
    if (!this.#hasEnded) this.#signal(signal);
  }

  /** @param {NodeJS.Signals} signal */
  #signal(signal) {
    try {
      // The group 0 would be our own.
      if (this.#process.pid) process.kill(-this.#process.pid, signal);
    } catch {
      // Nobody is left, or on some systems nobody but the dead.
    }
  }
}
