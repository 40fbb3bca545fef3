import assert from "node:assert/strict";
import { test } from "node:test";

import { JsonError, parse, toPlain } from "hanzo-conformance-js/strict-json";

import { Random } from "../testing/random.js";

const MOST = "9007199254740991";

/** @param {string | Uint8Array} text */
const read = (text) => parse(typeof text === "string" ? Buffer.from(text) : text);
/** @param {number} depth @param {string} inner */
const nested = (depth, inner = "") => "[".repeat(depth) + inner + "]".repeat(depth);

/** @type {readonly [string, unknown][]} */
const SOUND = [
  [" \t\n\rnull \t\n\r", null],
  ["[true,false , null]", [true, false, null]],
  ["0", 0],
  ["-0", 0],
  ["-12", -12],
  [MOST, Number.MAX_SAFE_INTEGER],
  [`-${MOST}`, Number.MIN_SAFE_INTEGER],
  ['"\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\u00E9"', '"\\/\b\f\n\r\téé'],
  ['"\\ud83d\\uDE00\u{1f600}"', "\u{1f600}\u{1f600}"],
  ['"\\u0000\u007f\u0080\u2028\ufeff"', "\0\u007f\u0080\u2028\ufeff"],
  ["[]", []],
  ["[ ]", []],
  ['{"":{"a" : [ ] } }', { "": { a: [] } }],
  [nested(128, "1"), JSON.parse(nested(128, "1"))],
];
for (const [text, value] of SOUND) {
  test(`${text.slice(0, 40)} is strict JSON`, () => {
    // Strict equality tells the two zeros apart, as CONFIG-27 needs.
    assert.deepEqual(toPlain(read(text)), value);
  });
}

const UNSOUND = [
  "", " ", "nul", "nullx", "NULL", "NaN", "Infinity", "-Infinity", "undefined", "1 2", "[] []",
  "[", "]", "[1", "[1,", "[1,]", "[,1]", "[1,,2]", "[1 2]", "[1}", "{", "}", '{"a"', '{"a":',
  '{"a":1', '{"a":1,', '{"a":1,}', '{,"a":1}', '{"a" 1}', '{"a":1 "b":2}', '{"a":1]', "{a:1}",
  "{1:1}", "{'a':1}", "'a'", '"a', '"a\\', '"a\\"', '"\n"', '"\t"', '"\u0000"', '"\\a"',
  '"\\U0041"', '"\\u"', '"\\u004"', '"\\u004g"', '"\\u+041"', '"\\u 041"', '"\\u00_1"',
  '"\\u００41"', '"\\x41"', '"\\ud800"', '"\\udc00"', '"\\ud800\\u0041"', '"\\ud800\\ud800"',
  '"\\ud800x"', '"\\ud83d\\ude0"',
  "00", "01", "-", "-01", "+1", "--1", "1.0", ".5", "1.", "1e3", "1E3", "0x1", "1_0", "١",
  "9007199254740992", "-9007199254740992", "9007199254740993", "1".repeat(17), "1".repeat(5000),
  "// a\n1", "/* a */1", "# a\n1", "\ufeff1", "\u00a01", "1\u2028", "1\v", "1\f", "1\0",
  '{"a":1,"a":1}', '{"a":1,"b":{},"\\u0061":2}', '[{"x":{"":1,"":2}}]',
  '{"__proto__":1,"__proto__":2}', nested(129), '{"a":'.repeat(129) + "1" + "}".repeat(129),
];
for (const text of UNSOUND) {
  test(`${JSON.stringify(text).slice(0, 40)} (${text.length} units) is not`, () => {
    assert.throws(() => read(text), JsonError);
  });
}

const ILL_FORMED = [
  [0x80], [0xc0, 0xaf], [0xc1, 0xbf], [0xe0, 0x80, 0x80], [0xed, 0xa0, 0x80],
  [0xf0, 0x80, 0x80, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xf5, 0x80, 0x80, 0x80], [0xff],
  [0xe2, 0x82], [0xc3],
];
for (const bytes of ILL_FORMED) {
  test(`${Buffer.from(bytes).toString("hex")} is no UTF-8, and its place is told`, () => {
    const before = Buffer.from('[\n"é\u{1f600}');
    for (const after of [Buffer.from('"]'), Buffer.alloc(0)]) {
      assert.throws(() => read(Buffer.concat([before, Buffer.from(bytes), after])), {
        problem: "not UTF-8", line: 2, column: 4,
      });
    }
  });
}

test("an error tells its place in code points, and names but no values", () => {
  /** @type {[string, number, number][]} */
  const places = [
    ['{"a": "secret" "b"}', 1, 16],
    ['{"\u{1f600}": 1,\n  "n": secret}', 2, 8],
    ['{"n":1,\r\n"n":"secret"}', 2, 1],
    ['["secret\n"]', 1, 9],
    ["[9007199254740993]", 1, 2],
  ];
  for (const [text, line, column] of places) {
    assert.throws(() => read(text), (error) => {
      assert.ok(error instanceof JsonError);
      assert.deepEqual([error.line, error.column], [line, column], error.message);
      assert.doesNotMatch(error.message, /secret|993/);
      return true;
    });
  }
});

test("objects keep every name, in the order of the text", () => {
  const names = ["b", "10", "9", "__proto__", "constructor", "", "a"];
  const value = read(`{${names.map((name) => `${JSON.stringify(name)}:{}`).join(",")}}`);
  assert.ok(value instanceof Map);
  assert.deepEqual([...value.keys()], names);
  const plain = /** @type {object} */ (toPlain(value));
  assert.deepEqual(Object.keys(plain).sort(), names.sort());
  assert.ok(Object.values(plain).every((one) => Object.getPrototypeOf(one) === Object.prototype));
});

test("a limit of depth of one's own counts the outermost container", () => {
  assert.deepEqual(parse(Buffer.from("[1]"), 1), [1]);
  assert.throws(() => parse(Buffer.from("[[]]"), 1), JsonError);
});

test("what strict JSON accepts, JSON.parse reads alike", () => {
  const random = new Random(21n);
  const pieces = [
    "{", "}", "[", "]", ",", ":", '"a"', '"b"', '"\\u0061"', "1", "-0", "0", "null", "true", " ",
    "\n", '"\\ud83d"', "1.5", "\ufeff", "é",
  ];
  let accepted = 0;
  for (let round = 0; round < 50_000; round += 1) {
    const text = random.some(pieces, 6).join("");
    try {
      const value = toPlain(read(text));
      assert.deepEqual(value, JSON.parse(text, (_, member) => (member === 0 ? 0 : member)));
      accepted += 1;
    } catch (error) {
      if (!(error instanceof JsonError)) throw error;
    }
  }
  assert.ok(accepted > 1000, `${accepted}`);
});
