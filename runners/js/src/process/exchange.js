// An exchange: bytes in, bytes out, until the process ends or its time is over.

import { setImmediate as endOfTurn } from "node:timers/promises";

/** What a pipe can still hold of a process that has ended is read in a few turns. */
const TURNS = 16;

/**
 * How an exchange ended; `code` or `signal` is null, `stderr` the first bytes of standard error.
 * @typedef {object} Exchanged
 * @property {number | null} code
 * @property {NodeJS.Signals | null} signal
 * @property {Buffer} stderr
 * @property {boolean} timedOut whether it was killed because its time was over
 */

/**
 * Writes to a child and reads its standard error until it ends, or is killed for its time.
 *
 * Of what it writes the first `keepBytes` are kept, and the rest is read and dropped. Nobody waits
 * for pipes that others hold when the child has ended.
 * @param {import("./child.js").Child} child
 * @param {string} given
 * @param {number} limitMs
 * @param {number} keepBytes
 * @returns {Promise<Exchanged>}
 */
export async function exchange(child, given, limitMs, keepBytes) {
  /** @type {Buffer[]} */
  const kept = [];
  let left = keepBytes;
  let isReading = false;
  let timedOut = false;
  child.stderr.on("data", (chunk) => {
    isReading = true;
    if (left > 0) kept.push(chunk.subarray(0, left));
    left -= Math.min(left, chunk.length);
  });
  child.stdin.end(given);
  const timer = setTimeout(() => {
    timedOut = true;
    child.signal("SIGKILL");
  }, limitMs);
  const { code, signal } = await child.ended;
  clearTimeout(timer);
  // What it has left behind in the pipe is there already: a turn that brings nothing is the last.
  for (let turn = 0; turn < TURNS || isReading; turn += 1) {
    if (left === 0 || child.stderr.readableEnded) break;
    isReading = false;
    await endOfTurn();
  }
  child.stderr.destroy();
  child.stdin.destroy();
  timedOut &&= signal === "SIGKILL";
  return { code, signal, stderr: Buffer.concat(kept), timedOut };
}
