// Strict JSON: a parser for files in which a mistake must not pass unseen.
//
// What it accepts is RFC 8259 without what readers disagree about: text is well-formed UTF-8, with
// no byte order mark, names are unique within their object, escapes name Unicode scalar values,
// numbers are integers that every reader holds exactly (RFC 7493 §2), and nesting has a limit.
// Messages between machines may have fractions as well.
//
//   document = ws value ws
//   value    = object / array / string / integer / "true" / "false" / "null"
//   object   = "{" ws [ member *( ws "," ws member ) ws ] "}"     member = string ws ":" ws value
//   array    = "[" ws [ value *( ws "," ws value ) ws ] "]"
//   integer  = [ "-" ] ( "0" / 1-9 *digit )
//   ws       = *( space / tab / line feed / carriage return )

import { isUtf8 } from "node:buffer";
import { StringDecoder } from "node:string_decoder";

/** @typedef {import("./json-value.js").Json} Json */

// Containers within containers, the outermost counted as one.
const MAX_DEPTH = 128;

const WHITE_SPACE = /[ \t\n\r]*/y;
const PLAIN_TEXT = /[^"\\\u0000-\u001f]*/y;
const UTF16_ESCAPE = /\\u[0-9A-Fa-f]{4}/y;
const DIGITS = /[0-9]*/y;
// RFC 8259 §6, for those who take fractions.
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const MAX_DIGITS = String(Number.MAX_SAFE_INTEGER).length;
const ESCAPES = new Map([
  ['\\"', '"'], ["\\\\", "\\"], ["\\/", "/"], ["\\b", "\b"], ["\\f", "\f"], ["\\n", "\n"],
  ["\\r", "\r"], ["\\t", "\t"],
]);
const WORDS = new Map([["true", true], ["false", false], ["null", null]]);

/**
 * Bytes that are no strict JSON; `line` and `column` count from 1, in code points.
 *
 * The message quotes names of members, never values.
 */
export class JsonError extends Error {
  /** @param {string} problem @param {string} before all the text in front of the problem */
  constructor(problem, before) {
    const line = before.split("\n").length;
    const column = Array.from(before.slice(before.lastIndexOf("\n") + 1)).length + 1;
    super(`line ${line}, column ${column}: ${problem}`);
    this.name = "JsonError";
    this.problem = problem;
    this.line = line;
    this.column = column;
  }
}

/**
 * The value that these bytes spell; throws `JsonError` with the place of the first problem.
 *
 * Spec: CONFIG-10, CONFIG-11, CONFIG-13 to CONFIG-29
 * @param {Uint8Array} data
 * @param {number} [maxDepth]
 * @returns {Json}
 */
export function parse(data, maxDepth = MAX_DEPTH) {
  return new Reader(decode(data), maxDepth, false).document();
}

/**
 * The same for what machines write to each other: a number is the double that it names, and one
 * beyond all doubles is none.
 *
 * Spec: MCPC-6, MCPC-7
 * @param {Uint8Array} data
 * @returns {Json}
 */
export function parseWithFractions(data) {
  return new Reader(decode(data), MAX_DEPTH, true).document();
}

/**
 * The same value with plain objects in the place of Maps, as JSON.stringify needs them.
 *
 * Every name is kept, but those that look like integers move to the front.
 * @param {Json} value
 * @returns {unknown}
 */
export function toPlain(value) {
  if (Array.isArray(value)) return value.map(toPlain);
  if (!(value instanceof Map)) return value;
  return Object.fromEntries(Array.from(value, ([name, member]) => [name, toPlain(member)]));
}

/** @param {Uint8Array} data @returns {string} */
function decode(data) {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  const text = bytes.toString("utf8");
  if (isUtf8(bytes)) return text;
  // What was ill-formed has become U+FFFD, and does not go back to the same bytes.
  const [there, back] = [bytes, Buffer.from(text)];
  const at = back.findIndex((byte, index) => byte !== there[index]);
  throw new JsonError("not UTF-8", new StringDecoder("utf8").write(back.subarray(0, at)));
}

/** A place in a text; each method reads one production from there and moves behind it. */
class Reader {
  #text;
  #maxDepth;
  #takesFractions;
  #at = 0;

  /** @param {string} text @param {number} maxDepth @param {boolean} takesFractions */
  constructor(text, maxDepth, takesFractions) {
    this.#text = text;
    this.#maxDepth = maxDepth;
    this.#takesFractions = takesFractions;
  }

  /** @returns {Json} */
  document() {
    const value = this.#value(1);
    this.#run(WHITE_SPACE);
    if (this.#at < this.#text.length) throw this.#error("expected the end of the text");
    return value;
  }

  /** @param {string} problem @param {number} [at] */
  #error(problem, at = this.#at) {
    return new JsonError(problem, this.#text.slice(0, at));
  }

  /** @param {RegExp} form a sticky one @returns {string} what has this form here, "" if nothing */
  #run(form) {
    form.lastIndex = this.#at;
    const found = form.exec(this.#text)?.[0] ?? "";
    this.#at += found.length;
    return found;
  }

  /** @param {string} mark @returns {boolean} whether it was next, white space aside */
  #take(mark) {
    this.#run(WHITE_SPACE);
    const isNext = this.#text[this.#at] === mark;
    if (isNext) this.#at += 1;
    return isNext;
  }

  /** @param {number} depth @returns {Json} */
  #value(depth) {
    this.#run(WHITE_SPACE);
    const start = this.#at;
    if (this.#take("{")) return this.#object(this.#within(depth, start));
    if (this.#take("[")) return this.#array(this.#within(depth, start));
    if (this.#take('"')) return this.#string();
    if (/^[-0-9]/.test(this.#text[start] ?? "")) {
      return this.#takesFractions ? this.#number() : this.#integer();
    }
    for (const [word, value] of WORDS) {
      if (this.#text.startsWith(word, start)) {
        this.#at += word.length;
        return value;
      }
    }
    throw this.#error("expected a value");
  }

  /** @param {number} depth @param {number} start @returns {number} */
  #within(depth, start) {
    if (depth <= this.#maxDepth) return depth;
    throw this.#error(`nested more than ${this.#maxDepth} deep`, start);
  }

  /** @param {number} depth @returns {Json} */
  #object(depth) {
    /** @type {Map<string, Json>} */
    const members = new Map();
    if (this.#take("}")) return members;
    do {
      const name = this.#name(members);
      if (!this.#take(":")) throw this.#error("expected ':' behind the name");
      members.set(name, this.#value(depth + 1));
    } while (this.#take(","));
    if (this.#take("}")) return members;
    throw this.#error("expected ',' or '}'");
  }

  /**
   * A name that the object does not have yet, compared as text and not as it is spelt.
   * @param {ReadonlyMap<string, Json>} members
   * @returns {string}
   */
  #name(members) {
    this.#run(WHITE_SPACE);
    const start = this.#at;
    if (!this.#take('"')) throw this.#error("expected a name in double quotes");
    const name = this.#string();
    if (!members.has(name)) return name;
    throw this.#error(`the name ${JSON.stringify(name)} stands twice in this object`, start);
  }

  /** @param {number} depth @returns {Json} */
  #array(depth) {
    /** @type {Json[]} */
    const items = [];
    if (this.#take("]")) return items;
    do {
      items.push(this.#value(depth + 1));
    } while (this.#take(","));
    if (this.#take("]")) return items;
    throw this.#error("expected ',' or ']'");
  }

  /** @returns {string} the text up to the closing quote; the opening one is behind us */
  #string() {
    let text = this.#run(PLAIN_TEXT);
    while (this.#text[this.#at] === "\\") text += this.#escape() + this.#run(PLAIN_TEXT);
    if (this.#at === this.#text.length) throw this.#error("the text ends inside a string");
    // Not #take, which would pass over white space: only a control character can be here instead.
    if (this.#text[this.#at] !== '"') throw this.#error("a control character that is not escaped");
    this.#at += 1;
    return text;
  }

  /** @returns {string} */
  #escape() {
    const start = this.#at;
    const letter = ESCAPES.get(this.#text.slice(start, start + 2));
    if (letter !== undefined) {
      this.#at += 2;
      return letter;
    }
    const unit = this.#utf16Unit();
    if (unit === "") throw this.#error("an escape that JSON does not have");
    // A code point beyond the Basic Multilingual Plane is spelt as two escapes, the first of which
    // is no text alone.
    const spelt = unit.isWellFormed() ? unit : unit + this.#utf16Unit();
    if (spelt.isWellFormed()) return spelt;
    throw this.#error("half of a surrogate pair alone", start);
  }

  /** @returns {string} the unit that `\uXXXX` names, "" if no such escape is next */
  #utf16Unit() {
    const escape = this.#run(UTF16_ESCAPE);
    return escape && String.fromCharCode(Number.parseInt(escape.slice(2), 16));
  }

  /** @returns {number} */
  #number() {
    const start = this.#at;
    const spelt = this.#run(NUMBER);
    if (spelt === "") throw this.#error("expected a digit");
    const number = Number(spelt);
    if (!Number.isFinite(number)) throw this.#error("a number beyond all doubles", start);
    // A sum, because the negation of 0 is another zero.
    return number + 0;
  }

  /** @returns {number} */
  #integer() {
    const start = this.#at;
    const isNegative = this.#take("-");
    const digits = this.#run(DIGITS);
    if (digits === "") throw this.#error("expected a digit");
    if (digits.startsWith("0") && digits !== "0") {
      throw this.#error("a number does not begin with a zero", start);
    }
    if (/^[.eE]/.test(this.#text[this.#at] ?? "")) {
      throw this.#error("a fraction or an exponent; only integers are accepted");
    }
    const size = Number(digits);
    if (digits.length > MAX_DIGITS || size > Number.MAX_SAFE_INTEGER) {
      throw this.#error(`an integer beyond ${Number.MAX_SAFE_INTEGER}`, start);
    }
    // Subtracted, because the negation of 0 is another zero.
    return isNegative ? 0 - size : size;
  }
}
