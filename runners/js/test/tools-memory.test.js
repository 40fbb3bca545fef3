// The tool memory: what its files keep, and how one memory comes out of its parts.

import assert from "node:assert/strict";
import {
  mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, beforeEach, test } from "node:test";

import { divided, EMPTY, whole } from "../src/tools/memory/parts.js";
import { Toolbox } from "../src/tools/toolbox.js";

const folder = mkdtempSync(join(realpathSync(tmpdir()), "hanzo-memory-"));
let root = "";
/** @type {Record<string, string>} */
let environment = {};

beforeEach(() => {
  const place = mkdtempSync(join(folder, "place-"));
  root = join(place, "workspace");
  mkdirSync(root);
  environment = { HOME: join(place, "home") };
});
after(() => rmSync(folder, { recursive: true }));

/**
 * The envelope of a call to a toolbox that was just made, as after a restart.
 * @param {string} action
 * @param {Record<string, unknown>} [params]
 * @param {string} [workspace]
 */
const told = (action, params = {}, workspace = root) =>
  new Toolbox(environment).call(workspace, "memory", action, params);

/** @param {string} [workspace] */
const found = async (workspace) =>
  /** @type {any} */ ((await told("recall", {}, workspace)).data).memories.map(
    (/** @type {{ content: string }} */ { content }) => content,
  );

test("a memory outlives the server", async () => {
  const made = await told("create", { content: "Paul likes tea", tags: ["b", "a", "b"] });
  assert.deepEqual((await told("recall")).data, { memories: [made.data] });
  assert.deepEqual(readdirSync(join(root, ".hanzo")), ["memory.json"]);
});

test("what is kept for the user is found in every workspace", async () => {
  await told("create", { content: "everywhere", scope: "global" });
  await told("create", { content: "here" });
  const other = join(root, "..", "other");
  mkdirSync(other);
  assert.deepEqual(await found(other), ["everywhere"]);
  assert.deepEqual(readdirSync(other), []);
});

test("what is kept for the session ends with it", async () => {
  const toolbox = new Toolbox(environment);
  const params = { content: "now", scope: "session" };
  const { data } = await toolbox.call(root, "memory", "create", params);
  const listed = await toolbox.call(root, "memory", "recall", {});
  assert.deepEqual(listed.data, { memories: [data] });
  assert.deepEqual(await found(), []);
  assert.deepEqual(readdirSync(root), []);
});

test("without a folder of the user nothing is kept there", async () => {
  environment = {};
  const { error } = await told("create", { content: "a", scope: "global" });
  assert.deepEqual([error?.code, error?.details], ["UNSUPPORTED", { missing: "HOME" }]);
  await told("create", { content: "b" });
  assert.deepEqual(await found(), ["b"]);
});

test("numbers do not come back after a restart", async () => {
  await told("create", { content: "a" });
  await told("delete", { ids: ["mem_1"] });
  const { data } = await told("create", { content: "b" });
  assert.equal(/** @type {{ id: string }} */ (data).id, "mem_2");
});

test("reading and refusals make no file", async () => {
  await told("recall");
  await told("facts");
  assert.equal((await told("create", { content: " " })).error?.code, "INVALID_PARAMS");
  assert.equal((await told("delete", { ids: ["mem_1"] })).error?.code, "NOT_FOUND");
  assert.deepEqual(readdirSync(root), []);
});

test("a memory behind a link out of the workspace is refused", async () => {
  const outside = join(root, "..", "outside");
  mkdirSync(outside);
  symlinkSync("../outside", join(root, ".hanzo"));
  assert.equal((await told("create", { content: "a" })).error?.code, "PERMISSION_DENIED");
  assert.deepEqual(readdirSync(outside), []);
});

test("a file of something else stays as it is", async () => {
  const file = join(root, ".hanzo", "memory.json");
  mkdirSync(join(root, ".hanzo"));
  const entry = { id: "mem_1", content: "a", tags: [], scope: "global", created_ms: 0, updated_ms: 0 };
  const part = { next: 2, memories: [entry], facts: [], version: 1 };
  for (const content of ["", "[]", "{}", "null", '{"version": 2}', JSON.stringify(part)]) {
    writeFileSync(file, content);
    for (const [action, params] of /** @type {const} */ ([["recall", {}], ["create", { content: "a" }]])) {
      const { error } = await told(action, params);
      assert.deepEqual([error?.code, error?.details], ["CONFLICT", { reason: "format" }], content);
    }
    assert.equal(readFileSync(file, "utf8"), content);
  }
});

/** @param {number} number @param {"session" | "project" | "global"} scope */
const entry = (number, scope) => ({
  id: `mem_${number}`, content: "a", tags: [], scope, created_ms: 0, updated_ms: 0,
});

test("of one id in two parts the nearer one keeps it", () => {
  const { next, memories } = whole({
    session: { next: 3, memories: [entry(1, "session")], facts: [] },
    project: { next: 2, memories: [entry(1, "project")], facts: [] },
    global: { next: 2, memories: [entry(1, "global")], facts: [] },
  });
  assert.deepEqual(
    memories.map(({ id, scope }) => [id, scope]),
    [["mem_1", "project"], ["mem_3", "session"], ["mem_4", "global"]],
  );
  assert.equal(next, 5);
});

test("a state is the whole of its parts", () => {
  const memories = [entry(2, "global"), entry(9, "session"), entry(10, "project")];
  const state = { next: 11, memories, facts: [] };
  assert.deepEqual(whole(divided(state)), state);
  assert.deepEqual(whole({ session: EMPTY, project: EMPTY, global: EMPTY }), EMPTY);
});
