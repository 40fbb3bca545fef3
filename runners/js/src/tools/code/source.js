// A text and the places in it. Offsets count UTF-16 units, as strings and grammars do here.

// A line of a minified file says nothing and may be long.
const SNIPPET_CHARACTERS = 200;

/** @typedef {import("../../ids/index.js").Position} Position */
/** @typedef {import("../../ids/index.js").Range} Range */

/**
 * From one offset up to and without another.
 * @typedef {{ readonly start: number, readonly end: number }} Span
 */

/** A text and its lines, which LF, CR LF and CR end. */
export class Source {
  /** @type {Span[]} */
  #lines = [];

  /** @param {string} text */
  constructor(text) {
    this.text = text;
    let start = 0;
    for (const { 0: terminator, index } of text.matchAll(/\r\n|\r|\n/g)) {
      this.#lines.push({ start, end: index });
      start = index + terminator.length;
    }
    this.#lines.push({ start, end: text.length });
  }

  /** @param {Span} span */
  part({ start, end }) {
    return this.text.slice(start, end);
  }

  /**
   * Line and column of an offset; one inside of a terminator is the end of the line.
   * @param {number} offset
   * @returns {Position}
   */
  position(offset) {
    const number = this.#lineOf(offset);
    const line = this.#line(number);
    return { line: number, col: Math.min(offset, line.end) - line.start };
  }

  /** @param {Span} span @returns {Range} */
  range({ start, end }) {
    return { start: this.position(start), end: this.position(end) };
  }

  /**
   * The offset of a position, null for a line that the text does not have.
   *
   * Columns past the end mean the end, one inside of a character its start.
   * Spec: CODE-4, CODE-5
   * @param {Position} position
   * @returns {number | null}
   */
  offset({ line, col }) {
    if (line >= this.#lines.length) return null;
    const { start, end } = this.#line(line);
    const offset = Math.min(start + col, end);
    const isInside = offset < end && /^[\uDC00-\uDFFF]/.test(this.text.charAt(offset));
    return isInside ? offset - 1 : offset;
  }

  /**
   * The beginning of the line in which an offset lies.
   *
   * Spec: CODE-7
   * @param {number} offset
   * @returns {string}
   */
  snippet(offset) {
    const { start, end } = this.#line(this.#lineOf(offset));
    return beginning(this.text.slice(start, Math.min(end, start + 2 * SNIPPET_CHARACTERS)));
  }

  /** @param {number} offset */
  #lineOf(offset) {
    let low = 0;
    let high = this.#lines.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.#line(middle).start <= offset) low = middle;
      else high = middle;
    }
    return low;
  }

  /** @param {number} number @returns {Span} */
  #line(number) {
    return /** @type {Span} */ (this.#lines[number]);
  }
}

/**
 * A text on one line, each run of white space a blank, cut like a snippet.
 * @param {string} text
 * @returns {string}
 */
export function shortened(text) {
  return beginning(text.replace(/[ \t\r\n\f\v]+/g, " ").replace(/^ | $/g, ""));
}

/** @param {Span} outer @param {Span} inner */
export function covers(outer, inner) {
  return outer.start <= inner.start && inner.end <= outer.end;
}

/** @param {string} text its first characters, of which each has two units at most */
function beginning(text) {
  return [...text.slice(0, 2 * SNIPPET_CHARACTERS)].slice(0, SNIPPET_CHARACTERS).join("");
}
