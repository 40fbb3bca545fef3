import assert from "node:assert/strict";
import { test } from "node:test";

import {
  base64, boolean, integer, json, list, map, nullable, oneOf, optional, record, text, union,
} from "../src/adapter.js";

/** @typedef {import("../src/adapter/shape.js").Shape<any>} Shape */

/**
 * Name, shape, what fits, what does not.
 * @type {readonly [string, Shape, unknown[], unknown[]][]}
 */
const SHAPES = [
  ["text", text, ["", "\u{1f600}"], [null, 1, "\ud800", ["a"]]],
  ["boolean", boolean, [true, false], [0, "true", null]],
  ["integer", integer(), [0, -1, 2 ** 53 - 1], [0.5, 2 ** 53, -(2 ** 53), "1", null, NaN]],
  ["bounded integer", integer(1, 3), [1, 3], [0, 4]],
  ["json", json, [null, 1, [{}]], []],
  ["choice", oneOf("a", "b"), ["a", "b"], ["A", "", null]],
  ["nullable", nullable(text), ["a", null], [1, undefined]],
  ["list", list(integer()), [[], [1, 2]], [[1, "2"], {}, "12", null]],
  ["map", map(text), [{}, { a: "b", constructor: "c" }], [{ a: 1 }, [], null]],
  [
    "record", record({ a: text, b: optional(text) }),
    [{ a: "" }, { a: "", b: "" }], [{}, { b: "" }, { a: "", b: null }, { a: "", c: "" }, [], null],
  ],
  [
    "union", union(record({ a: text }), record({ b: text })),
    [{ a: "" }, { b: "" }], [{}, { a: "", b: "" }],
  ],
  [
    "base64", base64,
    ["", "AA==", "AAA=", "AAAA", "+/A="],
    ["A", "AA", "AA=", "AAA", "AAAA=", "-_A=", "AA==AAAA", "AA==\n", " AAAA", null],
  ],
  // The spare bits of the last group are zero: there is one text for each sequence of bytes.
  ["canonical base64", base64, ["AA==", "/w==", "AAA=", "//8="], ["AB==", "/x==", "AAB=", "//9="]],
];

for (const [name, shape, fitting, others] of SHAPES) {
  test(`${name} lets through what fits and nothing else`, () => {
    for (const value of fitting) assert.equal(shape.check(value), null);
    for (const value of others) assert.equal(typeof shape.check(value)?.problem, "string");
  });
}

test("a misfit deep inside is named by its JSON Pointer", () => {
  const shape = record({ tools: list(map(nullable(text))) });
  const found = shape.check({ tools: [{}, { "a/b": 1 }] });
  assert.deepEqual(found, { pointer: "/tools/1/a~1b", problem: "expected text" });
});
