// What the test programs that `cargo test` builds print.

/** @typedef {import("./index.js").Failure} Failure */
/** @typedef {import("./index.js").Tally} Tally */

// test tests::calm - should panic ... FAILED
const FAILED = /^test (.+?)(?: - should panic)? \.\.\. FAILED$/su;
// test result: FAILED. 1 passed; 3 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.14s
const TOTALS =
  /^test result: [A-Za-z]+\. ([0-9]+) passed; ([0-9]+) failed; ([0-9]+) ignored; ([0-9]+) measured;/u;
// running 5 tests
const RUNNING = /^running ([0-9]+) tests?$/u;
// ---- tests::bad stdout ----
const HEADING = /^---- (.+) stdout ----$/su;
// thread 'tests::bad' (2721) panicked at src/lib.rs:15:9:
// note: test did not panic as expected at src/lib.rs:24:8
// Before Rust 1.73 the words of the panic stood first: panicked at 'no', src/lib.rs:9:5
const PLACE =
  /^.*(?:panicked at|did not panic as expected at) (?:'.*', )?([^\s'].*):([0-9]+):[0-9]+:?$/su;
// src/lib.rs - two (line 1)
const IN_TEXT = /^(.+?) - .*\(line ([0-9]+)\)/su;

/**
 * Reads one test program after the other.
 *
 * Spec: TEST-21, TEST-22
 */
export class CargoOutput {
  /** @type {string[]} */
  #names = [];
  /** @type {Map<string, { path: string, line: number }>} */
  #places = new Map();
  /** @type {string | null} */
  #about = null;
  /**
   * How many tests each program said that it runs, and its last totals that are as many.
   * @type {{ announced: number, totals: { passed: number, failed: number, skipped: number } | null }[]}
   */
  #programs = [];

  /** @param {string} text */
  line(text) {
    const failed = FAILED.exec(text)?.[1];
    const totals = TOTALS.exec(text);
    const heading = HEADING.exec(text)?.[1];
    const running = RUNNING.exec(text)?.[1];
    if (running !== undefined && this.#about === null) {
      this.#programs.push({ announced: Number(running), totals: null });
    } else if (failed !== undefined && this.#about === null) {
      this.#names.push(failed);
      // What an example in the documentation says of lines is not of this file.
      this.#place(failed, IN_TEXT.exec(failed));
    } else if (totals) {
      const [passed = 0, failing = 0, skipped = 0, measured = 0] = totals.slice(1).map(Number);
      const program = this.#programs.at(-1);
      // A test may print such a line, too.
      if (program?.announced === passed + failing + skipped + measured) {
        program.totals = { passed, failed: failing, skipped };
        this.#about = null;
      }
    } else if (heading !== undefined) {
      this.#about = heading;
    } else if (this.#about !== null && !this.#places.has(this.#about)) {
      this.#place(this.#about, PLACE.exec(text));
    }
  }

  /** @returns {Tally} */
  tally() {
    const failures = this.#names.map((name) => ({ name, place: this.#places.get(name) ?? null }));
    const counts = { passed: 0, failed: 0, skipped: 0 };
    for (const { totals } of this.#programs) {
      counts.passed += totals?.passed ?? 0;
      counts.failed += totals?.failed ?? 0;
      counts.skipped += totals?.skipped ?? 0;
    }
    const complete =
      this.#programs.length > 0 && this.#programs.every(({ totals }) => totals !== null);
    return { ...counts, failures, complete };
  }

  /** @param {string} name @param {RegExpExecArray | null} found */
  #place(name, found) {
    const [, path, line] = found ?? [];
    if (path !== undefined) this.#places.set(name, { path, line: Number(line) });
  }
}
