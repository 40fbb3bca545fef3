// Unified diffs of one file as data: strict reading, hunks of lines. Lines are binary strings, one
// character for each byte, so that comparing them compares bytes.
//
// Here lives the form. Whether a hunk fits a content is the business of `patching`.

import { ToolError } from "../../envelope/index.js";
import { violation } from "../failures.js";

/**
 * Lines that stand in a row and those that take their place, terminators included. The indexes count
 * the lines before them, in the old and the new file.
 * @typedef {{ oldIndex: number, newIndex: number, old: string[], new: string[] }} Hunk
 */

// POSIX diff -u: a count that is left out is 1; GNU and git put text behind the second "@@".
const HUNK = /^@@ -([0-9]{1,9})(?:,([0-9]{1,9}))? \+([0-9]{1,9})(?:,([0-9]{1,9}))? @@/;
const NO_NEWLINE = "\\ No newline at end of file";
// What git writes above the file names and what says nothing about content.
const SILENT = ["diff ", "index ", "similarity index ", "dissimilarity index "];
/** @type {readonly (readonly [string, string])[]} */
const OTHER_FEATURES = [
  ["new file mode ", "create"],
  ["deleted file mode ", "delete"],
  ["rename ", "rename"],
  ["copy ", "copy"],
  ["old mode ", "mode"],
  ["new mode ", "mode"],
  ["GIT binary patch", "binary"],
  ["Binary files ", "binary"],
];

/**
 * The hunks of a unified diff of one file; there is at least one.
 *
 * Throws `INVALID_PARAMS` for what is malformed, `UNSUPPORTED` with `feature` for what asks for more
 * than to change the content of a file. Spec: FS-47 to FS-60
 * @param {string} patch
 * @returns {Hunk[]}
 */
export function parse(patch) {
  const reader = new Reader(patch);
  skipNames(reader);
  /** @type {Hunk[]} */
  const hunks = [];
  while (reader.line !== undefined) hunks.push(readHunk(reader, reader.line, hunks.at(-1)));
  if (hunks.length === 0) throw reader.malformed("there is no hunk");
  return hunks;
}

/** @param {string} feature */
function unsupported(feature) {
  return new ToolError("UNSUPPORTED", `a patch cannot do this: ${feature}`, { feature });
}

/** The lines of a patch, one at a time. */
class Reader {
  // Whether the last line of a side had no terminator, so that nothing may follow on it.
  oldEnded = false;
  newEnded = false;
  #index = 0;
  #lines;

  /** @param {string} patch */
  constructor(patch) {
    this.#lines = Buffer.from(patch).toString("latin1").split("\n");
    if (this.#lines.pop() !== "") throw this.malformed("the last line is cut off");
  }

  get line() {
    return this.#lines[this.#index];
  }

  step() {
    this.#index += 1;
  }

  /** @param {string} reason */
  malformed(reason) {
    return violation("/patch", "patch", `line ${this.#index + 1} of the patch: ${reason}`);
  }
}

/**
 * Reads what stands above the first hunk.
 * @param {Reader} reader
 */
function skipNames(reader) {
  for (let { line } = reader; line !== undefined && !line.startsWith("--- "); { line } = reader) {
    const start = line;
    const asked = OTHER_FEATURES.find(([words]) => start.startsWith(words));
    if (asked) throw unsupported(asked[1]);
    if (!SILENT.some((words) => start.startsWith(words))) {
      throw reader.malformed("neither a file name nor a hunk");
    }
    reader.step();
  }
  for (const [start, feature] of [["--- ", "create"], ["+++ ", "delete"]]) {
    const { line } = reader;
    if (!start || !feature || !line?.startsWith(start) || line === start) {
      throw reader.malformed("expected the name of a file");
    }
    // A time may follow the name after a tab.
    const name = line.slice(start.length).split("\t")[0];
    if (name?.replace(/\r$/, "") === "/dev/null") throw unsupported(feature);
    reader.step();
  }
}

/**
 * @param {Reader} reader
 * @param {string} line
 * @param {Hunk | undefined} before
 * @returns {Hunk}
 */
function readHunk(reader, line, before) {
  const head = HUNK.exec(line);
  if (head === null) {
    const another = line.startsWith("diff ") || line.startsWith("--- ");
    if (another && before) throw unsupported("several-files");
    throw reader.malformed("expected the head of a hunk");
  }
  const [oldStart, oldCount, newStart, newCount] = head.slice(1).map((part) => Number(part ?? 1));
  const old = { start: oldStart ?? 0, count: oldCount ?? 0 };
  const next = { start: newStart ?? 0, count: newCount ?? 0 };
  /** @type {Hunk} */
  const hunk = { oldIndex: indexOf(reader, old), newIndex: indexOf(reader, next), old: [], new: [] };
  refuseDisorder(reader, hunk, before);
  reader.step();
  let changes = false;
  while (hunk.old.length < old.count || hunk.new.length < next.count) {
    changes = readLine(reader, hunk) || changes;
  }
  if (hunk.old.length > old.count || hunk.new.length > next.count) {
    throw reader.malformed("the hunk has more lines than its head says");
  }
  if (!changes) throw reader.malformed("the hunk changes nothing");
  return hunk;
}

/**
 * How many lines stand before a hunk: an empty side is numbered by the line before it.
 * @param {Reader} reader
 * @param {{ start: number, count: number }} side
 */
function indexOf(reader, { start, count }) {
  if (count === 0) return start;
  if (start === 0) throw reader.malformed("lines are counted from 1");
  return start - 1;
}

/** @param {Reader} reader @param {Hunk} hunk @param {Hunk | undefined} before */
function refuseDisorder(reader, hunk, before) {
  const oldEnd = before ? before.oldIndex + before.old.length : 0;
  const newEnd = before ? before.newIndex + before.new.length : 0;
  if (hunk.oldIndex < oldEnd) {
    throw reader.malformed("the hunk begins before the end of the one above");
  }
  // As many lines lie between two hunks in the new file as in the old one.
  if (hunk.newIndex - newEnd !== hunk.oldIndex - oldEnd) {
    throw reader.malformed("the line numbers of old and new do not agree");
  }
}

/**
 * Reads a line into a hunk.
 * @param {Reader} reader
 * @param {Hunk} hunk
 * @returns {boolean} whether it changes something
 */
function readLine(reader, hunk) {
  const { line } = reader;
  if (line === undefined) throw reader.malformed("the hunk has fewer lines than its head says");
  // GNU diffutils, suppress-blank-empty: an empty line of context may have lost its space.
  const mark = line === "" ? " " : line.charAt(0);
  if (mark !== " " && mark !== "-" && mark !== "+") {
    throw reader.malformed("a line of a hunk begins with a space, - or +");
  }
  reader.step();
  const ended = reader.line === NO_NEWLINE;
  const text = line.slice(1);
  if (ended) {
    if (text === "") throw reader.malformed("a line of no bytes is no line");
    reader.step();
  }
  const content = ended ? text : `${text}\n`;
  if (mark !== "+") {
    if (reader.oldEnded) throw reader.malformed("a line follows the end of the old file");
    hunk.old.push(content);
    reader.oldEnded = ended;
  }
  if (mark !== "-") {
    if (reader.newEnded) throw reader.malformed("a line follows the end of the new file");
    hunk.new.push(content);
    reader.newEnded = ended;
  }
  return mark !== " ";
}
