// Matching in time that is linear in the text. V8's own RegExp backtracks: for `(x+x+)+y` its time
// doubles with each character. Here a program's states are followed side by side, in two ways:
//
// - `Scanner` asks whether there can be a match at all, with sets of states that are computed once
//   and remembered (a lazily built deterministic automaton). Places without width count as met.
// - `locate` says where the match is that Perl prefers, with one thread for each state in the order
//   of preference (Pike's machine). It is asked about lines only that the scanner has found.

import { ASSERT, JUMP, MATCH, SPLIT } from "./program.js";

/** @typedef {import("./program.js").Program} Program */
/** @typedef {import("./program.js").Instruction} Instruction */

const MOST_STATES = 2000;
const UNKNOWN = -1;
const DEAD = 0;

/** The sets of states that came up, with where each class of units leads. */
class Scanner {
  #program;
  #anchored;
  /** The closure that an instruction was last part of. */
  #seen;
  #kept;
  #generation = 0;
  /** @type {Uint16Array[]} */
  #states = [];
  /** @type {Map<string, number>} */
  #numbers = new Map();
  /** @type {Uint8Array} */
  accepting = new Uint8Array(MOST_STATES + 1);
  /** @type {Int32Array} */
  next;
  start = 0;

  /**
   * @param {Program} program
   * @param {boolean} anchored whether a match begins at the start of the text only
   */
  constructor(program, anchored) {
    this.#program = program;
    this.#anchored = anchored;
    this.next = new Int32Array(16 * program.classes);
    this.#seen = new Int32Array(program.code.length);
    this.#kept = new Uint16Array(program.code.length);
    this.#forget();
  }

  /** Begin anew; a bound on memory, and seldom needed. */
  #forget() {
    this.#states = [];
    this.#numbers.clear();
    this.next.fill(UNKNOWN);
    this.#number(new Uint16Array());
    this.start = this.#number(this.#closed([0]));
  }

  /** @param {Uint16Array} states sorted @returns {number} */
  #number(states) {
    const key = String.fromCharCode.apply(null, /** @type {any} */ (states));
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const { classes, code } = this.#program;
    const number = this.#states.length;
    this.#states.push(states);
    this.#numbers.set(key, number);
    this.accepting[number] = Number(states.some((at) => code[at]?.op === MATCH));
    if (this.next.length < (number + 1) * classes) {
      const grown = new Int32Array(2 * this.next.length).fill(UNKNOWN);
      grown.set(this.next);
      this.next = grown;
    }
    return number;
  }

  /**
   * Where a set leads with a class of units; remembered in `next`.
   * @param {number} state
   * @param {number} kind
   */
  follow(state, kind) {
    if (this.#states.length >= MOST_STATES) {
      const kept = /** @type {Uint16Array} */ (this.#states[state]);
      this.#forget();
      state = this.#number(kept);
    }
    const { code, classes } = this.#program;
    const reached = this.#anchored ? [] : [0];
    for (const at of /** @type {Uint16Array} */ (this.#states[state])) {
      const { accepts, first } = /** @type {Instruction} */ (code[at]);
      if (accepts[kind] === 1) reached.push(first);
    }
    const found = this.#number(this.#closed(reached));
    this.next[state * classes + kind] = found;
    return found;
  }

  /** @param {number[]} left @returns {Uint16Array} all that is reached without a unit, sorted */
  #closed(left) {
    const { code } = this.#program;
    this.#generation += 1;
    let count = 0;
    for (let at = left.pop(); at !== undefined; at = left.pop()) {
      if (this.#seen[at] === this.#generation) continue;
      this.#seen[at] = this.#generation;
      const { op, first, second } = /** @type {Instruction} */ (code[at]);
      if (op === SPLIT) left.push(second, first);
      else if (op === JUMP || op === ASSERT) left.push(first);
      else this.#kept[count++] = at;
    }
    return this.#kept.slice(0, count).sort();
  }
}

/** Finds what a program matches. */
export class Automaton {
  #program;
  /** @type {Scanner | undefined} */
  #whole;
  /** @type {Scanner | undefined} */
  #inside;

  /** @param {Program} program */
  constructor(program) {
    this.#program = program;
  }

  /**
   * Whether a whole text matches. Not for programs with places without width.
   * @param {string} text
   */
  accepts(text) {
    this.#whole ??= new Scanner(this.#program, true);
    const scanner = this.#whole;
    let state = scanner.start;
    for (let at = 0; at < text.length; at += 1) {
      state = step(scanner, this.#program, state, text.charCodeAt(at));
      if (state === DEAD) return false;
    }
    return scanner.accepting[state] === 1;
  }

  /**
   * The first place from `start` on where a match can end, -1 without one. No match ends before.
   * @param {string} text whose lines end with line feeds
   * @param {number} start
   */
  possible(text, start) {
    this.#inside ??= new Scanner(this.#program, false);
    const scanner = this.#inside;
    const program = this.#program;
    const { ascii, classes } = program;
    const length = text.length;
    let state = scanner.start;
    if (scanner.accepting[state]) return start <= length ? start : -1;
    for (let at = start; at < length; at += 1) {
      const unit = text.charCodeAt(at);
      const kind = unit < 128 ? /** @type {number} */ (ascii[unit]) : program.classOf(unit);
      const known = /** @type {number} */ (scanner.next[state * classes + kind]);
      state = known === UNKNOWN ? scanner.follow(state, kind) : known;
      if (scanner.accepting[state]) return at + 1;
    }
    return -1;
  }

  /**
   * Start and end of the first match in a line from `start` on, null without one.
   * @param {string} line
   * @param {number} start
   * @returns {[number, number] | null}
   */
  locate(line, start) {
    const { code } = this.#program;
    let [current, next] = [new Threads(code.length), new Threads(code.length)];
    /** @type {[number, number] | null} */
    let found = null;
    for (let at = start; ; at += 1) {
      // A match that begins here is second to all that began before.
      if (found === null) this.#spawn(current, 0, at, line, at);
      if (current.count === 0 && found !== null) return found;
      // Behind the end is a class in which nothing is.
      const kind = at < line.length ? this.#program.classOf(line.charCodeAt(at)) : -1;
      for (let index = 0; index < current.count; index += 1) {
        const place = /** @type {number} */ (current.places[index]);
        const began = /** @type {number} */ (current.starts[index]);
        const { op, accepts, first } = /** @type {Instruction} */ (code[place]);
        if (op === MATCH) {
          // What is left has less preference.
          found = [began, at];
          break;
        }
        if (accepts[kind] === 1) this.#spawn(next, first, began, line, at + 1);
      }
      if (kind < 0) return found;
      [current, next] = [next, current];
      next.clear();
    }
  }

  /**
   * Add the thread at a place, or those that it splits into without a unit.
   * @param {Threads} threads
   * @param {number} place
   * @param {number} began
   * @param {string} line
   * @param {number} at
   */
  #spawn(threads, place, began, line, at) {
    const left = [place];
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      if (!threads.enter(next)) continue;
      const { op, first, second, kind } = /** @type {Instruction} */ (
        this.#program.code[next]
      );
      if (op === SPLIT) left.push(second, first);
      else if (op === JUMP) left.push(first);
      else if (op !== ASSERT) threads.add(next, began);
      else if (holds(kind, line, at)) left.push(first);
    }
  }
}

/** Threads in the order of preference, at most one for each instruction. */
class Threads {
  count = 0;
  #generation = 1;

  /** @param {number} size */
  constructor(size) {
    this.places = new Int32Array(size);
    this.starts = new Int32Array(size);
    this.entered = new Int32Array(size);
  }

  clear() {
    this.count = 0;
    this.#generation += 1;
  }

  /** @param {number} place @returns {boolean} false when somebody preferred was here before */
  enter(place) {
    if (this.entered[place] === this.#generation) return false;
    this.entered[place] = this.#generation;
    return true;
  }

  /** @param {number} place @param {number} began */
  add(place, began) {
    this.places[this.count] = place;
    this.starts[this.count] = began;
    this.count += 1;
  }
}

/**
 * @param {Scanner} scanner
 * @param {Program} program
 * @param {number} state
 * @param {number} unit
 */
function step(scanner, program, state, unit) {
  const kind = program.classOf(unit);
  const known = /** @type {number} */ (scanner.next[state * program.classes + kind]);
  return known === UNKNOWN ? scanner.follow(state, kind) : known;
}

/** @param {string | undefined} kind @param {string} line @param {number} at */
function holds(kind, line, at) {
  if (kind === "line-start") return at === 0;
  if (kind === "line-end") return at === line.length;
  return isWord(line.charCodeAt(at - 1)) !== isWord(line.charCodeAt(at));
}

/** @param {number} unit NaN beyond the ends */
function isWord(unit) {
  return (
    (unit >= 0x30 && unit <= 0x39) || (unit >= 0x41 && unit <= 0x5a) ||
    (unit >= 0x61 && unit <= 0x7a) || unit === 0x5f
  );
}
