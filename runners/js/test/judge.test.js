import assert from "node:assert/strict";
import { test } from "node:test";

import { DomainError, integer, operation, record } from "../src/adapter.js";
import { agrees, answerOf, questionsOf } from "../testing/judge.js";

const RESULT = { result: { a: [1, "x"], "b/c": null } };

/** @type {readonly [string, unknown][]} what is wrong with it, answer */
const OTHERS = [
  ["another value", { result: { a: [1, "y"], "b/c": null } }],
  ["a number as text", { result: { a: ["1", "x"], "b/c": null } }],
  ["a member too many", { result: { a: [1, "x"], "b/c": null, d: null } }],
  ["a member too few", { result: { a: [1, "x"] } }],
  ["another order", { result: { a: ["x", 1], "b/c": null } }],
  ["an error", { error: { code: "E" } }],
  ["an error of the adapter", { adapter: { code: -32603 } }],
];

test("an answer agrees with an equal one", () => assert.ok(agrees(RESULT, { expected: RESULT })));

for (const [what, actual] of OTHERS) {
  test(`${what} does not agree`, () => assert.ok(!agrees(actual, { expected: RESULT })));
}

test("an error agrees by its code and its details", () => {
  const expected = { error: { code: "E", details: { at: 1 } } };
  assert.ok(agrees(structuredClone(expected), { expected }));
  assert.ok(!agrees({ error: { code: "F", details: { at: 1 } } }, { expected }));
  assert.ok(!agrees({ error: { code: "E", details: { at: 2 } } }, { expected }));
  assert.ok(!agrees({ error: { code: "E" } }, { expected }));
});

test("where a rule stands it is held in the place of the value, and the rest is compared", () => {
  const expected = { result: { now: 0, "b/c": "x" } };
  const where = { "/now": { type: "integer", minimum: 5 } };
  assert.ok(agrees({ result: { now: 7, "b/c": "x" } }, { expected, where }));
  assert.ok(!agrees({ result: { now: 4, "b/c": "x" } }, { expected, where }));
  assert.ok(!agrees({ result: { "b/c": "x" } }, { expected, where }));
  assert.ok(!agrees({ result: { now: 7, "b/c": "y" } }, { expected, where }));
  assert.ok(!agrees({ error: { code: "E" } }, { expected, where }));
  const escaped = { "/b~1c": { type: "string" } };
  assert.ok(agrees({ result: { now: 0, "b/c": "z" } }, { expected, where: escaped }));
});

test("a vector with steps asks each of them, one with a workspace nothing here", () => {
  const step = { operation: "a.b", input: {}, expected: RESULT };
  assert.deepEqual(questionsOf({ id: "v", ...step }), [{ id: "v", ...step }]);
  assert.deepEqual(questionsOf({ id: "v", steps: [step, step] }).length, 2);
  assert.deepEqual(questionsOf({ id: "v", workspace: {}, ...step }), []);
});

test("an answer is a result, a domain's error, or an error of the adapter", async () => {
  const half = operation(record({ number: integer() }), ({ number }) => {
    if (number % 2) throw new DomainError("ODD", "no half", { number });
    return { half: number / 2 };
  });
  const known = new Map([["demo.half", half]]);
  const ask = (/** @type {unknown} */ input, name = "demo.half") =>
    answerOf({ operation: name, input }, known);
  assert.deepEqual(await ask({ number: 4 }), { result: { half: 2 } });
  assert.deepEqual(await ask({ number: 3 }), { error: { code: "ODD", details: { number: 3 } } });
  assert.equal((await ask({ number: "4" })).adapter.code, -32602);
  assert.equal((await ask({}, "demo.none")).adapter.code, -32601);
});
