// Positions in text: lines, columns in the units of an encoding, and slices between positions.
// Nothing is normalised or grouped.

import { DomainError } from "../domain-error.js";

/** @typedef {"utf-8" | "utf-16" | "utf-32"} Encoding */

/**
 * A place between two characters: a line, and a column in code units, both counted from 0.
 * @typedef {{ line: number, col: number }} Position
 */

/**
 * From `start` up to and without `end`.
 * @typedef {{ start: Position, end: Position }} Range
 */

/**
 * How many code units one code point takes in each encoding.
 *
 * Spec: IDS-3 to IDS-5
 * @type {Readonly<Record<Encoding, (point: number) => number>>}
 */
const UNITS = {
  "utf-8": (point) => (point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4),
  "utf-16": (point) => (point < 0x10000 ? 1 : 2),
  "utf-32": () => 1,
};

// LSP 3.17, text documents: these line terminators and no others.
const TERMINATOR = /\r\n|\r|\n/g;

/**
 * The part of a text in a range whose columns count units of `encoding`.
 *
 * Throws `INVALID_PARAMS` when the start is after the end or the text has no such line.
 * Spec: IDS-1 to IDS-18
 * @param {string} text
 * @param {Range} range
 * @param {Encoding} [encoding]
 * @returns {string}
 */
export function sliceText(text, { start, end }, encoding = "utf-16") {
  // Compared as they were given, so that the verdict does not depend on the text.
  if (start.line > end.line || (start.line === end.line && start.col > end.col)) {
    throw new DomainError("INVALID_PARAMS", "the range ends before it starts");
  }
  return text.slice(indexOf(text, start, encoding), indexOf(text, end, encoding));
}

/**
 * The same place with its column counted in units of another encoding.
 *
 * Throws `INVALID_PARAMS` when the text has no such line. Spec: IDS-19, IDS-20
 * @param {string} text
 * @param {Position} position
 * @param {Encoding} from
 * @param {Encoding} to
 * @returns {Position}
 */
export function convertPosition(text, position, from, to) {
  const before = text.slice(lineAt(text, position.line).start, indexOf(text, position, from));
  const widths = Array.from(before, (character) => UNITS[to](pointAt(character, 0)));
  return { line: position.line, col: widths.reduce((sum, width) => sum + width, 0) };
}

/**
 * Where a position is among the UTF-16 units of the text.
 *
 * Spec: IDS-12, IDS-14, IDS-15
 * @param {string} text
 * @param {Position} position
 * @param {Encoding} encoding
 * @returns {number}
 */
function indexOf(text, { line, col }, encoding) {
  const { start, end } = lineAt(text, line);
  let index = start;
  for (let left = col; index < end; ) {
    const point = pointAt(text, index);
    left -= UNITS[encoding](point);
    // A column within this character's units means the character's start.
    if (left < 0) return index;
    index += UNITS["utf-16"](point);
  }
  // Columns past the end mean the end, which lies before the line terminator.
  return end;
}

/**
 * Where a line starts and ends, its terminator left out.
 *
 * Spec: IDS-6 to IDS-11, IDS-13
 * @param {string} text
 * @param {number} number
 * @returns {{ start: number, end: number }}
 */
function lineAt(text, number) {
  let [line, start] = [0, 0];
  for (const { 0: terminator, index } of text.matchAll(TERMINATOR)) {
    if (line === number) return { start, end: index };
    start = index + terminator.length;
    line += 1;
  }
  if (line === number) return { start, end: text.length };
  throw new DomainError("INVALID_PARAMS", `line ${number} of a text of ${line + 1} lines`);
}

/** @param {string} text @param {number} index @returns {number} */
const pointAt = (text, index) => /** @type {number} */ (text.codePointAt(index));
