// A process and what is left of it: started in a group of its own, watched until its end. Its
// output goes to files, past this program: nobody has to read for it to go on, and no output is
// too long.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, rmSync } from "node:fs";
import { join } from "node:path";

import { words } from "./commands.js";

/** @typedef {import("./commands.js").Command} Command */
/** @typedef {import("../guardian.js").Guardian} Guardian */

/** The names of the streams. */
export const STREAMS = /** @type {const} */ (["stdout", "stderr"]);

/** @typedef {(typeof STREAMS)[number]} Stream */

/**
 * What can be said of a process.
 * @typedef {object} State
 * @property {string} proc_id
 * @property {"running" | "exited" | "killed" | "timed-out"} status
 * @property {number | null} exit_code
 * @property {string | null} signal
 */

/**
 * What it takes to start a process; `command` and `cwd` are as a caller would give them again.
 * @typedef {object} Start
 * @property {string} procId
 * @property {Command} command
 * @property {string} cwd
 * @property {string} spool the folder for its output
 * @property {string} program
 * @property {string} folder
 * @property {Record<string, string>} environment
 * @property {Guardian} guardian
 */

/** A process that was started. */
export class Running {
  #start;
  #startedMs = performance.now();
  /** @type {number | null} */
  #endedMs = null;
  /** @type {{ code: number | null, signal: string | null } | null} */
  #end = null;
  #timedOut = false;
  /** @type {NodeJS.Timeout | undefined} */
  #timer;
  /** @type {Set<() => void>} */
  #waiting = new Set();
  /** @type {number} */
  pid = 0;

  /** @param {Start} start */
  constructor(start) {
    this.#start = start;
  }

  get procId() {
    return this.#start.procId;
  }

  get command() {
    return this.#start.command;
  }

  get cwd() {
    return this.#start.cwd;
  }

  get hasEnded() {
    return this.#end !== null;
  }

  /** Start it; rejects with the error of the system. */
  async start() {
    const { command, program, folder, environment, guardian } = this.#start;
    const [name, ...others] = words(command);
    const outputs = STREAMS.map((stream) => openSync(this.place(stream), "ax", 0o600));
    try {
      const child = guardian.begin(() =>
        spawn(program, others, {
          argv0: name,
          cwd: folder,
          env: environment,
          detached: true,
          stdio: ["ignore", ...outputs],
        }),
      );
      child.once("exit", (code, signal) => this.#ended(code, signal));
      this.pid = child.pid ?? 0;
      await once(child, "spawn");
      // The server may end while it runs; then the guardian ends it.
      child.unref();
    } finally {
      outputs.forEach((output) => closeSync(output));
    }
  }

  /**
   * Kill the group when it has not ended by then.
   *
   * Spec: PROC-19, PROC-22
   * @param {number} seconds
   */
  endAfter(seconds) {
    if (this.#end !== null) return;
    this.#timer = setTimeout(() => {
      this.#timedOut = true;
      this.send("SIGKILL");
    }, seconds * 1000);
    this.#timer.unref();
  }

  /**
   * Wait for the end, so long at most.
   * @param {number} limitMs
   * @returns {Promise<void>}
   */
  wait(limitMs) {
    if (this.#end !== null) return Promise.resolve();
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.#waiting.delete(done);
        resolve();
      };
      // It keeps the program alive, which the process itself does not.
      const timer = setTimeout(done, limitMs);
      this.#waiting.add(done);
    });
  }

  /**
   * Send a signal to the whole group, unless it has ended.
   *
   * Spec: PROC-20, PROC-26
   * @param {NodeJS.Signals} signal
   */
  send(signal) {
    if (this.#end === null) signalGroup(this.pid, signal);
  }

  /** @param {Stream} stream @returns {string} the file that holds a stream */
  place(stream) {
    return join(this.#start.spool, `${this.procId}.${stream}`);
  }

  /** How long it has run, or ran. */
  get durationMs() {
    return Math.floor((this.#endedMs ?? performance.now()) - this.#startedMs);
  }

  /**
   * What can be said of it now.
   *
   * Spec: PROC-5, PROC-6
   * @returns {State}
   */
  state() {
    const about = { proc_id: this.procId };
    if (this.#end === null) return { ...about, status: "running", exit_code: null, signal: null };
    const { code, signal } = this.#end;
    if (signal === null) return { ...about, status: "exited", exit_code: code, signal };
    return { ...about, status: this.#timedOut ? "timed-out" : "killed", exit_code: null, signal };
  }

  /** Remove what it wrote. */
  discard() {
    for (const stream of STREAMS) rmSync(this.place(stream), { force: true });
  }

  /** @param {number | null} code @param {string | null} signal */
  #ended(code, signal) {
    this.#endedMs = performance.now();
    clearTimeout(this.#timer);
    // Its number is free by now, but only for groups that begin after this very moment.
    signalGroup(this.pid, "SIGKILL");
    this.#start.guardian.remove(this.pid);
    // It may have come to its end by itself just before it would have been killed.
    this.#timedOut &&= signal === "SIGKILL";
    this.#end = { code, signal };
    for (const done of [...this.#waiting]) done();
  }
}

/** @param {number} group @param {NodeJS.Signals} signal */
function signalGroup(group, signal) {
  try {
    // The group 0 would be our own.
    if (group > 0) process.kill(-group, signal);
  } catch {
    // Nobody is left, or on some systems nobody but the dead.
  }
}
