// The folder that tools may touch: what is inside, what is not, and races about it.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import {
  existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, renameSync,
  rmdirSync, rmSync, symlinkSync, writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, test } from "node:test";
import { setTimeout } from "node:timers/promises";

import { ToolError } from "../src/envelope/index.js";
import { Toolbox } from "../src/tools/toolbox.js";
import { Workspace } from "../src/tools/workspace.js";

const ROUNDS = 500;
// In a process of its own, so that it runs while the other is between two system calls.
const SWAP = `
const { mkdirSync, renameSync, symlinkSync, unlinkSync } = require("node:fs");
const [place, target] = process.argv.slice(1);
const [spare, link] = [place + "-spare", place + "-link"];
const attempt = (change) => { try { change(); } catch {} };
for (;;) {
  attempt(() => mkdirSync(spare));
  attempt(() => symlinkSync(target, link));
  attempt(() => renameSync(place, spare));
  attempt(() => renameSync(link, place));
  attempt(() => unlinkSync(place));
  attempt(() => renameSync(spare, place));
}`;

/** @type {string} */
let root;
/** @type {string} */
let inside;
/** @type {string} */
let outside;

beforeEach(() => {
  root = mkdtempSync(join(realpathSync(tmpdir()), "hanzo-workspace-"));
  [inside, outside] = [join(root, "workspace"), join(root, "outside")];
  mkdirSync(inside);
  mkdirSync(join(outside, "e"), { recursive: true });
  writeFileSync(join(outside, "secret.txt"), "secret\n");
  writeFileSync(join(outside, "e", "kept.txt"), "kept\n");
});
afterEach(() => rmSync(root, { recursive: true }));

/** Everything outside, with what would show that somebody touched it. */
function traces() {
  return ["", ...readdirSync(outside, { recursive: true, encoding: "utf8" }).sort()].map((name) => {
    const status = lstatSync(join(outside, name), { bigint: true });
    const content = status.isFile() ? readFileSync(join(outside, name), "utf8") : null;
    return { name, mode: status.mode, changed: status.mtimeNs, content };
  });
}

/**
 * Does something while a folder is in a loop a folder, then a link to somewhere else.
 * @param {string} place
 * @param {() => Promise<void>} action
 */
async function whileSwapping(place, action) {
  const swapper = spawn(process.execPath, ["-e", SWAP, place, outside], { stdio: "ignore" });
  try {
    while (!existsSync(`${place}-spare`)) await setTimeout(1);
    await action();
  } finally {
    const ended = new Promise((resolve) => swapper.once("exit", resolve));
    swapper.kill("SIGKILL");
    await ended;
  }
}

test("an entry keeps the link at its end and no other", () => {
  mkdirSync(join(inside, "d"));
  symlinkSync("d", join(inside, "link"));
  symlinkSync("a", join(inside, "d", "leaf"));
  const workspace = new Workspace(inside);
  assert.equal(workspace.locateEntry(`file://${inside}/link/leaf`), join(inside, "d", "leaf"));
  assert.equal(workspace.locate(`file://${inside}/link/leaf`), join(inside, "d", "a"));
});

test("a link outside that leads in names what is inside", () => {
  symlinkSync(join(inside, "a"), join(outside, "back"));
  assert.equal(new Workspace(inside).locateEntry(`file://${outside}/back`), join(inside, "a"));
});

test("a workspace named through a link has its canonical root", () => {
  symlinkSync("workspace", join(root, "link"));
  const workspace = new Workspace(join(root, "link"));
  assert.equal(workspace.root, inside);
  assert.equal(workspace.locate(`file://${root}/link/a`), join(inside, "a"));
});

for (const name of ["a/", "../", "a/../", "./", "/"]) {
  test(`a path of very many ${name} is located at once`, { timeout: 60_000 }, () => {
    const workspace = new Workspace(root);
    for (const end of ["", "a"]) {
      try {
        workspace.locateEntry(`file://${root}/${name.repeat(300_000)}${end}`);
      } catch (problem) {
        assert.ok(problem instanceof ToolError);
      }
    }
  });
}

test("links are followed behind names that lead back", () => {
  symlinkSync("/", join(root, "outwards"));
  const far = `${"a/".repeat(3000)}${"../".repeat(3000)}`;
  const workspace = new Workspace(root);
  assert.equal(workspace.canonical(`${root}/${far}outwards/x`), null);
  assert.equal(workspace.canonical(`${root}/${far}inwards/x`), `${root}/inwards/x`);
});

test("a violation is reported at the pointer of the parameter", () => {
  assert.throws(
    () => new Workspace(inside).locate("a", "/path"),
    (problem) =>
      problem instanceof ToolError &&
      JSON.stringify(problem.details) ===
        JSON.stringify({ violations: [{ pointer: "/path", rule: "uri" }] }),
  );
});

test("a folder that becomes a link after it was judged is not entered", () => {
  mkdirSync(join(inside, "d"));
  const workspace = new Workspace(inside);
  const located = workspace.locate(`file://${inside}/d/secret.txt`);
  rmdirSync(join(inside, "d"));
  symlinkSync(outside, join(inside, "d"));
  assert.throws(() => workspace.at(located, () => 0), { code: "ELOOP" });
  assert.throws(() => workspace.open(located), { code: "ELOOP" });
});

test("a file that becomes a link after it was judged is not opened", () => {
  const workspace = new Workspace(inside);
  const located = workspace.locate(`file://${inside}/a`);
  symlinkSync(join(outside, "secret.txt"), join(inside, "a"));
  assert.throws(() => workspace.open(located), { code: "ELOOP" });
});

test("a place stays the same when folders are moved meanwhile", () => {
  mkdirSync(join(inside, "d"));
  const workspace = new Workspace(inside);
  workspace.at(join(inside, "d", "new"), (place) => {
    renameSync(join(inside, "d"), join(inside, "moved"));
    symlinkSync(outside, join(inside, "d"));
    writeFileSync(place, "mine");
  });
  assert.deepEqual(readdirSync(join(inside, "moved")), ["new"]);
  assert.deepEqual(readdirSync(outside).sort(), ["e", "secret.txt"]);
});

test("no descriptor stays open", () => {
  mkdirSync(join(inside, "a", "b"), { recursive: true });
  const workspace = new Workspace(inside);
  const before = readdirSync("/proc/self/fd").length;
  for (const name of ["a/b/c", "a/x/y", "."]) {
    try {
      workspace.at(join(inside, name), () => 0);
    } catch (problem) {
      assert.equal(name, "a/x/y", String(problem));
    }
  }
  assert.equal(readdirSync("/proc/self/fd").length, before);
});

/** @type {Record<string, [string, (uri: string) => Record<string, unknown>]>} */
const RACES = {
  write: ["write", (uri) => ({ uri: `${uri}/new`, content: "mine" })],
  mkdir: ["mkdir", (uri) => ({ uri: `${uri}/folder/below` })],
  "rm of a file": ["rm", (uri) => ({ uri: `${uri}/secret.txt`, confirm: true })],
  "rm of a folder": ["rm", (uri) => ({ uri: `${uri}/e`, confirm: true })],
  "rm of the folder": ["rm", (uri) => ({ uri, confirm: true })],
  read: ["read", (uri) => ({ uri: `${uri}/secret.txt` })],
  stat: ["stat", (uri) => ({ uri: `${uri}/secret.txt` })],
};
for (const [name, [action, params]] of Object.entries(RACES)) {
  test(`nothing outside changes or shows during ${name} while a folder is swapped for a link`, async () => {
    const before = traces();
    const place = join(inside, "d");
    const toolbox = new Toolbox({});
    await whileSwapping(place, async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const answer = await toolbox.call(inside, "fs", action, params(`file://${place}`));
        assert.doesNotMatch(JSON.stringify(answer.data), /"text":"secret|"size":7/);
      }
    });
    assert.deepEqual(traces(), before);
  });
}

test("a patch does not follow a link that has taken the place of a folder", async () => {
  const place = join(inside, "d");
  mkdirSync(place);
  writeFileSync(join(place, "secret.txt"), "secret\n");
  const toolbox = new Toolbox({});
  const uri = `file://${place}/secret.txt`;
  const read = await toolbox.call(inside, "fs", "read", { uri });
  const { hash } = /** @type {{ hash: string }} */ (read.data);
  const before = traces();
  const patch = "--- a\n+++ a\n@@ -1 +1 @@\n-secret\n+stolen\n";
  await whileSwapping(place, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const params = { uri, patch, base_hash: hash };
      const { error } = await toolbox.call(inside, "fs", "apply_patch", params);
      const code = error?.code ?? "ok";
      assert.ok(["ok", "PERMISSION_DENIED", "NOT_FOUND", "CONFLICT"].includes(code), code);
    }
  });
  assert.deepEqual(traces(), before);
});
