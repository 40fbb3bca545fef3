// What test runners say of tests, read into one form. cargo and node print it, line by line; pytest
// writes it into a file of its own.

import { CargoOutput } from "./cargo-output.js";
import { NodeOutput } from "./node-output.js";

export { readReport } from "./pytest-report.js";

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
 * A reader of what a runner prints.
 * @param {"cargo" | "node"} runner
 * @returns {Reader}
 */
export function reader(runner) {
  return runner === "cargo" ? new CargoOutput() : new NodeOutput();
}
