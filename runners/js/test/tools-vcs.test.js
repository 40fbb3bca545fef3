// vcs against git itself, and what the repository of a vector cannot show.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, renameSync, rmSync,
  symlinkSync, writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";

import { Toolbox } from "../src/tools/toolbox.js";
import { secondsOf } from "../src/tools/vcs/naming.js";

const FOLDER = realpathSync(mkdtempSync(join(tmpdir(), "vcs-")));
after(() => rmSync(FOLDER, { recursive: true, force: true }));

const PATH = process.env["PATH"] ?? "";
const WHO = {
  PATH,
  GIT_AUTHOR_NAME: "A",
  GIT_AUTHOR_EMAIL: "a@example.org",
  GIT_COMMITTER_NAME: "C",
  GIT_COMMITTER_EMAIL: "c@example.org",
};
let number = 0;

/**
 * Git as a person would run it.
 * @param {string} root
 * @param {...string} words
 */
function git(root, ...words) {
  const env = { ...WHO, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1", LC_ALL: "C" };
  const stdio = /** @type {const} */ (["ignore", "pipe", "pipe"]);
  return execFileSync("git", words, { cwd: root, env, stdio: [...stdio] }).toString();
}

/** @param {Record<string, string | Buffer>} [files] @returns {string} */
function repository(files = { "a.txt": "1\n2\n3\n", "b.txt": "b\n" }) {
  number += 1;
  const root = join(FOLDER, String(number));
  mkdirSync(root);
  git(root, "init", "--quiet", "--initial-branch=main");
  for (const [name, content] of Object.entries(files)) writeFileSync(join(root, name), content);
  commitAll(root);
  return root;
}

/** @param {string} root */
function commitAll(root) {
  git(root, "add", "--all");
  git(root, "commit", "--quiet", "--allow-empty", "--message=all");
}

/**
 * @param {string} root
 * @param {string} action
 * @param {Record<string, unknown>} [params]
 * @param {Record<string, string>} [environment]
 * @returns {Promise<any>}
 */
function ask(root, action, params = {}, environment = WHO) {
  return new Toolbox(environment).call(root, "vcs", action, params);
}

/** @param {string} root @param {string} action @param {Record<string, unknown>} [params] */
async function data(root, action, params = {}) {
  const envelope = await ask(root, action, params);
  assert.ok(envelope.ok, JSON.stringify(envelope.error));
  return envelope.data;
}

test("a diff applied elsewhere gives the same files", async () => {
  const contents = [
    "", "a", "a\n", "a\r\nb\n", "é😀\n", "diff --git a/f b/f\n", "* Unmerged path f\n",
    Buffer.from([0, 1, 255]), Buffer.from("caf\xe9\n", "latin1"),
  ];
  for (const before of contents) {
    const files = Object.fromEntries(contents.map((_, index) => [`f ${index}"é`, before]));
    const [first, second] = [repository(files), repository(files)];
    contents.forEach((content, index) => writeFileSync(join(first, `f ${index}"é`), content));
    const { patch, patch_b64: encoded, files: parts } = await data(first, "diff");
    assert.equal(parts.length, git(first, "diff", "--name-only").split("\n").length - 1);
    await data(second, "apply", patch === null ? { patch_b64: encoded } : { patch });
    for (const name of Object.keys(files)) {
      assert.deepEqual(readFileSync(join(second, name)), readFileSync(join(first, name)));
    }
  }
});

test("a log with merges is that of git", async () => {
  const root = repository();
  for (const side of ["one", "two"]) {
    git(root, "checkout", "--quiet", "-b", side);
    writeFileSync(join(root, side), side);
    commitAll(root);
    git(root, "checkout", "--quiet", "main");
    git(root, "merge", "--quiet", "--no-ff", "--message=m", side);
  }
  const { commits } = await data(root, "log");
  const expected = git(root, "log", "--topo-order", "--format=%H").trim().split("\n");
  assert.deepEqual(commits.map((/** @type {any} */ item) => item.commit), expected);
  assert.equal(commits[0].parents.length, 2);
});

test("conflicts are told and stand in the way", async () => {
  const root = repository();
  git(root, "checkout", "--quiet", "-b", "other");
  writeFileSync(join(root, "a.txt"), "1\ntheirs\n3\n");
  commitAll(root);
  git(root, "checkout", "--quiet", "main");
  writeFileSync(join(root, "a.txt"), "1\nours\n3\n");
  commitAll(root);
  assert.throws(() => git(root, "merge", "--quiet", "other"));
  const { files } = await data(root, "status");
  assert.deepEqual([files[0].conflict, files[0].index], [true, "unmerged"]);
  const diff = await data(root, "diff");
  assert.equal(diff.files.length, 1);
  assert.match(diff.files[0].patch, /^\+<<<<<<< HEAD\n ours$/m);
  assert.deepEqual((await data(root, "diff", { staged: true })).files, []);
  const refused = await ask(root, "commit", { message: "x" });
  assert.deepEqual(refused.error.details, { reason: "unmerged" });
  writeFileSync(join(root, "a.txt"), "1\nboth\n3\n");
  git(root, "add", "a.txt");
  const part = await ask(root, "commit", { message: "x", files: [`file://${root}/a.txt`] });
  assert.deepEqual(part.error.details, { reason: "merge" });
  assert.equal((await data(root, "commit", { message: "x" })).parents.length, 2);
});

test("before the first commit there is a branch and no commit", async () => {
  const root = join(FOLDER, "unborn");
  mkdirSync(root);
  git(root, "init", "--quiet", "--initial-branch=main");
  const { branch, commit } = await data(root, "status");
  assert.deepEqual([branch, commit], ["main", null]);
  assert.deepEqual(await data(root, "log"), { commits: [] });
  writeFileSync(join(root, "f"), "x");
  const files = [`file://${root}/f`];
  assert.deepEqual((await data(root, "commit", { message: "x", files })).parents, []);
});

test("nothing that the repository brings along runs, and its settings change nothing", async () => {
  const root = repository();
  const ran = join(FOLDER, "ran");
  const script = join(FOLDER, "script");
  writeFileSync(script, `#!/bin/sh\necho x >> ${ran}\nexit 1\n`);
  chmodSync(script, 0o755);
  mkdirSync(join(root, ".git", "hooks"), { recursive: true });
  for (const hook of ["pre-commit", "commit-msg", "post-checkout", "reference-transaction"]) {
    symlinkSync(script, join(root, ".git", "hooks", hook));
  }
  writeFileSync(join(root, "a.txt"), "1\n2\nIII\n");
  renameSync(join(root, "b.txt"), join(root, "ü.txt"));
  const plain = await data(root, "diff");
  for (const [name, value] of Object.entries({
    "core.fsmonitor": script, "core.pager": script, "diff.external": script,
    "gpg.program": script, "commit.gpgSign": "true", "diff.noprefix": "true",
    "core.quotePath": "true", "diff.context": "0", "color.ui": "always",
    "diff.renames": "false", "core.worktree": FOLDER,
  })) {
    git(root, "config", name, value);
  }
  assert.deepEqual(await data(root, "diff"), plain);
  await data(root, "commit", { message: "x", files: [`file://${root}`] });
  await data(root, "checkout", { ref: "HEAD~1" });
  assert.ok(!existsSync(ran));
});

test("variables of the server do not lead git elsewhere", async () => {
  const root = repository();
  const led = { ...WHO, GIT_DIR: "/none", GIT_WORK_TREE: "/none", GIT_INDEX_FILE: "/none" };
  assert.deepEqual((await ask(root, "status", {}, led)).data.files, []);
});

test("a repository elsewhere is refused", async () => {
  const other = repository();
  const [linked, named] = [join(FOLDER, "linked"), join(FOLDER, "named")];
  mkdirSync(linked);
  mkdirSync(named);
  symlinkSync(join(other, ".git"), join(linked, ".git"));
  writeFileSync(join(named, ".git"), `gitdir: ${other}/.git\n`);
  for (const root of [linked, named]) {
    const { error } = await ask(root, "status");
    assert.deepEqual(error.details, { uri: `file://${root}/.git` });
    assert.equal(error.code, "PERMISSION_DENIED");
  }
});

test("what is missing is said", async () => {
  const root = repository();
  const { error } = await ask(root, "status", {}, { PATH: FOLDER });
  assert.deepEqual([error.code, error.details], ["UNSUPPORTED", { missing: "git" }]);
  writeFileSync(join(root, "a.txt"), "x");
  const params = { message: "x", files: [`file://${root}/a.txt`] };
  const nobody = await ask(root, "commit", params, { PATH });
  assert.deepEqual(nobody.error.details, { missing: "identity" });
});

test("names that are no text are counted", async () => {
  const root = repository();
  const place = Buffer.concat([Buffer.from(`${root}/caf`), Buffer.from([0xe9])]);
  writeFileSync(place, "x");
  const { files, skipped } = await data(root, "status");
  assert.deepEqual([files, skipped], [[], 1]);
});

test("an upstream is told with its distance", async () => {
  const root = repository();
  git(root, "branch", "up");
  git(root, "branch", "--quiet", "--set-upstream-to=up");
  commitAll(root);
  const { upstream, ahead, behind } = await data(root, "status");
  assert.deepEqual([upstream, ahead, behind], ["up", 1, 0]);
});

test("a date is a day that there is", () => {
  assert.equal(secondsOf("2024-02-29T12:34:56Z"), 1_709_210_096);
  for (const date of ["2001-02-29T00:00:00Z", "2001-01-01T24:00:00Z", "1969-12-31T23:59:59Z"]) {
    assert.equal(secondsOf(date), null, date);
  }
});

test("a signal that ends git leaves it no exit code", async () => {
  const root = repository();
  const tools = mkdtempSync(join(FOLDER, "tools-"));
  for (const [end, told] of /** @type {const} */ ([["kill -ABRT $$", null], ["exit 77", 77]])) {
    writeFileSync(join(tools, "git"), `#!/bin/sh\n${end}\n`);
    chmodSync(join(tools, "git"), 0o755);
    const { error } = await ask(root, "status", {}, { ...WHO, PATH: `${tools}:${PATH}` });
    assert.deepEqual([error?.code, error?.details], ["ERROR", { exit_code: told }]);
  }
});
