// The report that pytest writes with `--junit-xml` and `-o junit_family=xunit1`.

import { createRequire } from "node:module";
import { resolve } from "node:path";

/** @typedef {import("./index.js").Failure} Failure */
/** @typedef {import("./index.js").Tally} Tally */
/** @typedef {Readonly<Record<string, string>>} Attributes */
/** @typedef {"passed" | "failed" | "skipped"} Outcome */

// Packages may lie in a folder of NODE_PATH, where only require looks.
const require = createRequire(import.meta.url);
// test_sample.py:9: in test_bad
const PLACE = /^(\S.*?):([0-9]+): in /su;
const FAILED = ["failure", "error"];
/** @returns {Tally} */
const unreadable = () => ({ passed: 0, failed: 0, skipped: 0, failures: [], complete: false });

/**
 * What a report says of the tests of a folder; nothing, if it is none or ends too early.
 *
 * Spec: TEST-18 to TEST-20
 * @param {Uint8Array | null} data
 * @param {string} folder
 * @returns {Tally}
 */
export function readReport(data, folder) {
  if (data === null) return unreadable();
  const reading = new Reading(folder);
  // What few need is read when it is needed.
  const { SaxesParser } = /** @type {typeof import("saxes")} */ (require("saxes"));
  const parser = new SaxesParser();
  // pytest writes no document type, and what it may define is nobody's result.
  parser.on("doctype", () => parser.fail("a document type"));
  parser.on("error", (problem) => {
    throw new Unreadable(problem.message);
  });
  parser.on("opentag", ({ name, attributes }) => reading.start(name, attributes));
  parser.on("closetag", ({ name }) => reading.end(name));
  parser.on("text", (text) => reading.text(text));
  parser.on("cdata", (text) => reading.text(text));
  try {
    parser.write(new TextDecoder("utf-8", { fatal: true }).decode(data)).close();
  } catch (problem) {
    if (problem instanceof Unreadable || problem instanceof TypeError) return unreadable();
    throw problem;
  }
  const tally = reading.tally();
  return tally.complete ? tally : unreadable();
}

class Unreadable extends Error {}

/** One case after the other: what it is, how it went, and what was said of a failure. */
class Reading {
  #folder;
  /** @type {Attributes | null} */
  #case = null;
  /** @type {Outcome} */
  #outcome = "passed";
  #isTelling = false;
  #said = "";
  #counts = { passed: 0, failed: 0, skipped: 0 };
  /** @type {Failure[]} */
  #failures = [];
  #isReport = false;

  /** @param {string} folder */
  constructor(folder) {
    this.#folder = folder;
  }

  /** @param {string} name @param {Attributes} attributes */
  start(name, attributes) {
    if (name === "testsuite") this.#isReport = true;
    if (name === "testcase") {
      [this.#case, this.#outcome, this.#said] = [attributes, "passed", ""];
    } else if (this.#case && FAILED.includes(name)) {
      this.#isTelling = this.#outcome !== "failed";
      this.#outcome = "failed";
    } else if (this.#case && name === "skipped" && this.#outcome === "passed") {
      this.#outcome = "skipped";
    }
  }

  /** @param {string} text */
  text(text) {
    if (this.#isTelling) this.#said += text;
  }

  /** @param {string} name */
  end(name) {
    if (FAILED.includes(name)) this.#isTelling = false;
    if (name !== "testcase" || !this.#case) return;
    this.#counts[this.#outcome] += 1;
    if (this.#outcome === "failed") {
      const place = placeOf(this.#case, this.#said, this.#folder);
      this.#failures.push({ name: nodeId(this.#case), place });
    }
    this.#case = null;
  }

  /** @returns {Tally} */
  tally() {
    return { ...this.#counts, failures: this.#failures, complete: this.#isReport };
  }
}

/**
 * The node's id, put together again: pytest writes the path of its file with full stops.
 *
 * Spec: TEST-19
 * @param {Attributes} attributes
 */
function nodeId({ file = "", classname = "", name = "" }) {
  const dotted = file.replace(/\.py$/u, "").replaceAll("/", ".");
  // What failed is the collection of the file.
  if (classname === "") return name === dotted ? file : name;
  if (classname !== dotted && !classname.startsWith(`${dotted}.`)) return `${classname}::${name}`;
  const groups = classname === dotted ? [] : classname.slice(dotted.length + 1).split(".");
  return [file, ...groups, name].join("::");
}

/**
 * The first line of the traceback in the file of the case, else where the case begins.
 *
 * Spec: TEST-20
 * @param {Attributes} attributes
 * @param {string} said
 * @param {string} folder
 * @returns {Failure["place"]}
 */
function placeOf({ file = "", line = "" }, said, folder) {
  const own = resolve(folder, file);
  for (const text of said.split("\n")) {
    const [, path, number] = PLACE.exec(text) ?? [];
    if (path !== undefined && resolve(folder, path) === own) {
      return { path: file, line: Number(number) };
    }
  }
  return /^[0-9]{1,9}$/u.test(line) ? { path: file, line: Number(line) + 1 } : null;
}
