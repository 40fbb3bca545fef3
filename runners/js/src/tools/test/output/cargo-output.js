// What the test programs that `cargo test` builds print.
//
// The stable library for tests has no other form than this text, and tests print into it. So only
// the lines count that its documentation shows, where it puts them: `running`, and `test result`
// after an empty line, with numbers that add up and, where there are failures, after the list of
// their names.

/** @typedef {import("./index.js").Failure} Failure */
/** @typedef {import("./index.js").Tally} Tally */
/** @typedef {{ path: string, line: number }} Place */

/**
 * What a program said at its end.
 * @typedef {{ passed: number, failed: number, skipped: number, failures: Failure[] }} Totals
 */

// running 5 tests
const RUNNING = /^running ([0-9]{1,9}) tests?$/u;
// test result: FAILED. 1 passed; 3 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.14s
const TOTALS =
  /^test result: (ok|FAILED)\. ([0-9]{1,9}) passed; ([0-9]{1,9}) failed; ([0-9]{1,9}) ignored; ([0-9]{1,9}) measured; [0-9]+ filtered out(?:; finished in [0-9.]+s)?$/u;
// ---- tests::bad stdout ----
const HEADING = /^---- (.+) stdout ----$/su;
// The names of what has failed stand under this line, each indented.
const LIST = "failures:";
const INDENT = "    ";
// thread 'tests::bad' (2721) panicked at src/lib.rs:15:9:
// note: test did not panic as expected at src/lib.rs:24:8
// Before Rust 1.73 the words of the panic stood first: panicked at 'no', src/lib.rs:9:5
const PLACE =
  /^.*(?:panicked at|did not panic as expected at) (?:'.*', )?([^\s'].*):([0-9]{1,9}):[0-9]+:?$/su;
// src/lib.rs - two (line 1)
const IN_TEXT = /^(.+?) - .*\(line ([0-9]{1,9})\)/su;

/**
 * Reads one test program after the other.
 *
 * Spec: TEST-21, TEST-22
 */
export class CargoOutput {
  /**
   * How many tests each program said that it runs, and what it said at its end. One that has not
   * ended holds what seems to have begun after it: tests may print all of this.
   * @type {{ announced: number, totals: Totals | null }[]}
   */
  #programs = [];
  /** @type {Map<string, Place>} */
  #places = new Map();
  /** @type {string | null} */
  #about = null;
  /** @type {string[] | null} */
  #listed = null;
  #isAfterEmpty = false;

  /** @param {string} text */
  line(text) {
    const running = RUNNING.exec(text)?.[1];
    const totals = this.#isAfterEmpty ? TOTALS.exec(text) : null;
    const heading = HEADING.exec(text)?.[1];
    if (running !== undefined) {
      this.#programs.push({ announced: Number(running), totals: null });
    } else if (totals) {
      this.#end(totals[1] === "ok", totals.slice(2).map(Number));
    } else if (heading !== undefined) {
      this.#about = heading;
    } else if (this.#about !== null && !this.#places.has(this.#about)) {
      const place = placeIn(PLACE.exec(text));
      if (place) this.#places.set(this.#about, place);
    }
    this.#list(text);
    this.#isAfterEmpty = text === "";
  }

  /** @returns {Tally} */
  tally() {
    const counts = { passed: 0, failed: 0, skipped: 0 };
    const failures = [];
    for (const { totals } of this.#programs) {
      counts.passed += totals?.passed ?? 0;
      counts.failed += totals?.failed ?? 0;
      counts.skipped += totals?.skipped ?? 0;
      failures.push(...(totals?.failures ?? []));
    }
    const complete =
      this.#programs.length > 0 && this.#programs.every(({ totals }) => totals !== null);
    return { ...counts, failures, complete };
  }

  /**
   * Keep the names of the last list of failures, which an empty line ends.
   * @param {string} text
   */
  #list(text) {
    if (text === LIST && this.#isAfterEmpty) this.#listed = [];
    else if (this.#listed && text.startsWith(INDENT) && !this.#isAfterEmpty) {
      this.#listed.push(text.slice(INDENT.length));
    } else if (text !== "") this.#listed = null;
  }

  /** @param {boolean} isOk @param {number[]} counts */
  #end(isOk, [passed = 0, failed = 0, skipped = 0, measured = 0]) {
    const names = this.#listed ?? [];
    if (isOk !== (failed === 0) || names.length !== failed) return;
    const index = this.#ended(passed + failed + skipped + measured);
    const ended = this.#programs[index];
    if (!ended) return;
    // What began within it was printed by a test.
    this.#programs.length = index + 1;
    const failures = names.map((name) => ({
      name,
      // What an example in the documentation says of lines is not of this file.
      place: placeIn(IN_TEXT.exec(name)) ?? this.#places.get(name) ?? null,
    }));
    ended.totals = { passed, failed, skipped, failures };
    this.#places.clear();
    this.#about = null;
  }

  /** @param {number} count @returns {number} the last program of so many tests that may end now */
  #ended(count) {
    const open = this.#programs.findIndex(({ totals }) => totals === null);
    const first = open < 0 ? this.#programs.length - 1 : open;
    const found = this.#programs.findLastIndex(({ announced }) => announced === count);
    return found < first ? -1 : found;
  }
}

/** @param {RegExpExecArray | null} found @returns {Place | null} */
function placeIn(found) {
  const [, path, line] = found ?? [];
  return path === undefined ? null : { path, line: Number(line) };
}
