import assert from "node:assert/strict";
import { test } from "node:test";

import {
  audit, EARLIEST_MS, Glob, LATEST_MS, matches, parseMode, PermissionPolicy,
} from "hanzo-conformance-js/permissions";

import { Random } from "../testing/random.js";

/** @type {readonly [string, string[], string[]][]} pattern, what it covers, what it does not */
const GLOBS = [
  ["fs.write", ["fs.write"], ["xfs.write", "fs.write2", "fsxwrite", "FS.write", ""]],
  ["", [""], ["a"]],
  ["*", ["", "a", ".hidden", "a/b\n\u2028"], []],
  ["?", ["a", "\n", "\u{1f600}"], ["", "ab", "e\u0301"]],
  ["?b", ["\uffffb", "\u{10000}b"], ["\uffff", "\u{10000}"]],
  ["mcp__*__read*", ["mcp__a__read", "mcp__a__b__read_x"], ["mcp__read", "mcp__a__rea"]],
  ["[abc]", ["a", "c"], ["d", "", "ab"]],
  ["[!abc]", ["d", "!", "/", "\u{1f600}"], ["a", ""]],
  ["[]a]", ["]", "a"], ["[]a]"]],
  ["[!]a]", ["b"], ["]", "a"]],
  ["[a-]x]", ["ax]", "-x]"], ["x", "a"]],
  ["[a-c]", ["a", "b", "c"], ["-", "d"]],
  ["[\u{1f600}-\u{1f64f}]", ["\u{1f600}", "\u{1f610}"], ["\u{1f5ff}", "\ud83d"]],
  ["[z-a]", [], ["a", "m", "z", "-"]],
  ["[!z-a]", ["a", "\n"], [""]],
  ["[b-a!x]", ["!", "x"], ["a", "y"]],
  ["[-a]", ["-", "a"], ["b"]],
  ["[a-c-e]", ["b", "-", "e"], ["d"]],
  ["[--0]", ["-", ".", "/", "0"], ["1"]],
  ["[^a]", ["^", "a"], ["b"]],
  ["[*?[\\]", ["*", "?", "[", "\\"], ["a"]],
  ["[[:alpha:]]", ["a]", ":]", "[]"], ["a", "b]"]],
  ["[a", ["[a"], ["a"]],
  ["[!", ["[!"], ["a"]],
  ["[]", ["[]"], ["]"]],
  ["a[*", ["a[", "a[b"], ["a"]],
  ["\\*", ["\\", "\\x"], ["*"]],
  ["{a,b}", ["{a,b}"], ["a"]],
  ["!a", ["!a"], ["b"]],
];

for (const [pattern, covered, others] of GLOBS) {
  test(`${JSON.stringify(pattern)} covers what it should and nothing else`, () => {
    const glob = new Glob(pattern);
    for (const name of covered) assert.equal(glob.matches(name), true, name);
    for (const name of others) assert.equal(glob.matches(name), false, name);
  });
}

test("many stars over a long name that nearly matches are quick", () => {
  const pattern = `${"a*".repeat(50)}b`;
  const start = process.hrtime.bigint();
  assert.equal(matches(pattern, "a".repeat(5000)), false);
  // At most 100 × 5,000 steps; without the bound the universe ends first.
  assert.ok(process.hrtime.bigint() - start < 5_000_000_000n);
});

/**
 * The rule of each wildcard, by trying every run of a star.
 * @param {readonly string[]} pattern without sets
 * @param {readonly string[]} name
 * @returns {boolean}
 */
function naive([token, ...tokens], name) {
  if (token === undefined) return name.length === 0;
  if (token === "*") return [...name, ""].some((_, at) => naive(tokens, name.slice(at)));
  return name.length > 0 && (token === "?" || token === name[0]) && naive(tokens, name.slice(1));
}

test("a pattern of very many brackets is compiled at once", { timeout: 60_000 }, () => {
  for (const pattern of ["[".repeat(2e6), `[]${"[".repeat(2e6)}`, "[a]".repeat(5e5)]) {
    assert.equal(matches(pattern, "a"), false);
  }
  assert.ok(matches("[".repeat(1000), "[".repeat(1000)));
});

test("stars and question marks agree with a matcher that tries everything", () => {
  const random = new Random(7n);
  for (let round = 0; round < 20_000; round += 1) {
    const pattern = random.some(["a", "b", "*", "?", "\u{1f600}"], 7);
    const name = random.some(["a", "b", "\u{1f600}"], 7);
    const [left, right] = [pattern.join(""), name.join("")];
    assert.equal(matches(left, right), naive(pattern, name), `${left} over ${right}`);
  }
});

const RULES = [
  { toolPattern: "fs.write", mode: "deny", reason: "" },
  { toolPattern: "fs.*", mode: "allow", reason: null },
  { toolPattern: "*.exec", mode: "deny" },
];

test("the first rule that covers the name decides, with its pattern and reason", () => {
  const policy = new PermissionPolicy(RULES);
  assert.deepEqual(policy.explain("fs.write"), {
    mode: "deny", ruleMatched: "fs.write", reason: "",
  });
  assert.deepEqual(policy.explain("fs.read"), { mode: "allow", ruleMatched: "fs.*", reason: null });
  assert.deepEqual(policy.explain("web"), { mode: "prompt", ruleMatched: null, reason: null });
  assert.equal(policy.evaluate("proc.exec"), "deny");
  assert.equal(new PermissionPolicy([]).evaluate("fs.read"), "prompt");
});

test("a mode is one of three texts, and a policy with any other is no policy", () => {
  assert.equal(parseMode("allow"), "allow");
  for (const mode of ["", "Allow", "deny ", "ask"]) {
    assert.throws(() => parseMode(mode), { code: "INVALID_MODE", details: undefined });
    const rules = [...RULES, { toolPattern: "nothing", mode }];
    assert.throws(() => new PermissionPolicy(rules), { code: "INVALID_MODE" });
  }
});

test("a record has a reason on deny only, null when there is none", () => {
  const policy = new PermissionPolicy(RULES);
  assert.deepEqual(audit(policy, "proc.exec", "s", 0), {
    timestamp: "1970-01-01T00:00:00.000Z",
    tool_name: "proc.exec",
    mode: "deny",
    rule_matched: "*.exec",
    session_id: "s",
    reason: null,
  });
  assert.equal("reason" in audit(policy, "fs.read", "s", 0), false);
  assert.equal(audit(policy, "fs.write", "s", 0).reason, "");
});

test("times are written from year 0000 to 9999, rounded down, and no further", () => {
  const policy = new PermissionPolicy([]);
  /** @type {[number, string][]} */
  const times = [
    [-1, "1969-12-31T23:59:59.999Z"],
    [951_782_400_000, "2000-02-29T00:00:00.000Z"],
    [EARLIEST_MS, "0000-01-01T00:00:00.000Z"],
    [LATEST_MS, "9999-12-31T23:59:59.999Z"],
  ];
  for (const [time, text] of times) assert.equal(audit(policy, "", "", time).timestamp, text);
  for (const time of [EARLIEST_MS - 1, LATEST_MS + 1, 0.5, Number.NaN]) {
    assert.throws(() => audit(policy, "", "", time), RangeError);
  }
});
