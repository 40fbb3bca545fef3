// vcs in repositories that lead out of the workspace, or that run what they bring along.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import {
  chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync,
  renameSync, rmSync, symlinkSync, writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";

import { Toolbox } from "../src/tools/toolbox.js";
import { patchNames } from "../src/tools/vcs/patch-names.js";

const FOLDER = realpathSync(mkdtempSync(join(tmpdir(), "vcs-")));
after(() => rmSync(FOLDER, { recursive: true, force: true }));

const WHO = {
  PATH: process.env["PATH"] ?? "",
  GIT_AUTHOR_NAME: "A",
  GIT_AUTHOR_EMAIL: "a@example.org",
  GIT_COMMITTER_NAME: "C",
  GIT_COMMITTER_EMAIL: "c@example.org",
};
let number = 0;

/** @param {string} root @param {...string} words */
function git(root, ...words) {
  const env = { ...WHO, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" };
  return String(execFileSync("git", words, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] }));
}

/** @returns {string} */
function repository() {
  number += 1;
  const root = join(FOLDER, String(number), "root");
  mkdirSync(root, { recursive: true });
  git(root, "init", "--quiet", "--initial-branch=main");
  writeFileSync(join(root, "a.txt"), "1\n2\n3\n");
  git(root, "add", "--all");
  git(root, "commit", "--quiet", "--message=all");
  return root;
}

/**
 * @param {string} root
 * @param {string} action
 * @param {Record<string, unknown>} [params]
 * @returns {Promise<any>}
 */
function ask(root, action, params = {}) {
  return new Toolbox(WHO).call(root, "vcs", action, params);
}

/** @param {string} root @param {string} place that leads out */
async function denied(root, place) {
  const patch = "--- /dev/null\n+++ b/new\n@@ -0,0 +1 @@\n+x\n";
  const commit = { message: "x", files: [`file://${root}`] };
  for (const [action, params] of /** @type {const} */ ([
    ["status", {}], ["diff", {}], ["log", {}], ["checkout", { ref: "main" }],
    ["branch", { op: "create", name: "x" }], ["commit", commit], ["apply", { patch }],
  ])) {
    const { error } = await ask(root, action, params);
    assert.deepEqual([error?.code, error?.details.uri], [
      "PERMISSION_DENIED", `file://${root}/${place}`,
    ], action);
  }
  assert.ok(!existsSync(join(root, "new")));
}

test("a link in the repository that leads out is refused", async () => {
  for (const name of ["objects", "refs", "logs", "index", "COMMIT_EDITMSG", "refs/heads/main"]) {
    const root = repository();
    const place = join(root, ".git", name);
    const away = join(dirname(root), "away");
    if (existsSync(place)) renameSync(place, away);
    symlinkSync(away, place);
    await denied(root, `.git/${name}`);
  }
});

test("objects of others are taken from inside alone", async () => {
  const root = repository();
  const other = join(dirname(root), "other");
  cpSync(join(root, ".git"), other, { recursive: true });
  const alternates = join(root, ".git/objects/info/alternates");
  for (const named of [`${other}/objects`, "../../../other/objects"]) {
    writeFileSync(alternates, `# a comment\n${named}\n`);
    await denied(root, ".git/objects/info/alternates");
  }
  renameSync(other, join(root, "other"));
  writeFileSync(alternates, "../../other/objects\n");
  assert.ok((await ask(root, "log")).ok);
  symlinkSync("/etc", join(root, "other/objects/out"));
  await denied(root, "other/objects/out");
});

test("settings of others are not included", async () => {
  const root = repository();
  const config = join(root, ".git/config");
  const whole = readFileSync(config);
  for (const section of ["include", 'includeIf "gitdir:/"']) {
    for (const path of ["../../away", "~/away", "/etc/gitconfig"]) {
      writeFileSync(config, `${whole}[${section}]\n\tpath = ${path}\n`);
      await denied(root, ".git/config");
    }
  }
  writeFileSync(config, `${whole}[include]\n\tpath = ../settings\n`);
  writeFileSync(join(root, "settings"), "[INCLUDE]\n path = /etc/gitconfig\n");
  await denied(root, "settings");
});

test("who only looks runs no filter", async () => {
  const root = repository();
  const [ran, script] = [join(dirname(root), "ran"), join(dirname(root), "script")];
  writeFileSync(script, `#!/bin/sh\necho ran >> ${ran}\ncat\n`);
  chmodSync(script, 0o755);
  git(root, "config", "filter.a=b.clean", script);
  git(root, "config", "filter.a=b.required", "true");
  writeFileSync(join(root, ".gitattributes"), "a.txt filter=a=b\n");
  writeFileSync(join(root, "a.txt"), "1\n2\nIII\n");
  assert.ok((await ask(root, "status")).ok);
  assert.match((await ask(root, "diff")).data.patch, /\+III/);
  assert.ok(!existsSync(ran));
  assert.ok((await ask(root, "commit", { message: "x", files: [`file://${root}`] })).ok);
  assert.ok(existsSync(ran));
});

test("pipes keep nobody waiting", async () => {
  const root = repository();
  execFileSync("mkfifo", [join(root, ".gitignore")]);
  const { error } = await ask(root, "status");
  assert.deepEqual([error.code, error.details], [
    "UNSUPPORTED", { uri: `file://${root}/.gitignore` },
  ]);
  rmSync(join(root, ".gitignore"));
  execFileSync("mkfifo", [join(root, ".git/FETCH_HEAD")]);
  await denied(root, ".git/FETCH_HEAD");
});

test("a tag with the name of the branch changes no name", async () => {
  const root = repository();
  git(root, "tag", "main");
  const { error } = await ask(root, "branch", { op: "delete", name: "main" });
  assert.deepEqual([error.code, error.details], ["CONFLICT", { reason: "current" }]);
  assert.equal((await ask(root, "checkout", { ref: "main" })).data.previous_branch, "main");
});

test("a commit that fails leaves what was staged", async () => {
  const root = repository();
  writeFileSync(join(root, "a.txt"), "staged\n");
  git(root, "add", "a.txt");
  git(root, "config", "filter.x.clean", "false");
  git(root, "config", "filter.x.required", "true");
  writeFileSync(join(root, ".gitattributes"), "a.txt filter=x\n");
  writeFileSync(join(root, "a.txt"), "later\n");
  const { error } = await ask(root, "commit", { message: "x", files: [`file://${root}/a.txt`] });
  assert.equal(error.code, "ERROR");
  assert.equal(git(root, "show", ":a.txt"), "staged\n");
  assert.deepEqual(readdirSync(join(root, ".git")).filter((name) => name.includes(".lock")), []);
});

test("a missing file of an order is no matter", async () => {
  const root = repository();
  git(root, "config", "diff.orderFile", "missing");
  git(root, "config", "core.excludesFile", "~/none");
  writeFileSync(join(root, "a.txt"), "x\n");
  for (const action of ["status", "diff", "log"]) assert.ok((await ask(root, action)).ok);
  assert.ok((await ask(root, "commit", { message: "x", files: [`file://${root}/a.txt`] })).ok);
});

/**
 * Whether a process runs; one that is dead and that nobody has waited for does not.
 * @param {string} pid
 */
function isAlive(pid) {
  try {
    return !/\) [ZX] /.test(String(readFileSync(`/proc/${pid}/stat`)));
  } catch {
    return false;
  }
}

test("git ends with who asked", { timeout: 60_000 }, async () => {
  const root = repository();
  const tools = join(dirname(root), "tools");
  const pid = join(dirname(root), "pid");
  mkdirSync(tools);
  // Its input ends when it is guarded.
  const script = `#!/bin/sh\ncat >/dev/null; sleep 300 & echo $! > ${pid}; wait\n`;
  writeFileSync(join(tools, "git"), script);
  chmodSync(join(tools, "git"), 0o755);
  const module = new URL("../src/tools/toolbox.js", import.meta.url);
  const program = `import { Toolbox } from "${module}";
    await new Toolbox({ PATH: "${tools}:${WHO.PATH}" }).call("${root}", "vcs", "status", {});`;
  const words = ["--input-type=module", "--eval", program];
  const asking = spawn(process.execPath, words, { stdio: "ignore" });
  const pause = () => new Promise((resolve) => setTimeout(resolve, 20));
  while (!existsSync(pid) || !/\d\n/.test(String(readFileSync(pid)))) await pause();
  asking.kill("SIGKILL");
  while (isAlive(String(readFileSync(pid)).trim())) await pause();
});

test("the names of a line of spaces are read at once", { timeout: 60_000 }, () => {
  const line = Buffer.from(`diff --git ${" a/b".repeat(200_000)}`);
  assert.equal([...patchNames(line)].length, 1);
});
