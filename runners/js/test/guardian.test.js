// What a program has started ends with it, also what it had no time to tell of.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { Guardian } from "../src/tools/guardian.js";

const MODULE = new URL("../src/tools/guardian.js", import.meta.url);
const skip = existsSync("/proc/self") ? false : "Linux shows processes";
const pause = () => new Promise((resolve) => setTimeout(resolve, 20));

/** @param {number} pid whether it runs; one that is dead and that nobody has waited for does not */
function isAlive(pid) {
  try {
    return !/\) [ZX] /.test(String(readFileSync(`/proc/${pid}/stat`)));
  } catch {
    return false;
  }
}

/** @param {string} folder that of the guardian, or none */
function beginning(folder) {
  return `import { Guardian } from "${MODULE}";
    import { spawn } from "node:child_process";
    import { openSync, writeSync } from "node:fs";
    const folder = ${JSON.stringify(folder)};
    const guarding = new Guardian(folder);
    const output = folder === "" ? "ignore" : openSync(folder + "/output", "w");
    guarding.begin(() => {
      const stdio = ["ignore", output, "ignore"];
      const child = spawn("sleep", ["600"], { detached: true, stdio, env: { PATH: process.env.PATH, ...guarding.mark } });
      writeSync(1, String(child.pid));
      process.kill(process.pid, "SIGKILL");
    });`;
}

for (const kind of ["its mark", "a file of its folder"]) {
  test(`who begins in the last moment ends too, by ${kind}`, { timeout: 60_000, skip }, async () => {
    const folder = kind === "its mark" ? "" : mkdtempSync(join(tmpdir(), "guarded-"));
    const words = ["--input-type=module", "--eval", beginning(folder)];
    const pid = Number(spawnSync(process.execPath, words).stdout);
    assert.ok(pid > 0);
    while (isAlive(pid)) await pause();
    while (folder !== "" && existsSync(folder)) await pause();
  });
}

test("whose start has failed is looked for by nobody", { timeout: 60_000, skip }, async () => {
  const guarding = new Guardian();
  const failed = guarding.begin(() => spawn("/nowhere/at/all"));
  failed.on("error", () => {});
  assert.throws(() =>
    guarding.begin(() => {
      throw new RangeError();
    }), RangeError);
  const env = { PATH: process.env.PATH, ...guarding.mark };
  const other = spawn("sleep", ["600"], { stdio: "ignore", env });
  guarding.close();
  // As long as it would be looked for, and more.
  await new Promise((resolve) => setTimeout(resolve, 2000));
  assert.equal(other.exitCode ?? other.signalCode, null);
  other.kill("SIGKILL");
});
