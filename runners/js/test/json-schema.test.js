import assert from "node:assert/strict";
import { test } from "node:test";

import { holds } from "../testing/json-schema.js";

/**
 * Schema, what it holds of, what it does not hold of.
 * @type {readonly [Record<string, unknown>, unknown, unknown][]}
 */
const SCHEMAS = [
  [{ type: "integer" }, 1, "1"],
  [{ type: ["null", "string"] }, null, 1],
  [{ type: "object" }, {}, []],
  [{ const: { a: [1] } }, { a: [1] }, { a: [2] }],
  [{ enum: ["a", null] }, null, "b"],
  [{ minimum: 1 }, 1, 0],
  [{ maximum: 1 }, 1, 2],
  [{ minLength: 1 }, "\u{1f600}", ""],
  [{ maxLength: 1 }, "\u{1f600}", "ab"],
  [{ pattern: "^[0-9]+$" }, "12", "1a"],
  [{ minItems: 1 }, [0], []],
  [{ maxItems: 1 }, [0], [0, 0]],
  [{ items: { type: "integer", maximum: 3 } }, [1, 3], [1, 4]],
  [{ not: { pattern: "[^0-9]" } }, "12", "1a"],
  [{ allOf: [{ minimum: 1 }, { maximum: 3 }] }, 2, 4],
  [{ uniqueItems: true }, [[1], [2]], [[1], [1]]],
  [{ contains: { const: 1 } }, [0, 1], [0]],
  [{ contains: { const: 1 }, minContains: 2 }, [1, 1], [1]],
  [{ contains: { const: 1 }, maxContains: 1 }, [1], [1, 1]],
  [{ anyOf: [{ const: null }, { minimum: 1 }] }, null, 0],
  [{ type: "integer", minimum: 1 }, 1, 0],
];

for (const [schema, right, wrong] of SCHEMAS) {
  test(`${JSON.stringify(schema)} tells right from wrong`, () => {
    assert.equal(holds(right, schema), true);
    assert.equal(holds(wrong, schema), false);
  });
}

test("a keyword says nothing of a value of another type", () => {
  for (const value of [null, {}]) {
    assert.equal(holds(value, { minimum: 1, minLength: 1, minItems: 1, maxContains: 0 }), true);
  }
});

test("an unknown keyword is refused instead of passing", () => {
  assert.throws(() => holds(1, { multipleOf: 2 }), /multipleOf/);
});
