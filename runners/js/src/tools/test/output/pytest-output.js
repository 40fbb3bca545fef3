// What pytest prints with `--verbosity=0 --color=no --tb=short -rfE`.

/** @typedef {import("./index.js").Failure} Failure */
/** @typedef {import("./index.js").Tally} Tally */
/** @typedef {"FAILED" | "ERROR"} Kind */

// ===== FAILURES =====
const SECTION = /^=+ (.+) =+$/su;
// ____ TestGroup.test_words[a - b] ____
const HEADING = /^_+ (.+) _+$/su;
// test_sample.py:9: in test_bad
const PLACE = /^(\S.*?):([0-9]+): in /su;
// 3 failed, 2 passed, 1 error in 1.80s
const TOTALS = /^(?:no tests ran|[0-9]+ [a-z]+(?:, [0-9]+ [a-z]+)*) in [0-9.]+s/u;
const COUNT = /([0-9]+) ([a-z]+)/gu;
// FAILED test_sample.py::TestGroup::test_words[a - b] - AssertionError: assert ...
const SUMMARY = /^(FAILED|ERROR) (\S[^[]*?(?:\[.*\])?)(?: - .*)?$/su;
/** @type {ReadonlyMap<string, "passed" | "failed" | "skipped">} */
const MEANINGS = new Map([
  ["passed", "passed"], ["xpassed", "passed"], ["failed", "failed"], ["error", "failed"],
  ["errors", "failed"], ["skipped", "skipped"], ["xfailed", "skipped"],
]);
const SUMMARY_TITLE = "short test summary info";
/** @type {ReadonlyMap<string, Kind>} */
const KINDS = new Map([["FAILURES", "FAILED"], ["ERRORS", "ERROR"]]);

/**
 * Reads sections: what happened where, then the names, then the counts.
 *
 * Spec: TEST-18 to TEST-20
 */
export class PytestOutput {
  #section = "";
  // The section of details that was begun last: a test may print what looks like another one.
  #details = "";
  #open = false;
  /** @type {Record<Kind, Failure["place"][]>} */
  #places = { FAILED: [], ERROR: [] };
  /** @type {Record<Kind, string[]>} */
  #names = { FAILED: [], ERROR: [] };
  #counts = { passed: 0, failed: 0, skipped: 0 };
  #complete = false;

  /** @param {string} text */
  line(text) {
    const title = SECTION.exec(text)?.[1];
    if (title === undefined && this.#details !== "" && HEADING.test(text)) {
      this.#section = this.#details;
    }
    const kind = KINDS.get(this.#section);
    if (title !== undefined) this.#begin(title);
    else if (kind) this.#inDetails(kind, text);
    else if (this.#section === SUMMARY_TITLE) {
      const [, named, name] = SUMMARY.exec(text) ?? [];
      if (name !== undefined) this.#names[named === "ERROR" ? "ERROR" : "FAILED"].push(name);
    }
  }

  /** @returns {Tally} the failed ones first, then those with an error around them */
  tally() {
    /** @param {Kind} kind @returns {Failure[]} */
    const told = (kind) =>
      this.#names[kind].map((name, index) => ({ name, place: this.#places[kind][index] ?? null }));
    const failures = [...told("FAILED"), ...told("ERROR")];
    return { ...this.#counts, failures, complete: this.#complete };
  }

  /** @param {string} title */
  #begin(title) {
    this.#section = title;
    this.#open = false;
    if (KINDS.has(title)) this.#details = title;
    // A test may print all of this; the last ones are the runner's.
    if (title === SUMMARY_TITLE) this.#names = { FAILED: [], ERROR: [] };
    if (!TOTALS.test(title)) return;
    this.#complete = true;
    this.#counts = { passed: 0, failed: 0, skipped: 0 };
    for (const [, count, word = ""] of title.matchAll(COUNT)) {
      const meaning = MEANINGS.get(word);
      if (meaning) this.#counts[meaning] += Number(count);
    }
  }

  /** @param {Kind} kind @param {string} text */
  #inDetails(kind, text) {
    const places = this.#places[kind];
    if (HEADING.test(text)) {
      places.push(null);
      this.#open = true;
    } else if (text.startsWith("-")) {
      // What the test printed follows, and may look like anything.
      this.#open = false;
    } else if (this.#open) {
      const [, path, line] = PLACE.exec(text) ?? [];
      if (path === undefined) return;
      places[places.length - 1] = { path, line: Number(line) };
      this.#open = false;
    }
  }
}
