// Files: patches against git and GNU patch, and what vectors cannot show.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, test } from "node:test";

import { unified } from "../src/tools/fs/differences.js";
import { patched } from "../src/tools/fs/patching.js";
import { SeenContents } from "../src/tools/fs/seen.js";
import { parse } from "../src/tools/fs/unified.js";
import { Toolbox } from "../src/tools/toolbox.js";
import { Random } from "../testing/random.js";

const CASES = 150;
const MIB = 1024 * 1024;
const LINES = ["a", "b", "c", "", " a", "a ", "-a", "+a", "a\r", "\\ a", "@@"];
const NO_NEWLINE = "\\ No newline at end of file";
const PATCH = "--- a\n+++ a\n@@ -1 +1 @@\n-a\n+b\n";
const environment = {
  PATH: process.env["PATH"], LC_ALL: "C", HOME: "/nonexistent", GIT_CONFIG_NOSYSTEM: "1",
  GIT_CEILING_DIRECTORIES: "/",
};
/** @param {string} program */
const without = (program) =>
  spawnSync(program, ["--version"]).error ? `${program} is not installed` : false;

/** @type {string} */
let root;
/** @type {Toolbox} */
let toolbox;

beforeEach(() => {
  root = mkdtempSync(join(realpathSync(tmpdir()), "hanzo-fs-"));
  toolbox = new Toolbox({});
});
afterEach(() => rmSync(root, { recursive: true }));

/** @param {string} action @param {Record<string, unknown>} params */
const call = (action, params) => toolbox.call(root, "fs", action, params);

/** @param {string} uri @returns {Promise<string>} */
async function hashOf(uri) {
  const { data } = await call("stat", { uri });
  return /** @type {{ hash: string }} */ (data).hash;
}

/** @param {Random} random */
function content(random) {
  const text = random.some(LINES, 12).map((line) => `${line}\n`).join("");
  return random.below(2) ? text : text.replace(/\n$/, "");
}

/** @param {Random} random @param {string} text one to three lines are added or removed */
function edited(random, text) {
  const rows = text.split("\n");
  for (let left = 1 + random.below(3); left > 0; left -= 1) {
    const at = random.below(rows.length);
    if (random.below(2) || rows.length === 1) rows.splice(at, 0, random.pick(["a", "b", ""]));
    else rows.splice(at, 1);
  }
  return rows.join("\n");
}

/** @param {Random} random @param {string} patch one to three small changes are made */
function damaged(random, patch) {
  const rows = patch.split("\n");
  for (let left = 1 + random.below(3); left > 0 && rows.length > 3; left -= 1) {
    const at = 2 + random.below(rows.length - 2);
    const row = rows[at] ?? "";
    const changes = [
      () => row.replace(/\d/, String(random.below(10))),
      () => random.pick([" ", "-", "+", NO_NEWLINE]) + row.slice(1),
      () => `${row}\n${NO_NEWLINE}`,
      () => `${row}\n${random.pick(rows.slice(2))}`,
      () => row.trimEnd(),
    ];
    rows.splice(at, 1, ...random.pick(changes)().split("\n"));
  }
  return rows.join("\n");
}

/** @param {string} before @param {string} after */
const patchOf = (before, after) =>
  unified(Buffer.from(before), Buffer.from(after), "a", "b").toString();

/** @param {string} before @param {string} patch @returns {string | null} null when refused */
function applied(before, patch) {
  try {
    return patched(Buffer.from(before), parse(patch)).toString();
  } catch {
    return null;
  }
}

/** @param {string} before @param {string} patch @returns {string | null} null when refused */
function gitApplied(before, patch) {
  writeFileSync(join(root, "file"), before);
  // Named in git's way, so that a file which ends up empty is not taken for a deleted one.
  const body = patch.split("\n").slice(2).join("\n");
  const input = `diff --git a/file b/file\n--- a/file\n+++ b/file\n${body}`;
  const arguments_ = ["apply", "--unidiff-zero", "--whitespace=nowarn", "-"];
  const done = spawnSync("git", arguments_, { input, cwd: root, env: environment });
  return done.status === 0 ? readFileSync(join(root, "file"), "utf8") : null;
}

/** @param {string} before @param {string} patch @returns {string | null} null when refused */
function patchApplied(before, patch) {
  writeFileSync(join(root, "file"), before);
  const arguments_ = ["-F0", "--binary", "-s", "-N", "-r", "-", "-o", "out", "file"];
  const done = spawnSync("patch", arguments_, { input: patch, cwd: root, env: environment });
  return done.status === 0 ? readFileSync(join(root, "out"), "utf8") : null;
}

test("git applies our diffs to the same bytes", { skip: without("git") }, () => {
  const random = new Random(1n);
  for (let left = CASES; left > 0; left -= 1) {
    const [before, after] = [content(random), content(random)];
    const patch = patchOf(before, after);
    assert.equal(patch === "", before === after);
    if (patch === "") continue;
    assert.equal(applied(before, patch), after);
    assert.equal(gitApplied(before, patch), after, patch);
  }
});

for (const [program, apply] of /** @type {const} */ ([["git", gitApplied], ["patch", patchApplied]])) {
  test(`whatever we apply, ${program} applies to the same bytes`, { skip: without(program) }, () => {
    const random = new Random(2n);
    for (let left = CASES; left > 0; ) {
      const before = content(random);
      const patch = patchOf(before, edited(random, before));
      const tried = patch && damaged(random, patch);
      const ours = tried ? applied(before, tried) : null;
      if (ours === null) continue;
      left -= 1;
      const theirs = apply(before, tried);
      // GNU patch takes a last line of context that has lost its space for the hunk's end.
      if (program === "patch" && theirs === null && tried.endsWith("\n\n")) continue;
      assert.equal(theirs, ours, JSON.stringify([before, tried]));
    }
  });
}

test("a file of ten megabytes is patched in two places", async () => {
  const row = `${"x".repeat(49)}\n`;
  writeFileSync(join(root, "big"), `${row.repeat(200_000)}last\n`);
  const uri = `file://${root}/big`;
  const base_hash = await hashOf(uri);
  const patch = "--- a\n+++ b\n@@ -1,0 +2 @@\n+y\n@@ -200001 +200002 @@\n-last\n+end\n";
  const answer = await call("apply_patch", { uri, patch, base_hash });
  assert.equal(answer.ok, true);
  const left = readFileSync(join(root, "big"), "utf8");
  assert.ok(left === `${row}y\n${row.repeat(199_999)}end\n`);
});

test("a pipe is told of and not waited for", async () => {
  execFileSync("mkfifo", [join(root, "pipe")]);
  const uri = `file://${root}/pipe`;
  const { data } = await call("stat", { uri });
  const { type, size } = /** @type {{ type: string, size: null }} */ (data);
  assert.deepEqual([type, size], ["other", null]);
  const base_hash = `sha256:${"0".repeat(64)}`;
  for (const [action, params] of Object.entries({ read: {}, apply_patch: { patch: "", base_hash } })) {
    const { error } = await call(action, { uri, ...params });
    assert.equal(error?.code, "UNSUPPORTED");
    assert.deepEqual(error?.details, { uri, type: "other" });
  }
  assert.equal((await call("rm", { uri, confirm: true })).ok, true);
});

test("a large file is measured in little memory", async () => {
  writeFileSync(join(root, "big"), "");
  truncateSync(join(root, "big"), 512 * MIB);
  const before = process.memoryUsage().rss;
  const { data } = await call("stat", { uri: `file://${root}/big` });
  assert.equal(/** @type {{ size: number }} */ (data).size, 512 * MIB);
  assert.ok(process.memoryUsage().rss - before < 64 * MIB);
});

for (const mode of [0o600, 0o640, 0o755, 0o4755, 0o444]) {
  test(`a patch keeps mode ${mode.toString(8)}, and leaves nothing beside the file`, async () => {
    const file = join(root, "a");
    writeFileSync(file, "a\n");
    chmodSync(file, mode);
    const uri = `file://${file}`;
    const answer = await call("apply_patch", { uri, patch: PATCH, base_hash: await hashOf(uri) });
    assert.equal(answer.ok, true);
    assert.equal(statSync(file).mode & 0o7777, mode);
    assert.deepEqual(readdirSync(root), ["a"]);
  });
}

test("a folder is removed with names that are not UTF-8", async () => {
  execFileSync("mkdir", [join(root, "d")]);
  writeFileSync(Buffer.concat([Buffer.from(`${root}/d/`), Buffer.from([0xff, 0xfe])]), "");
  const answer = await call("rm", { uri: `file://${root}/d`, confirm: true });
  assert.equal(answer.ok, true);
  assert.deepEqual(readdirSync(root), []);
});

test("contents are forgotten in the order in which they were named", () => {
  const seen = new SeenContents();
  const quarter = (/** @type {number} */ byte) => Buffer.alloc(16 * MIB, byte);
  const names = [0, 1, 2, 3].map((byte) => seen.remember(quarter(byte)));
  seen.remember(quarter(0));
  seen.remember(Buffer.from("one more"));
  assert.deepEqual(names.map((name) => seen.find(name) !== undefined), [true, false, true, true]);
});
