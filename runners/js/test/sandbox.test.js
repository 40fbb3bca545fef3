import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, renameSync, rmSync, symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";

import {
  decideMode, detect, InvalidPath, LinkLoop, makePlan, resolve, Sandbox,
} from "hanzo-conformance-js/sandbox";

/** @typedef {import("../src/sandbox/index.js").Mode} Mode */

const folder = realpathSync(mkdtempSync(join(tmpdir(), "sandbox-")));
after(() => rmSync(folder, { recursive: true, force: true }));

let made = 0;
/** A folder of its own for a test. */
function workspace() {
  made += 1;
  const path = join(folder, `w${made}`);
  mkdirSync(path);
  return path;
}

/** @param {Mode} mode @param {...string} allowedPaths */
const config = (mode, ...allowedPaths) => ({ mode, allowedPaths });

const nothing = () => undefined;
const features = { bwrap: true, namespace: true, seccomp: true, sandboxExec: false, landlock: 7 };

test("a walk follows links as it meets them", () => {
  const links = new Map([["/a/l", "../b/c"]]);
  assert.equal(resolve("l/../d", "/a", (place) => links.get(place)), "/b/d");
  assert.equal(resolve("../../..", "/a", nothing), "/");
  assert.equal(resolve("//a/./b/", "/", nothing), "/a/b");
});

test("what is no path is refused by its code", () => {
  for (const path of ["", "a\0", "x".repeat(4097), "雪".repeat(1366), "\ud800"]) {
    assert.throws(() => resolve(path, "/", nothing), InvalidPath);
  }
  assert.throws(() => resolve("/a", "work", nothing), { code: "SANDBOX_PATH" });
  assert.throws(() => resolve("a/".repeat(41), "/", () => "."), LinkLoop);
  assert.equal(resolve("a/".repeat(40), "/", () => "."), "/");
});

test("the first sign of a container counts", () => {
  const none = {
    cgroup: null, dockerenv: false, containerenv: false, kubernetesServiceHost: null,
  };
  assert.equal(detect({ ...none, cgroup: "0::/docker/kubepods" }), "k8s");
  assert.equal(detect({ ...none, cgroup: "0::/", containerenv: true }), "podman");
  assert.equal(detect({ ...none, kubernetesServiceHost: "" }), null);
});

test("a container decides where nobody has", () => {
  assert.equal(decideMode(null, "docker"), "off");
  assert.equal(decideMode(null, null), "workspace");
  assert.equal(decideMode("allowlist", "docker"), "allowlist");
});

test("a plan takes the best that there is", () => {
  const place = { roots: ["/w"], tmp: "/t", cwd: "/w" };
  /** @param {object} changes */
  const enforcement = (changes) => {
    const found = { ...features, ...changes };
    return makePlan({ mode: "workspace", platform: "linux", features: found, place }, ["make"])
      .enforcement;
  };
  assert.equal(enforcement({}), "bwrap");
  assert.equal(enforcement({ bwrap: false }), "namespace");
  assert.equal(enforcement({ bwrap: false, namespace: false }), "landlock");
  assert.equal(enforcement({ bwrap: false, seccomp: false }), "path");
});

test("a sandbox denies what lies outside by its reason", () => {
  const path = workspace();
  symlinkSync("/etc", join(path, "out"));
  symlinkSync("round", join(path, "round"));
  const sandbox = new Sandbox(config("workspace"), path);
  assert.ok(sandbox.checkPath("new/file"));
  assert.deepEqual(sandbox.judge("out/passwd"), { allowed: false, reason: "outside" });
  assert.deepEqual(sandbox.judge("round"), { allowed: false, reason: "loop" });
  assert.deepEqual(sandbox.judge(""), { allowed: false, reason: "path" });
  assert.equal(sandbox.checkPath(`${path}x`), false);
  assert.deepEqual(sandbox.refusal("../x"), {
    output: "", error: "path outside sandbox: ../x", isError: true,
  });
  assert.equal(sandbox.refusal("x"), null);
});

test("a root that becomes a link does not move", () => {
  const path = workspace();
  const sandbox = new Sandbox(config("workspace"), path);
  assert.ok(sandbox.checkPath("a"));
  renameSync(path, `${path}-old`);
  symlinkSync("/etc", path);
  assert.equal(sandbox.checkPath("passwd"), false);
  assert.equal(sandbox.checkPath("/etc/passwd"), false);
});

test("a link that says no text leads nowhere", { skip: process.platform !== "linux" }, () => {
  const path = workspace();
  symlinkSync(Buffer.from([0xff]), join(path, "odd"));
  assert.equal(new Sandbox(config("off"), path).judge("odd").reason, "path");
});

test("a workspace that leads nowhere is refused", () => {
  const path = workspace();
  symlinkSync("w", join(path, "w"));
  for (const given of [join(path, "w"), "w", ""]) {
    assert.throws(() => new Sandbox(config("off"), given), { code: "SANDBOX_PATH" });
  }
});

test("without a configuration the container decides", () => {
  const expected = Sandbox.detectContainer() === null ? "workspace" : "off";
  assert.equal(new Sandbox(null, workspace()).mode, expected);
});

test("a plan has the roots that are there", { skip: process.platform !== "linux" }, () => {
  const path = workspace();
  mkdirSync(join(path, "a"));
  const sandbox = new Sandbox(config("allowlist", "b", "a"), path);
  assert.deepEqual(sandbox.roots, [join(path, "b"), join(path, "a")]);
  symlinkSync("a", join(path, "t"));
  const { argv, env } = sandbox.plan(["true"], { tmp: join(path, "t"), features });
  assert.equal(argv.filter((word) => word === "--bind").length, 1);
  assert.ok(argv.includes(join(path, "a")) && !argv.includes(join(path, "b")));
  assert.deepEqual(env, { TMPDIR: join(path, "a") });
});

test("nothing outside is changed by a command that is held", (context) => {
  const path = workspace();
  for (const name of ["work", "tmp", "outside"]) mkdirSync(join(path, name));
  const names = ["linked", "renamed", "truncated", "written"];
  for (const name of names) writeFileSync(join(path, "outside", name), "as it was");
  const sandbox = new Sandbox(config("workspace"), join(path, "work"));
  const script = `echo x >> ../outside/written; ln ../outside/linked l && echo x > l
    mv ../outside/renamed r; true > ../outside/truncated; mount -o remount,rw /
    echo x >> ../outside/written; touch ../outside/new; echo in > made; echo t > $TMPDIR/t`;
  const plan = sandbox.plan(["/bin/sh", "-c", script], { tmp: join(path, "tmp") });
  if (plan.enforcement === "path") {
    context.skip("no program of this machine holds a command");
    return;
  }
  const [program = "", ...words] = plan.argv;
  const env = { ...process.env, ...plan.env };
  spawnSync(program, words, { cwd: join(path, "work"), env, stdio: "ignore" });
  assert.equal(readFileSync(join(path, "work", "made"), "utf8"), "in\n");
  assert.equal(readFileSync(join(path, "tmp", "t"), "utf8"), "t\n");
  assert.deepEqual(readdirSync(join(path, "outside")).sort(), names);
  for (const name of names) {
    assert.equal(readFileSync(join(path, "outside", name), "utf8"), "as it was");
  }
});
