// What `node --test --test-reporter=tap` prints.

import { DomainError } from "../../../domain-error.js";
import { pathFromUri } from "../../../ids/index.js";

/** @typedef {import("./index.js").Failure} Failure */
/** @typedef {import("./index.js").Tally} Tally */

const INDENT = 4;
// # Subtest: adds
const BEGINNING = /^( *)# Subtest: (.*)$/su;
// not ok 2 - fails
const FAILED = /^( *)not ok [0-9]+ - (.*)$/su;
// TAP 14: a directive follows an unescaped #.
const EXCUSED = /^.*[^\\]# (?:SKIP|TODO)\b/su;
const ESCAPED = /\\([\\#])/gu;
// location: '/project/a.test.js:4:1'
const DETAIL = /^(location|failureType): '(.*)'$/su;
const PLACE = /^(.+):([0-9]+):[0-9]+$/su;
const COUNT = /^# (pass|fail|cancelled|skipped|todo) ([0-9]+)$/u;

/**
 * Reads results that stand below what they belong to, and the counts at the end.
 *
 * Spec: TEST-23, TEST-24
 */
export class NodeOutput {
  /** @type {string[]} */
  #names = [];
  /** @type {Failure[]} */
  #failures = [];
  /** @type {{ failure: Failure, margin: string } | null} */
  #failing = null;
  /** @type {Map<string, number>} */
  #counts = new Map();

  /** @param {string} text */
  line(text) {
    if (this.#failing) {
      this.#inDetails(this.#failing, text);
      return;
    }
    const [, indent = "", beginning] = BEGINNING.exec(text) ?? [];
    if (beginning !== undefined) {
      this.#names = [...this.#names.slice(0, indent.length / INDENT), plain(beginning)];
      return;
    }
    const [, margin = "", result] = FAILED.exec(text) ?? [];
    const [, kind, count] = COUNT.exec(text) ?? [];
    if (result !== undefined && !EXCUSED.test(result)) {
      const names = [...this.#names.slice(0, margin.length / INDENT), plain(result)];
      const failure = { name: names.join(" > "), place: null };
      this.#failing = { failure, margin: `${margin}  ` };
    } else if (kind !== undefined) {
      // A test may print such a line; the last ones are the runner's.
      this.#counts.set(kind, Number(count));
    }
  }

  /** @returns {Tally} */
  tally() {
    /** @param {string} kind */
    const count = (kind) => this.#counts.get(kind) ?? 0;
    return {
      passed: count("pass"),
      failed: count("fail") + count("cancelled"),
      skipped: count("skipped") + count("todo"),
      failures: this.#failures,
      complete: this.#counts.has("pass") && this.#counts.has("fail"),
    };
  }

  /** @param {{ failure: Failure, margin: string }} failing @param {string} text */
  #inDetails({ failure, margin }, text) {
    if (text === `${margin}...`) {
      this.#failures.push(failure);
      this.#failing = null;
      return;
    }
    const own = text.startsWith(margin) ? text.slice(margin.length) : text;
    const [, name, value = ""] = DETAIL.exec(own) ?? [];
    const [, path, line] = name === "location" ? (PLACE.exec(value) ?? []) : [];
    if (path !== undefined) failure.place = { path: pathOf(path), line: Number(line) };
    // It failed because something in it did, which is told by itself.
    if (name === "failureType" && value === "subtestsFailed") this.#failing = null;
  }
}

/** @param {string} name */
const plain = (name) => name.replaceAll(ESCAPED, "$1");

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
