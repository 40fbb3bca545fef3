// The regular expressions that `search_text` takes, read and checked.
//
//     pattern  = sequence { "|" sequence }
//     sequence = { part }
//     part     = "^" | "$" | "\b" | atom [ repeat [ "?" ] ]
//     repeat   = "*" | "+" | "?" | "{" n "}" | "{" n ",}" | "{" n "," m "}"
//     atom     = "." | class | escape | "(" [ "?:" ] pattern ")" | any other character
//     class    = "[" [ "^" ] item { item } "]"
//     item     = escape | char [ "-" char ]
//     escape   = "\" ( d | D | w | W | s | S | t | f | v | xHH | x{H…} | punctuation )
//
// What a backtracking engine and an automaton answer differently is left out, so that every engine
// gives the same matches: look-around, back-references, and repeating what can be empty.

import { characters, nullable, ranges, SCALARS, sequence, single, size, without }
  from "./regex-syntax.js";

/** @typedef {import("./regex-syntax.js").Node} Node */
/** @typedef {import("./regex-syntax.js").Ranges} Ranges */

const LONGEST_PATTERN = 1000;
const LARGEST_SIZE = 1000;
const DEEPEST_GROUP = 50;

// A line has no line ends in it, so no set needs them.
const IN_LINE = without(SCALARS, [[0x0a, 0x0a], [0x0d, 0x0d]]);
/** @type {Ranges} */
const DIGITS = [[0x30, 0x39]];
/** @type {Ranges} */
const WORD = [[0x30, 0x39], [0x41, 0x5a], [0x5f, 0x5f], [0x61, 0x7a]];
/** @type {Ranges} */
const SPACE = [[0x09, 0x09], [0x0b, 0x0c], [0x20, 0x20]];

/** @type {ReadonlyMap<string, Ranges>} */
const CLASSES = new Map([
  ["d", DIGITS], ["w", WORD], ["s", SPACE],
  ["D", without(IN_LINE, DIGITS)], ["W", without(IN_LINE, WORD)], ["S", without(IN_LINE, SPACE)],
]);
const CONTROLS = new Map([["t", 0x09], ["v", 0x0b], ["f", 0x0c]]);
/** @type {ReadonlyMap<string, [number, number | null]>} */
const SIGNS = new Map([["*", [0, null]], ["+", [1, null]], ["?", [0, 1]]]);
const PUNCTUATION = /^[!-/:-@[-`{-~]$/;
const DIGIT = /^[0-9]$/;
const HEXADECIMAL = /^[0-9A-Fa-f]$/;

/** A text that is no pattern; the message says why. */
export class PatternError extends Error {}

/**
 * The tree of a text that is searched for as it stands; throws `PatternError`.
 *
 * Spec: FS-122, FS-123, FS-131
 * @param {string} pattern
 * @param {boolean} ignoreCase
 * @returns {Node}
 */
export function parseLiteral(pattern, ignoreCase) {
  const chars = charactersOf(pattern);
  if (chars.some((char) => char === "\n" || char === "\r")) throw lineEnd();
  return sequence(chars.map((char) => characters(cased([single(char)], ignoreCase))));
}

/**
 * The tree of a regular expression; throws `PatternError`.
 *
 * Spec: FS-123 to FS-134
 * @param {string} pattern
 * @param {boolean} ignoreCase
 * @returns {Node}
 */
export function parseRegex(pattern, ignoreCase) {
  const found = new Parser(charactersOf(pattern), ignoreCase).whole();
  if (size(found) > LARGEST_SIZE) {
    throw new PatternError(`written out, it has more than ${LARGEST_SIZE} characters`);
  }
  return found;
}

/** @param {string} pattern */
function charactersOf(pattern) {
  const found = [...pattern];
  if (found.length === 0) throw new PatternError("it is empty");
  if (found.length > LONGEST_PATTERN) {
    throw new PatternError(`it has more than ${LONGEST_PATTERN} characters`);
  }
  return found;
}

function lineEnd() {
  return new PatternError("a line end is never inside a line");
}

/**
 * With the other case of each ASCII letter, if case is ignored.
 * @param {Ranges} found
 * @param {boolean} ignoreCase
 */
function cased(found, ignoreCase) {
  if (!ignoreCase) return found;
  const both = [...found];
  for (const [low, high] of found) {
    both.push([Math.max(low, 0x41) + 0x20, Math.min(high, 0x5a) + 0x20]);
    both.push([Math.max(low, 0x61) - 0x20, Math.min(high, 0x7a) - 0x20]);
  }
  return ranges(both);
}

/** One pass over the pattern. */
class Parser {
  #pattern;
  #ignoreCase;
  /** The index of the next character. */
  #at = 0;
  #depth = 0;

  /** @param {readonly string[]} pattern @param {boolean} ignoreCase */
  constructor(pattern, ignoreCase) {
    this.#pattern = pattern;
    this.#ignoreCase = ignoreCase;
  }

  whole() {
    const found = this.#choices();
    if (this.#next() !== "") throw new PatternError("a ) without a (");
    return found;
  }

  /** @param {number} [offset] @returns {string} empty at the end */
  #next(offset = 0) {
    return this.#pattern[this.#at + offset] ?? "";
  }

  #take() {
    const found = this.#next();
    if (found === "") throw new PatternError("it ends too early");
    this.#at += 1;
    return found;
  }

  /** @param {string} char */
  #took(char) {
    const found = this.#next() === char;
    if (found) this.#at += 1;
    return found;
  }

  /** @returns {Node} */
  #choices() {
    const choices = [this.#sequence()];
    while (this.#took("|")) choices.push(this.#sequence());
    return { kind: "either", choices };
  }

  #sequence() {
    /** @type {Node[]} */
    const parts = [];
    while (!["", "|", ")"].includes(this.#next())) parts.push(this.#repeated(this.#part()));
    return sequence(parts);
  }

  /** @returns {Node} */
  #part() {
    if (this.#countsFollow()) throw new PatternError("a repetition of nothing");
    const char = this.#take();
    switch (char) {
      case "^": return { kind: "line-start" };
      case "$": return { kind: "line-end" };
      case ".": return characters(IN_LINE);
      case "(": return this.#group();
      case "[": return this.#class();
      case "\\":
        if (this.#took("b")) return { kind: "word-edge" };
        return characters(cased(this.#escape(), this.#ignoreCase));
      case "\n":
      case "\r": throw lineEnd();
      default: return characters(cased([single(char)], this.#ignoreCase));
    }
  }

  #group() {
    if (this.#took("?") && !this.#took(":")) throw new PatternError("a group is (…) or (?:…)");
    this.#depth += 1;
    if (this.#depth > DEEPEST_GROUP) {
      throw new PatternError(`groups stand more than ${DEEPEST_GROUP} deep`);
    }
    const found = this.#choices();
    if (!this.#took(")")) throw new PatternError("a ( without a )");
    this.#depth -= 1;
    return found;
  }

  /** @param {Node} part @returns {Node} */
  #repeated(part) {
    if (!this.#countsFollow()) return part;
    const [least, most] = this.#counts();
    if (nullable(part)) throw new PatternError("a repetition of what can be empty");
    return { kind: "repeated", part, least, most, greedy: !this.#took("?") };
  }

  #countsFollow() {
    const next = this.#next();
    return SIGNS.has(next) || (next === "{" && /^[0-9,]$/.test(this.#next(1)));
  }

  /** @returns {[number, number | null]} */
  #counts() {
    const counts = SIGNS.get(this.#take());
    if (counts !== undefined) return counts;
    const least = this.#count();
    /** @type {number | null} */
    let most = least;
    if (this.#took(",")) most = this.#next() === "}" ? null : this.#count();
    if (!this.#took("}")) throw new PatternError("a { without a }");
    if (most !== null && most < least) {
      throw new PatternError("a repetition whose bounds are the wrong way round");
    }
    return [least, most];
  }

  #count() {
    const digits = this.#takeWhile(DIGIT, 5);
    if (digits === "" || Number(digits) > LARGEST_SIZE) {
      throw new PatternError(`a repetition counts from 0 to ${LARGEST_SIZE}`);
    }
    return Number(digits);
  }

  /** @param {RegExp} kind @param {number} most */
  #takeWhile(kind, most) {
    let found = "";
    while (found.length < most && kind.test(this.#next())) found += this.#take();
    return found;
  }

  /** @returns {Ranges} what a backslash, already taken, stands for with what follows */
  #escape() {
    const char = this.#take();
    const set = CLASSES.get(char);
    if (set !== undefined) return set;
    const code = char === "x" ? this.#hexadecimal() : CONTROLS.get(char);
    if (code !== undefined) return [[code, code]];
    if (!PUNCTUATION.test(char)) throw new PatternError(`\\${char} has no meaning here`);
    return [single(char)];
  }

  #hexadecimal() {
    const braced = this.#took("{");
    const digits = this.#takeWhile(HEXADECIMAL, braced ? 6 : 2);
    const whole = braced ? digits !== "" && this.#took("}") : digits.length === 2;
    const code = Number.parseInt(digits, 16);
    if (!whole || !IN_LINE.some(([low, high]) => low <= code && code <= high)) {
      throw new PatternError("a \\x that names no character of a line");
    }
    return code;
  }

  #class() {
    const negated = this.#took("^");
    if (this.#next() === "]") {
      throw new PatternError("a class that is empty, or a ] without a backslash");
    }
    /** @type {(readonly [number, number])[]} */
    const found = [];
    for (let first = true; !this.#took("]"); first = false) found.push(...this.#item(first));
    const inside = cased(ranges(found), this.#ignoreCase);
    return characters(negated ? without(IN_LINE, inside) : inside);
  }

  /** @param {boolean} first @returns {Ranges} */
  #item(first) {
    if (this.#next() === "-" && !first && this.#next(1) !== "]") throw hyphen();
    const low = this.#member();
    if (this.#next() !== "-" || this.#next(1) === "]") return low;
    this.#at += 1;
    if (this.#next() === "-") throw hyphen();
    const start = only(low);
    const end = only(this.#member());
    if (!(start <= end)) {
      throw new PatternError("a range goes from one character to a later one");
    }
    return [[start, end]];
  }

  /** @returns {Ranges} */
  #member() {
    const char = this.#take();
    if (char === "\\") return this.#escape();
    if (char === "[") throw new PatternError("a [ in a class without a backslash");
    if (char === "\n" || char === "\r") throw lineEnd();
    return [single(char)];
  }
}

/** @param {Ranges} found @returns {number} the one character in it, NaN when there are more */
function only(found) {
  const [low, high] = /** @type {readonly [number, number]} */ (found[0]);
  return found.length === 1 && low === high ? low : NaN;
}

function hyphen() {
  return new PatternError("a - without a backslash that means nothing here");
}
