// What the vectors ask is asked there; here, what a caller of the library sees.

import assert from "node:assert/strict";
import { test } from "node:test";

import { allowed, migrate } from "../src/migration/index.js";

test("the arguments of the caller are not changed", () => {
  const args = Object.freeze({ action: "diff", ref: "main" });
  assert.deepEqual(migrate("git", args), { tool: "vcs", action: "diff", args: { ref: "main" } });
  assert.deepEqual(args, { action: "diff", ref: "main" });
});

test("a name with a dot in it is no tool", () => {
  assert.equal(allowed("apply", "fs.apply_patch", ""), false);
  assert.equal(allowed("inspect", "ws", "detect"), true);
});
