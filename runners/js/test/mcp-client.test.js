import assert from "node:assert/strict";
import { test } from "node:test";

import { McpExchange, McpLines, McpSession } from "hanzo-conformance-js/mcp-client";
import { parseWithFractions, toPlain } from "hanzo-conformance-js/strict-json";

import { Random } from "../testing/random.js";

const CLIENT = { name: "agent", version: "1.0" };
const GREETED = {
  protocolVersion: "2025-11-25",
  capabilities: { tools: {} },
  serverInfo: { name: "files", version: "7" },
};

/** A session that has been greeted, so that its next request has the id "2". */
function ready() {
  const session = new McpSession(1000);
  session.connect(0, CLIENT, 0);
  session.receive({ jsonrpc: "2.0", id: "1", result: GREETED }, 0);
  return session;
}

test("lines are the same however their bytes are cut", () => {
  const whole = Buffer.from(
    '{"jsonrpc":"2.0","method":"é😀"}\r\n\n{"a"\r\n[]\n{"jsonrpc":"2.0","id":1,"result":{}}\nrest',
  );
  const expected = read([whole]);
  assert.equal(expected.length, 5);
  const random = new Random(16n);
  for (let round = 0; round < 300; round += 1) {
    const cuts = [random.below(whole.length), random.below(whole.length)].sort((a, b) => a - b);
    const [first, second] = /** @type {[number, number]} */ (cuts);
    const parts = [whole.subarray(0, first), whole.subarray(first, second), whole.subarray(second)];
    assert.deepEqual(read(parts), expected);
  }
});

/** @param {readonly Buffer[]} chunks */
function read(chunks) {
  const lines = new McpLines();
  return [...chunks.flatMap((chunk) => lines.feed(chunk)), ...lines.close()];
}

test("a line without end holds no more than it may", () => {
  const lines = new McpLines(1000);
  const babble = Buffer.alloc(400, "x");
  const events = Array.from({ length: 10_000 }, () => lines.feed(babble)).flat();
  assert.deepEqual(events, [{ type: "closed", reason: "too_long" }]);
  assert.deepEqual(lines.close(), []);
});

test("the clock is told when the next request is given up", () => {
  const session = ready();
  assert.equal(session.dueMs, null);
  session.callTool(2, "a", {}, 10);
  session.callTool(3, "b", {}, 20);
  assert.equal(session.dueMs, 1010);
  session.receive({ jsonrpc: "2.0", id: "2", result: {} }, 30);
  assert.equal(session.dueMs, 1020);
  assert.deepEqual(session.tick(1019), []);
  assert.equal(session.tick(1020).length, 2);
  assert.equal(session.dueMs, null);
});

test("who changes a client's name later has greeted with the one before", () => {
  const client = { ...CLIENT };
  const session = new McpSession(1000);
  session.connect(0, client, 0);
  client.name = "other";
  session.receive({ jsonrpc: "2.0", id: "1", result: GREETED }, 0);
  const [again] = session.closed("expired", 0);
  assert.ok(again?.type === "send");
  assert.deepEqual(/** @type {any} */ (again.message).params.clientInfo, CLIENT);
});

test("random scripts give each step one end at most, and none is left at the end", () => {
  const random = new Random(17n);
  for (let round = 0; round < 400; round += 1) {
    const session = ready();
    /** @type {Map<number, number>} */
    const ends = new Map();
    /** @type {Set<number>} */
    const asked = new Set();
    /** @param {readonly import("../src/mcp-client/index.js").Action[]} actions */
    const count = (actions) => {
      for (const action of actions) {
        if (action.type !== "resolve" && action.type !== "reject") continue;
        ends.set(action.step, (ends.get(action.step) ?? 0) + 1);
      }
    };
    for (let step = 2, at = 0; step < 30; step += 1, at += random.below(400)) {
      const id = String(2 + random.below(12));
      const draw = random.below(10);
      if (draw < 4) asked.add(step);
      if (draw < 2) count(session.listTools(step, at));
      else if (draw < 4) count(session.callTool(step, "t", {}, at));
      else if (draw < 6) count(session.receive({ jsonrpc: "2.0", id, result: { tools: [] } }, at));
      else if (draw < 7) count(session.failed(id, "HTTP_ERROR", at));
      else if (draw < 8) {
        count(session.receive({ jsonrpc: "2.0", method: "notifications/tools/list_changed" }, at));
      } else count(session.tick(at));
    }
    count(session.close(1_000_000));
    for (const step of asked) assert.equal(ends.get(step), 1, `step ${step} in round ${round}`);
    assert.equal(ends.size, asked.size);
  }
});

test("an event stream that never ends holds no more than it may", () => {
  const exchange = new McpExchange({}, 1000);
  exchange.listen(0);
  exchange.response(0, 200, { "content-type": "text/event-stream" });
  const endless = Buffer.from("data: x\n".repeat(50));
  const actions = Array.from({ length: 1000 }, () => exchange.chunk(0, endless)).flat();
  assert.deepEqual(actions, [{ type: "failed", to: 0, code: "INVALID_RESPONSE", status: null }]);
});

test("a message that JSON cannot carry is a mistake of the caller's", () => {
  const exchange = new McpExchange({});
  const message = { jsonrpc: "2.0", method: "m", params: { n: Number.NaN } };
  assert.throws(() => exchange.send(0, message), TypeError);
});

for (const text of ["0.5", "-2.5e3", "1E+2", "4e-324", "9007199254740993", "-0.0", "1e21"]) {
  test(`${text} is read as JSON.parse reads it`, () => {
    assert.equal(toPlain(parseWithFractions(Buffer.from(text))), JSON.parse(text) + 0);
  });
}

for (const text of ["1.", ".5", "01", "+1", "1e", "1e+", "-", "1e400", "9".repeat(400), "0x1"]) {
  test(`${text.slice(0, 20)} is no number between machines`, () => {
    assert.throws(() => parseWithFractions(Buffer.from(text)));
  });
}
