import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";

import {
  AgentLoop, Cancelled, Gate, gateName, InvalidLimit, route, UnknownTool,
} from "hanzo-conformance-js/gate";
import { HookRunner } from "hanzo-conformance-js/hooks";
import { PermissionPolicy } from "hanzo-conformance-js/permissions";
import { SessionCompactor } from "hanzo-conformance-js/session";

/** @typedef {import("../src/gate/index.js").StreamEvent} StreamEvent */

const folder = mkdtempSync(join(tmpdir(), "gate-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const open = new PermissionPolicy([{ toolPattern: "*", mode: "allow" }]);
const ask = new PermissionPolicy([]);
const session = { sessionId: "s", nowMs: () => 1000 };
const done = { output: "done", error: null, isError: false };
const executor = { execute: async () => done };

/** @param {string} error */
const failed = (error) => ({ output: "", error, isError: true });

test("everybody sees the input as it came", async () => {
  /** @type {unknown[]} */
  const seen = [];
  /** @param {string} name @param {any} input */
  const meddle = (name, input) => {
    seen.push([name, structuredClone(input)]);
    input.list.push("changed");
    input.action = "read";
  };
  const gate = new Gate({
    policy: ask,
    ...session,
    prompters: [
      { requestPermission: async (name, input) => (meddle(name, input), { type: "allow" }) },
    ],
    hooks: {
      runPre: async (name, input) => (meddle(name, input), { decision: "allow", reason: null }),
      runPost: async (name, input) => meddle(name, input),
    },
    executor: { execute: async (name, input) => (meddle(name, input), done) },
  });
  const input = { action: "write", list: ["a"] };
  const { result, audit } = await gate.call("fs", input);
  assert.deepEqual(result, done);
  assert.equal(audit?.tool_name, "fs.write");
  const expected = ["fs.write", { action: "write", list: ["a"] }];
  assert.deepEqual(seen, [expected, expected, ["fs", expected[1]], expected]);
  assert.deepEqual(input, { action: "write", list: ["a"] });
});

test("whoever fails to decide has not allowed", async () => {
  const fails = async () => {
    throw new Error("not today");
  };
  const nothing = /** @type {any} */ (async () => undefined);
  const runPost = async () => {};
  for (const [more, by, error] of /** @type {const} */ ([
    [{ policy: ask, prompters: [{ requestPermission: fails }] }, "prompter", "prompter failed"],
    [{ policy: ask, prompters: [{ requestPermission: nothing }] }, "prompter", "nobody decided"],
    [{ policy: open, hooks: { runPre: fails, runPost } }, "hook", "hook failed"],
    [{ policy: open, hooks: { runPre: nothing, runPost } }, "hook", "hook failed"],
  ])) {
    const told = await new Gate({ executor, ...session, ...more }).call("tool", {});
    assert.deepEqual([told.blockedBy, told.result], [by, failed(error)]);
  }
});

test("what the tool and the hooks behind it throw is no exception of the gate", async () => {
  /** @type {readonly [unknown, string, boolean][]} */
  const rows = [[new Error("disk"), "disk", false], ["odd", "odd", false], [new Cancelled(), "cancelled", true]];
  for (const [thrown, error, cancelled] of rows) {
    const gate = new Gate({
      policy: open,
      ...session,
      executor: { execute: () => Promise.reject(thrown) },
      hooks: {
        runPre: async () => ({ decision: "allow", reason: null }),
        runPost: async () => Promise.reject(new Error("later")),
      },
    });
    const told = await gate.call("tool", {});
    assert.deepEqual([told.result, told.cancelled, told.blockedBy], [failed(error), cancelled, null]);
  }
});

test("rules know a tool of HIP-0300 with its action", () => {
  assert.equal(gateName("fs", { action: "write" }), "fs.write");
  assert.equal(gateName("fs", {}), "fs.help");
  assert.equal(gateName("fs", { action: 1 }), null);
  assert.equal(gateName("Bash", { action: 1 }), "Bash");
});

/** @param {Gate} gate @param {StreamEvent[][]} streams @param {object} [more] */
function converse(gate, streams, more = {}) {
  const left = [...streams];
  const loop = new AgentLoop({
    model: {
      async *sendMessage() {
        yield* left.shift() ?? [];
      },
    },
    gate,
    tools: ["fs"],
    maxRequests: 5,
    ...more,
  });
  return loop.run([{ role: "user", content: "go" }]);
}

test("a conversation runs with real hooks and leaves its audit trail", async () => {
  const command = "grep -q secret && { echo no secrets >&2; exit 2; }; exit 0";
  const hooks = new HookRunner(
    [{ event: "pre_tool_use", command, toolPattern: "fs.*" }],
    { workspace: folder, sessionId: "s", environment: process.env },
  );
  /** @type {unknown[]} */
  const trail = [];
  const gate = new Gate({ policy: open, executor, hooks, ...session });
  const told = await converse(
    gate,
    [
      [{ type: "tool_use", id: "1", name: "fs", input: { action: "read" } }, { type: "stop" }],
      [
        { type: "tool_use", id: "2", name: "fs", input: { action: "read", path: "secret" } },
        { type: "tool_use", id: "3", name: "nope", input: {} },
        { type: "stop" },
      ],
      [{ type: "content", text: "done" }, { type: "stop" }],
    ],
    { log: (/** @type {any} */ { timestamp, tool_name: name }) => trail.push([timestamp, name]) },
  );
  assert.deepEqual([told.stop, told.requests, told.blocked], ["end", 3, ["2"]]);
  const record = ["1970-01-01T00:00:01.000Z", "fs.read"];
  assert.deepEqual(trail, [record, record]);
  assert.deepEqual(told.messages[4]?.content, [
    { type: "tool_result", tool_use_id: "2", content: "no secrets", is_error: true },
    { type: "tool_result", tool_use_id: "3", content: "unknown tool", is_error: true },
  ]);
});

test("a budget asks who sums up before each request", async () => {
  /** @type {number[]} */
  const asked = [];
  const budget = {
    compactor: new SessionCompactor(1000),
    summarise: async (/** @type {readonly unknown[]} */ { length }) => (asked.push(length), null),
  };
  const gate = new Gate({ policy: open, executor, ...session });
  await converse(
    gate, [[{ type: "tool_use", id: "1", name: "fs", input: {} }, { type: "stop" }], [{ type: "stop" }]],
    { budget },
  );
  assert.deepEqual(asked, [1, 3]);
});

test("a loop without requests is refused", () => {
  const gate = new Gate({ policy: open, executor, ...session });
  const model = { sendMessage: () => [] };
  for (const maxRequests of [0, -1, 1.5]) {
    assert.throws(() => new AgentLoop({ model, gate, tools: [], maxRequests }), InvalidLimit);
  }
});

test("a route is what the registry names", () => {
  const servers = [{ name: "my files", tools: ["read", ""] }, { name: "", tools: ["x"] }];
  assert.deepEqual(route(servers, "mcp__my_files__read"), { server: "my files", tool: "read" });
  assert.equal(route(servers, "fs"), null);
  assert.throws(() => route(servers, "mcp__x"), UnknownTool);
});
