import assert from "node:assert/strict";
import { test } from "node:test";

import { canonicalJson } from "hanzo-conformance-js/canonical-json";

/** @type {readonly [unknown, string][]} */
const VALUES = [
  [null, "null"],
  [true, "true"],
  ["", '""'],
  // RFC 8785 §3.2.2.2 and its example.
  ["€$\u000f\nA'B\"\\\\\"/", '"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"'],
  ["\b\t\n\f\r\u001f\u007f\u2028\u{1f600}", '"\\b\\t\\n\\f\\r\\u001f\u007f\u2028\u{1f600}"'],
  // RFC 8785 §3.2.2.3 and appendix B.
  [333333333.33333329, "333333333.3333333"],
  [1e30, "1e+30"],
  [4.5, "4.5"],
  [2e-3, "0.002"],
  [1e-27, "1e-27"],
  [-0, "0"],
  [1e21, "1e+21"],
  [295147905179352830000, "295147905179352830000"],
  [[], "[]"],
  [{}, "{}"],
  [[1, [null], {}], "[1,[null],{}]"],
  // RFC 8785 §3.2.3: by UTF-16 units, so U+1F600 comes before U+FB33.
  [
    { "\u20ac": 1, "\r": 2, "\ufb33": 3, 1: 4, "\u{1f600}": 5, "\u0080": 6, "\u00f6": 7 },
    '{"\\r":2,"1":4,"\u0080":6,"\u00f6":7,"\u20ac":1,"\u{1f600}":5,"\ufb33":3}',
  ],
  [JSON.parse('{"__proto__":{"b":1,"a":2},"":0}'), '{"":0,"__proto__":{"a":2,"b":1}}'],
  [Object.assign(Object.create(null), { a: 1 }), '{"a":1}'],
];
for (const [value, text] of VALUES) {
  test(`the canonical form ${text}`, () => assert.equal(canonicalJson(value), text));
}

/** @type {readonly [string, unknown][]} */
const NO_VALUES = [
  ["undefined", undefined],
  ["an undefined member", { a: undefined }],
  ["a function", () => 0],
  ["a BigInt", 1n],
  ["not a number", Number.NaN],
  ["infinity", [-Infinity]],
  ["a Map", new Map([["a", 1]])],
  ["a Date", new Date(0)],
  ["a lone surrogate", "a\ud800"],
  ["a lone surrogate in a name", { "\udc00": 1 }],
];
for (const [what, value] of NO_VALUES) {
  test(`${what} has no canonical form`, () => {
    assert.throws(() => canonicalJson(value), TypeError);
  });
}
