// Whether a program works: it is tried, since being there says little. A toolchain's manager leaves
// programs in the PATH that do nothing but say what is not installed.

import { spawn } from "node:child_process";

// What works begins to speak within this time.
const LIMIT_MS = 10_000;
const BODY = JSON.stringify({
  jsonrpc: "2.0",
  id: 0,
  method: "initialize",
  params: { processId: null, rootUri: null, capabilities: {} },
});
const INITIALIZE = `Content-Length: ${BODY.length}\r\n\r\n${BODY}`;
// LSP 3.17, Base Protocol: both headers that there are begin so.
const HEADER = "Content-";

/** @typedef {readonly [string, ...string[]]} Words a program and its arguments */
/** @typedef {Readonly<Record<string, string | undefined>>} Environment */
/** @typedef {(words: Words, environment: Environment) => Promise<boolean>} Trial */

/** What was found out in one workspace; each program is tried once. */
export class Trials {
  /** @type {Map<string, Promise<boolean>>} */
  #found = new Map();

  /**
   * Those programs, by their first words, that pass a trial; tried side by side.
   * @param {readonly Words[]} programs
   * @param {Trial} trial
   * @param {Environment} environment
   * @returns {Promise<string[]>}
   */
  async working(programs, trial, environment) {
    const results = await Promise.all(
      programs.map((words) => {
        const key = JSON.stringify(words);
        const found = this.#found.get(key) ?? trial(words, environment);
        this.#found.set(key, found);
        return found;
      }),
    );
    return programs.filter((_, index) => results[index]).map(([program]) => program);
  }
}

/**
 * Whether a language server begins to answer `initialize`.
 *
 * Spec: WS-20
 * @type {Trial}
 */
export function answers(words, environment) {
  return tried(words, environment, (child, done) => {
    let said = "";
    child.stdout.setEncoding("latin1");
    child.stdout.on("data", (text) => {
      said += text;
      if (said.length >= HEADER.length) done(said.startsWith(HEADER));
    });
    child.stdout.on("end", () => done(false));
    child.stdin.write(INITIALIZE);
  });
}

/**
 * Whether a command ends by itself with status 0.
 *
 * Spec: WS-20
 * @type {Trial}
 */
export function endsWell(words, environment) {
  return tried(words, environment, (child, done) => {
    child.stdout.resume();
    child.stdin.end();
    child.on("exit", (code) => done(code === 0));
  });
}

/**
 * A process in a group of its own, which does not outlive its trial.
 * @param {Words} words
 * @param {Environment} environment
 * @param {(
 *   child: import("node:child_process").ChildProcessByStdio<
 *     import("node:stream").Writable, import("node:stream").Readable, null>,
 *   done: (works: boolean) => void,
 * ) => void} watch
 * @returns {Promise<boolean>}
 */
function tried([program, ...others], environment, watch) {
  return new Promise((resolve) => {
    const child = spawn(program, others, {
      cwd: "/",
      env: { ...environment },
      detached: true,
      stdio: ["pipe", "pipe", "ignore"],
    });
    const done = (/** @type {boolean} */ works) => {
      clearTimeout(timer);
      try {
        if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
      } catch {
        // It has ended, and with it its group.
      }
      child.stdout.destroy();
      child.stdin.destroy();
      resolve(works);
    };
    const timer = setTimeout(done, LIMIT_MS, false);
    child.on("error", () => done(false));
    child.stdin.on("error", () => {});
    watch(child, done);
  });
}
