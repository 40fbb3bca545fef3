// Globs over paths whose segments are parted by `/`, as `.gitignore` and `list` have them.
//
//     glob   = { star | one | set | escape | braces | char }
//     star   = "*"                   any run of characters without "/"
//              "**"                  between slashes or ends of the glob: any number of segments
//     one    = "?"                   one character but "/"
//     set    = "[" [ "!" | "^" ] first { member } "]"    one character but "/"
//     escape = "\" char              that character
//     braces = "{" glob { "," glob } "}"                 one of them; not in .gitignore
//
// A character is a code point, and case counts.

import { Automaton } from "./automaton.js";
import { Program } from "./program.js";
import { character, characters, ranges, repeated, SCALARS, sequence, single, without }
  from "./regex-syntax.js";

/** @typedef {import("./regex-syntax.js").Node} Node */
/** @typedef {import("./regex-syntax.js").Ranges} Ranges */

const LONGEST_GLOB = 1000;
const DEEPEST_BRACE = 10;
/** @type {Ranges} */
const SLASH = [[0x2f, 0x2f]];
const NOT_SLASH = without(SCALARS, SLASH);
/** @type {ReadonlyMap<string, Ranges>} */
const NAMED = new Map(
  /** @type {[string, Ranges][]} */ ([
    ["alnum", [[0x30, 0x39], [0x41, 0x5a], [0x61, 0x7a]]],
    ["alpha", [[0x41, 0x5a], [0x61, 0x7a]]],
    ["blank", [[0x09, 0x09], [0x20, 0x20]]],
    ["cntrl", [[0x00, 0x1f], [0x7f, 0x7f]]],
    ["digit", [[0x30, 0x39]]],
    ["graph", [[0x21, 0x7e]]],
    ["lower", [[0x61, 0x7a]]],
    ["print", [[0x20, 0x7e]]],
    ["punct", [[0x21, 0x2f], [0x3a, 0x40], [0x5b, 0x60], [0x7b, 0x7e]]],
    ["space", [[0x09, 0x0d], [0x20, 0x20]]],
    ["upper", [[0x41, 0x5a]]],
    ["xdigit", [[0x30, 0x39], [0x41, 0x46], [0x61, 0x66]]],
  ]),
);

/** A text that is no glob; the message says why. */
export class GlobError extends Error {}

/**
 * What a glob matches, from the first character to the last; throws `GlobError`.
 *
 * Spec: FS-108 to FS-113
 * @param {string} pattern
 * @param {boolean} braces
 * @returns {Node}
 */
export function globTree(pattern, braces) {
  const chars = [...pattern];
  if (chars.length === 0 || chars.length > LONGEST_GLOB) {
    throw new GlobError(`a glob has 1 to ${LONGEST_GLOB} characters`);
  }
  return new Parser(chars, braces).sequence();
}

/**
 * Whether a glob accepts a relative path: with a `/` in it by the whole path, without by the name.
 *
 * Throws `GlobError`. Spec: FS-107
 * @param {string} pattern
 * @returns {(path: string) => boolean}
 */
export function globFilter(pattern) {
  const accepts = matcher([globTree(pattern.replace(/^\//, ""), true)]);
  if (pattern.includes("/")) return accepts;
  return (path) => accepts(path.slice(path.lastIndexOf("/") + 1));
}

/**
 * Whether one of these trees matches a whole text, in time that is linear in the text.
 * @param {Node[]} choices
 * @returns {(text: string) => boolean}
 */
export function matcher(choices) {
  const automaton = new Automaton(new Program({ kind: "either", choices }));
  return (text) => automaton.accepts(text);
}

/** One pass over the glob. */
class Parser {
  #pattern;
  #braces;
  /** The index of the next character. */
  #at = 0;
  #depth = 0;

  /** @param {readonly string[]} pattern @param {boolean} braces */
  constructor(pattern, braces) {
    this.#pattern = pattern;
    this.#braces = braces;
  }

  /** Everything up to the end, or to what ends a choice within braces. */
  sequence() {
    /** @type {Node[]} */
    const parts = [];
    for (let char = this.#next(); char !== ""; char = this.#next()) {
      if (this.#depth > 0 && (char === "," || char === "}")) return sequence(parts);
      this.#at += 1;
      parts.push(this.#part(char));
    }
    if (this.#depth > 0) throw new GlobError("a { without a }");
    return sequence(parts);
  }

  /** @param {number} [offset] @returns {string} empty at the end */
  #next(offset = 0) {
    return this.#pattern[this.#at + offset] ?? "";
  }

  /** @param {string} char @returns {Node} */
  #part(char) {
    if (char === "*") return this.#stars();
    if (char === "?") return characters(NOT_SLASH);
    if (char === "[") return this.#set();
    if (char === "\\") return character(this.#escaped());
    if (char === "{" && this.#braces) return this.#choices();
    if (char === "}" && this.#braces) throw new GlobError("a } without a {");
    return character(char);
  }

  #escaped() {
    const char = this.#next();
    if (char === "") throw new GlobError("a backslash at the end");
    this.#at += 1;
    return char;
  }

  #stars() {
    const first = this.#at - 1;
    while (this.#next() === "*") this.#at += 1;
    const begins = first === 0 || this.#pattern[first - 1] === "/";
    const next = this.#next();
    if (this.#at - first < 2 || !begins || (next !== "" && next !== "/")) {
      return repeated(characters(NOT_SLASH), 0);
    }
    if (next === "") return repeated(characters(SCALARS), 1);
    // With the slash behind it, so that no folder at all leaves no slash either.
    this.#at += 1;
    return repeated(sequence([repeated(characters(NOT_SLASH), 1), character("/")]), 0);
  }

  /** @returns {Node} */
  #choices() {
    this.#depth += 1;
    if (this.#depth > DEEPEST_BRACE) {
      throw new GlobError(`braces stand more than ${DEEPEST_BRACE} deep`);
    }
    const choices = [this.sequence()];
    while (this.#next() === ",") {
      this.#at += 1;
      choices.push(this.sequence());
    }
    this.#at += 1;
    this.#depth -= 1;
    return { kind: "either", choices };
  }

  #set() {
    const negated = this.#next() === "!" || this.#next() === "^";
    if (negated) this.#at += 1;
    /** @type {(readonly [number, number])[]} */
    const found = [];
    const start = this.#at;
    // A ] that comes first is a member.
    while (this.#at === start || this.#next() !== "]") found.push(...this.#members());
    this.#at += 1;
    const inside = ranges(found);
    return characters(negated ? without(NOT_SLASH, inside) : without(inside, SLASH));
  }

  /** @returns {Ranges} */
  #members() {
    const name = this.#className();
    if (name !== null) {
      const found = NAMED.get(name);
      if (found === undefined) throw new GlobError(`there is no class ${name}`);
      this.#at += name.length + 4;
      return found;
    }
    const [low] = this.#member();
    if (this.#next() !== "-" || this.#next(1) === "]" || this.#next(1) === "") return [[low, low]];
    this.#at += 1;
    // Of bounds the wrong way round git takes the first as a character.
    return [[low, low], [low, this.#member()[0]]];
  }

  /** @returns {string | null} the name in `[:name:]`, if that is what comes */
  #className() {
    if (this.#next() !== "[" || this.#next(1) !== ":") return null;
    const end = this.#pattern.indexOf("]", this.#at + 2);
    if (end <= this.#at + 2 || this.#pattern[end - 1] !== ":") return null;
    return this.#pattern.slice(this.#at + 2, end - 1).join("");
  }

  #member() {
    const char = this.#next();
    if (char === "") throw new GlobError("a [ without a ]");
    this.#at += 1;
    return single(char === "\\" ? this.#escaped() : char);
  }
}
