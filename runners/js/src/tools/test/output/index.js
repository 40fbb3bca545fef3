// What test runners print, read line by line into one form.

import { CargoOutput } from "./cargo-output.js";
import { NodeOutput } from "./node-output.js";
import { PytestOutput } from "./pytest-output.js";

/**
 * A test that failed, by the name that its runner gives it, and where, if that was told: a path as
 * printed, and a line that counts from 1.
 * @typedef {{ name: string, place: { path: string, line: number } | null }} Failure
 */

/**
 * How many tests passed, failed and were skipped; `complete` is whether the runner came to its last
 * words, which are its counts.
 * @typedef {object} Tally
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {Failure[]} failures
 * @property {boolean} complete
 */

/**
 * Reads what a runner prints: `line` takes the next line, without its end.
 * @typedef {{ line: (text: string) => void, tally: () => Tally }} Reader
 */

/**
 * A reader of the output of a runner.
 * @param {import("../recognition.js").Runner} runner
 * @returns {Reader}
 */
export function reader(runner) {
  if (runner === "cargo") return new CargoOutput();
  return runner === "node" ? new NodeOutput() : new PytestOutput();
}
