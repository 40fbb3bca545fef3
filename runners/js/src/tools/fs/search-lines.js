// Finding a pattern in the bytes of one file, and saying where: line, columns, and the line's text.
// The file is searched as a whole, which is what makes it fast, and only around a match are lines
// looked at.

import { isAscii, isUtf8 } from "node:buffer";

import { Automaton } from "./automaton.js";
import { Program } from "./program.js";

/** @typedef {import("./regex-syntax.js").Node} Node */

// UTF-16 units of a line that are given back, and how many of them stand before the match.
const LONGEST_TEXT = 500;
const BEFORE_MATCH = 100;
const CARRIAGE_RETURN = 0x0d;

/**
 * One match: 0-based line, columns in UTF-16 units, and the text from `textCol` on.
 * @typedef {{ line: number, startCol: number, endCol: number, text: string, textCol: number }}
 *   Match
 */

/**
 * From bytes to the matches in them, in order; none in what is no text.
 * @typedef {(content: Buffer) => Iterable<Match>} Search
 */

/**
 * Finds a text as it stands.
 *
 * Spec: FS-122, FS-124
 * @param {string} text
 * @returns {Search}
 */
export function literalSearch(text) {
  const needle = Buffer.from(text);
  return function* (content) {
    if (content.indexOf(needle) < 0) return;
    const lines = linesOf(content);
    if (lines === null) return;
    const place = new Place(lines);
    for (let at = lines.indexOf(text); at >= 0; at = lines.indexOf(text, at + text.length)) {
      const { line, start } = place.enter(at);
      yield told(place.number, line, at - start, at - start + text.length);
    }
  };
}

/**
 * Finds what a regular expression matches.
 *
 * Spec: FS-124, FS-125, FS-135, FS-138
 * @param {Node} tree
 * @returns {Search}
 */
export function regexSearch(tree) {
  const automaton = new Automaton(new Program(tree));
  return function* (content) {
    const lines = linesOf(content);
    if (lines === null || lines === "") return;
    // What follows the last line end is no line when it is empty.
    const end = lines.endsWith("\n") ? lines.length - 1 : lines.length;
    const place = new Place(lines);
    for (let from = 0; from <= end; ) {
      const possible = automaton.possible(lines, from);
      if (possible < 0 || possible > end) return;
      const { line, start } = place.enter(possible);
      for (const [first, last] of matchesIn(line, automaton)) {
        yield told(place.number, line, first, last);
      }
      from = start + line.length + 1;
    }
  };
}

/**
 * @param {string} line
 * @param {Automaton} automaton
 * @returns {Generator<[number, number], void>}
 */
function* matchesIn(line, automaton) {
  let lastEnd = -1;
  for (let at = 0; at <= line.length; ) {
    const found = automaton.locate(line, at);
    if (found === null) return;
    const [start, end] = found;
    // An empty match that touches the last one adds nothing to it.
    if (start < end || start !== lastEnd) yield found;
    lastEnd = end;
    at = start < end ? end : end + (/** @type {number} */ (line.codePointAt(end)) > 0xffff ? 2 : 1);
  }
}

/**
 * The text of a file with line feeds as its only line ends, null for what is no text.
 *
 * Spec: FS-136, FS-139
 * @param {Buffer} content
 * @returns {string | null}
 */
function linesOf(content) {
  if (content.includes(0)) return null;
  const plain = isAscii(content);
  if (!plain && !isUtf8(content)) return null;
  const text = content.toString(plain ? "latin1" : "utf8");
  // LSP 3.17 has three line ends. No pattern matches any, so one is as good as the other.
  return content.includes(CARRIAGE_RETURN) ? text.replace(/\r\n?/g, "\n") : text;
}

/** Goes through a text from line to line. */
class Place {
  #lines;
  number = 0;
  #start = 0;
  #end = -1;

  /** @param {string} lines */
  constructor(lines) {
    this.#lines = lines;
  }

  /**
   * The line that a place is in, which is not before the last one.
   * @param {number} at
   */
  enter(at) {
    if (at > this.#end) {
      for (let next = this.#feed(this.#start); next < at; next = this.#feed(next + 1)) {
        this.number += 1;
        this.#start = next + 1;
      }
      this.#end = this.#feed(at);
    }
    return { line: this.#lines.slice(this.#start, this.#end), start: this.#start };
  }

  /** @param {number} at @returns {number} where the line ends that this place is in */
  #feed(at) {
    const found = this.#lines.indexOf("\n", at);
    return found < 0 ? this.#lines.length : found;
  }
}

/**
 * A match with the line's text, or of a long one with what is around it.
 *
 * Spec: FS-140
 * @param {number} number
 * @param {string} line
 * @param {number} startCol
 * @param {number} endCol
 * @returns {Match}
 */
function told(number, line, startCol, endCol) {
  if (line.length <= LONGEST_TEXT) {
    return { line: number, startCol, endCol, text: line, textCol: 0 };
  }
  let start = Math.max(0, Math.min(startCol - BEFORE_MATCH, line.length - LONGEST_TEXT));
  let end = start + LONGEST_TEXT;
  // Half a character is none.
  if (isSecondHalf(line, start)) start += 1;
  if (isSecondHalf(line, end)) end -= 1;
  return { line: number, startCol, endCol, text: line.slice(start, end), textCol: start };
}

/** @param {string} line @param {number} at */
function isSecondHalf(line, at) {
  const unit = line.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff;
}
