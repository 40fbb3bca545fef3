// Listing and searching: the automaton against V8's own expressions, ripgrep, and what vectors
// cannot show.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { afterEach, beforeEach, test } from "node:test";
import { Worker } from "node:worker_threads";

import { Automaton } from "../src/tools/fs/automaton.js";
import { globFilter } from "../src/tools/fs/globs.js";
import { Program } from "../src/tools/fs/program.js";
import { parseRegex, PatternError } from "../src/tools/fs/regex-parser.js";
import { regexSearch } from "../src/tools/fs/search-lines.js";
import { Toolbox } from "../src/tools/toolbox.js";
import { Random } from "../testing/random.js";

const CASES = 2000;
const PIECES = [
  "a", "b", "é", "😀", ".", "[ab]", "[^a]", "[^é😀]", "\\.", "a|b", "ab|a", "", "^", "$", "\\b",
];
const QUANTIFIERS = ["", "", "", "*", "+", "?", "*?", "+?", "??", "{2}", "{1,2}", "{0,1}?", "{2,}"];
const CHARACTERS = ["a", "b", "-", ".", "é", "😀"];
const withoutRipgrep = spawnSync("rg", ["--version"]).error ? "ripgrep is not installed" : false;

/** @type {string} */
let root;
/** @type {Toolbox} */
let toolbox;

beforeEach(() => {
  root = mkdtempSync(join(realpathSync(tmpdir()), "hanzo-fs-"));
  toolbox = new Toolbox({});
});
afterEach(() => rmSync(root, { recursive: true }));

/** @param {Record<string, string>} files */
function layOut(files) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

/** @param {string} action @param {Record<string, unknown>} params @returns {Promise<any>} */
async function answer(action, params) {
  const { ok, data, error } = await toolbox.call(root, "fs", action, params);
  assert.ok(ok, JSON.stringify(error));
  return data;
}

/** @param {Random} random */
function pattern(random) {
  const parts = Array.from({ length: 1 + random.below(4) }, () =>
    `(?:${random.pick(PIECES)})${random.pick(QUANTIFIERS)}`,
  );
  return parts.join("");
}

/** @param {Random} random */
const line = (random) =>
  Array.from({ length: random.below(11) }, () => random.pick(CHARACTERS)).join("");

/** @param {string} text @returns {import("../src/tools/fs/regex-syntax.js").Node | null} */
function treeOf(text) {
  try {
    return parseRegex(text, false);
  } catch (problem) {
    if (problem instanceof PatternError) return null;
    throw problem;
  }
}

test("the automaton finds what V8 finds, in expressions where V8 is fast enough", () => {
  const random = new Random(7n);
  let compared = 0;
  while (compared < CASES) {
    const text = pattern(random);
    const tree = treeOf(text);
    if (tree === null) continue;
    compared += 1;
    const subject = line(random);
    const start = [...subject].slice(0, random.below(4)).join("").length;
    const theirs = new RegExp(text, "gu");
    theirs.lastIndex = start;
    const found = theirs.exec(subject);
    const ours = new Automaton(new Program(tree)).locate(subject, start);
    const expected = found && [found.index, found.index + found[0].length];
    assert.deepEqual(ours, expected, `${text} in ${subject} from ${start}`);
  }
});

test("a line in which there is a match is never passed over", () => {
  const random = new Random(8n);
  for (let count = 0; count < CASES; count += 1) {
    const tree = treeOf(pattern(random));
    if (tree === null) continue;
    const lines = Array.from({ length: 4 }, () => line(random));
    const automaton = new Automaton(new Program(tree));
    const expected = lines.flatMap((text, index) => (automaton.locate(text, 0) ? [index] : []));
    const found = [...regexSearch(tree)(Buffer.from(`${lines.join("\n")}\n`))];
    assert.deepEqual([...new Set(found.map((match) => match.line))], expected);
  }
});

test("the places that are found are those of ripgrep", { skip: withoutRipgrep }, async () => {
  const random = new Random(9n);
  for (let count = 0; count < 40; count += 1) {
    const text = pattern(random);
    if (treeOf(text) === null || text.includes("\\b")) continue;
    layOut({ a: Array.from({ length: 5 }, () => line(random)).join("\n") });
    const { matches } = await answer("search_text", { pattern: text, regex: true, limit: 1000 });
    const found = matches.map((/** @type {any} */ { range }) => range.start.line);
    const told = spawnSync("rg", ["--json", "--no-config", "-e", text, "a"], { cwd: root });
    const events = String(told.stdout).split("\n").filter(Boolean).map((line) => JSON.parse(line));
    const expected = events
      .filter(({ type }) => type === "match")
      .map(({ data }) => data.line_number - 1);
    assert.deepEqual([...new Set(found)], expected, text);
  }
});

test("time grows with the text, whatever the expression", () => {
  for (const text of ["(x+x+)+y", "(x|xx)+y", "(?:x{1,30}){1,30}y", ".*.*.*=.*y"]) {
    const search = regexSearch(parseRegex(text, false));
    const begun = performance.now();
    assert.deepEqual([...search(Buffer.from("x".repeat(300_000)))], []);
    assert.ok(performance.now() - begun < 60_000, text);
  }
});

test("an automaton that forgets its states goes on with the right ones", () => {
  const automaton = new Automaton(new Program(parseRegex("a[ab]{14}c", false)));
  const random = new Random(10n);
  const text = Array.from({ length: 60_000 }, () => random.pick(["a", "b"])).join("");
  assert.equal(automaton.possible(text, 0), -1);
  assert.equal(automaton.possible(`${text}abbbbbbbbbbbbbbc`, 0), text.length + 16);
});

test("a glob of many stars takes no long time", () => {
  const accepts = globFilter(`${"*a".repeat(400)}b`);
  const begun = performance.now();
  assert.equal(accepts("a".repeat(20_000)), false);
  assert.ok(performance.now() - begun < 60_000);
});

test("names that are not UTF-8 are left out, and no others", async () => {
  writeFileSync(Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0xff])]), "x");
  layOut({ "\ufffd": "x" });
  const { entries } = await answer("list", { uri: `file://${root}` });
  assert.deepEqual(entries.map((/** @type {any} */ { uri }) => basename(uri)), ["%EF%BF%BD"]);
});

test("no descriptor stays open, however a search ends", async () => {
  layOut({ "a/b/c": "x\nx\n", "a/d": "x" });
  const open = () => readdirSync("/proc/self/fd").length;
  const before = open();
  for (let count = 0; count < 20; count += 1) {
    await answer("search_text", { pattern: "x", limit: 1 });
    await answer("list", { uri: `file://${root}`, depth: 5, limit: 1 });
    await toolbox.call(root, "fs", "search_text", { pattern: "x", path: "none" });
  }
  assert.equal(open(), before);
});

test("a folder that becomes a link leads nowhere", async () => {
  layOut({ "root/a/b/inside": "secret", "root/z": "secret", "outside/b/outside": "secret" });
  const swap = `
    const { renameSync, symlinkSync, unlinkSync } = require("node:fs");
    const { workerData: root } = require("node:worker_threads");
    for (;;) {
      renameSync(root + "/root/a", root + "/kept");
      symlinkSync(root + "/outside", root + "/root/a");
      unlinkSync(root + "/root/a");
      renameSync(root + "/kept", root + "/root/a");
    }`;
  const worker = new Worker(swap, { eval: true, workerData: root });
  const inside = join(root, "root");
  const told = new Set();
  try {
    for (let count = 0; count < 200; count += 1) {
      const found = await toolbox.call(inside, "fs", "search_text", { pattern: "secret" });
      const { matches } = /** @type {any} */ (found.data);
      for (const { uri } of matches) told.add(basename(uri));
    }
  } finally {
    await worker.terminate();
  }
  assert.ok(told.has("z"));
  assert.ok(!told.has("outside"));
});
