// What `node --test --test-reporter=tap` prints.

import { DomainError } from "../../../domain-error.js";
import { pathFromUri } from "../../../ids/index.js";

/** @typedef {import("./index.js").Failure} Failure */
/** @typedef {import("./index.js").Tally} Tally */

/**
 * A result that was printed, and what of its details was read by now; these are indented by its
 * margin.
 * @typedef {object} Result
 * @property {number} depth
 * @property {string} margin
 * @property {string} name
 * @property {boolean} hasFailed
 * @property {boolean} isExcused
 * @property {boolean} isOpen
 * @property {Map<string, string>} details
 */

const INDENT = 4;
// not ok 2 - fails
const RESULT = /^( *)(not )?ok [0-9]+ - (.*)$/su;
// 1..4
const PLAN = /^1\.\.([0-9]+)$/u;
// TAP 14: a directive follows an unescaped #, and a name has it escaped.
const EXCUSED = /^(.*?) # (?:SKIP|TODO)(?: .*)?$/su;
const ESCAPED = /\\([\\#])/gu;
// location: '/project/a.test.js:4:1'
const DETAIL = /^(location|failureType|type): '(.*)'$/su;
const PLACE = /^(.+):([0-9]+):[0-9]+$/su;

/**
 * Reads results, each of which stands below those that belong to it, with its details.
 *
 * What tests print and say stands in comments, as node's own counts do; none of them is read.
 *
 * Spec: TEST-23, TEST-24
 */
export class NodeOutput {
  /**
   * Failures with their depth, named with what they belong to as far as it has ended.
   * @type {(Failure & { depth: number })[]}
   */
  #failures = [];
  /** @type {Result | null} */
  #result = null;
  #counts = { passed: 0, failed: 0, skipped: 0 };
  #outermost = 0;
  /** @type {number | null} */
  #planned = null;

  /** @param {string} text */
  line(text) {
    if (this.#result && this.#isDetail(this.#result, text)) return;
    const [whole, indent = "", not, told = ""] = RESULT.exec(text) ?? [];
    const planned = PLAN.exec(text)?.[1];
    if (whole !== undefined) {
      const excused = EXCUSED.exec(told)?.[1];
      this.#result = {
        depth: Math.floor(indent.length / INDENT),
        margin: `${indent}  `,
        name: (excused ?? told).replaceAll(ESCAPED, "$1"),
        hasFailed: not !== undefined,
        isExcused: excused !== undefined,
        isOpen: false,
        details: new Map(),
      };
    } else if (planned !== undefined) {
      this.#planned = Number(planned);
    }
  }

  /** @returns {Tally} */
  tally() {
    this.#finish();
    return {
      ...this.#counts,
      failures: this.#failures.map(({ name, place }) => ({ name, place })),
      complete: this.#planned === this.#outermost,
    };
  }

  /**
   * Whether the line is one of the result's details, which begin and end with marks.
   * @param {Result} result
   * @param {string} text
   */
  #isDetail(result, text) {
    if (!result.isOpen) {
      result.isOpen = text === `${result.margin}---`;
      if (!result.isOpen) this.#finish();
      return result.isOpen;
    }
    if (text === `${result.margin}...`) this.#finish();
    const own = text.startsWith(result.margin) ? text.slice(result.margin.length) : text;
    const [, name, value = ""] = DETAIL.exec(own) ?? [];
    if (name !== undefined) result.details.set(name, value);
    return true;
  }

  #finish() {
    const result = this.#result;
    this.#result = null;
    if (!result) return;
    const { depth, name, details, hasFailed, isExcused } = result;
    if (depth === 0) this.#outermost += 1;
    // What ended before it and stands further in belongs to it.
    for (let index = this.#failures.length - 1; index >= 0; index -= 1) {
      const failure = this.#failures[index];
      if (!failure || failure.depth <= depth) break;
      failure.depth = depth;
      failure.name = `${name} > ${failure.name}`;
    }
    if (details.get("type") !== "suite") {
      this.#counts[isExcused ? "skipped" : hasFailed ? "failed" : "passed"] += 1;
    }
    // What failed because something in it did is told by that.
    if (!hasFailed || isExcused || details.get("failureType") === "subtestsFailed") return;
    const [, path, line] = PLACE.exec(details.get("location") ?? "") ?? [];
    const place = path === undefined ? null : { path: pathOf(path), line: Number(line) };
    this.#failures.push({ depth, name, place });
  }
}

/** @param {string} place @returns {string} */
function pathOf(place) {
  if (!place.startsWith("file:")) return place;
  try {
    return pathFromUri(place);
  } catch (problem) {
    if (!(problem instanceof DomainError)) throw problem;
    return place;
  }
}
