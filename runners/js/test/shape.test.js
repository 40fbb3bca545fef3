import assert from "node:assert/strict";
import { test } from "node:test";

import {
  base64, boolean, integer, json, list, map, nullable, oneOf, optional, record, recursive, text,
  uint64, union,
} from "../src/adapter.js";

/** @typedef {import("../src/adapter/shape.js").Shape<any>} Shape */

/** @type {Shape} */
const tree = recursive((self) => list(self));

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
  [
    "unsigned 64 bits", uint64,
    ["0", "7", "18446744073709551615"],
    ["18446744073709551616", "00", "-1", "+1", "1.0", "1e3", "0x1", "", " 1", "1\n", "١", 1, null],
  ],
  [
    "bounded list of distinct elements", list(text, { least: 1, most: 2, distinct: true }),
    [["a"], ["a", "b"]], [[], ["a", "a"], ["a", "b", "c"]],
  ],
  ["recursive", tree, [[], [[], [[]]]], [[1], [[null]], {}]],
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

test("members are read under their JavaScript names, in the order in which they came", () => {
  const point = record({ max_size: integer(), x: optional(integer()) });
  const shape = record({ file_b64: nullable(base64), by_name: map(point), to_x: list(point) });
  const given = { to_x: [{ x: 1, max_size: 2 }], by_name: { in_tact: { max_size: 3 } } };
  const read = shape.read({ ...given, file_b64: "aGk=" });
  assert.deepEqual(read, {
    toX: [{ x: 1, maxSize: 2 }], byName: { in_tact: { maxSize: 3 } }, file: Buffer.from("hi"),
  });
  assert.deepEqual(Object.keys(read), ["toX", "byName", "file"]);
  assert.deepEqual(Object.keys(read.toX[0] ?? {}), ["x", "maxSize"]);
  assert.equal(shape.read({ to_x: [], by_name: {}, file_b64: null }).file, null);
});

test("names that are data are never renamed, whatever they are", () => {
  const given = JSON.parse('{"a_b":{"c_d":1},"__proto__":{"c_d":2}}');
  assert.equal(map(json).read(given), given);
  const read = map(record({ c_d: integer() })).read(given);
  assert.deepEqual(Object.entries(read), [["a_b", { cD: 1 }], ["__proto__", { cD: 2 }]]);
});

test("a union is read as the first shape that fits", () => {
  const shape = union(uint64, list(uint64), record({ bytes_b64: base64 }));
  assert.equal(shape.read("18446744073709551615"), 2n ** 64n - 1n);
  assert.deepEqual(shape.read(["1"]), [1n]);
  assert.deepEqual(shape.read({ bytes_b64: "" }), { bytes: Buffer.alloc(0) });
});

test("what needs no reading is not copied", () => {
  const shape = record({ name: text, list: list(nullable(map(json))), either: union(text, json) });
  const given = { name: "", list: [null, {}], either: [] };
  assert.equal(shape.read(given), given);
});
