import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";

import { InvalidName, isReversible, normalize, parse, Registry } from "hanzo-conformance-js/mcp";

/** @param {...[string, string]} pairs */
const tools = (...pairs) => pairs.map(([server, tool]) => ({ server, tool }));

/** @param {Registry} registry */
const names = (registry) => registry.entries.map((entry) => entry.name);

/** @param {string} text @returns {string} */
const hash = (text) => createHash("sha256").update(text).digest("hex").slice(0, 12);

test("each foreign code point becomes one underscore", () => {
  assert.equal(normalize("my files", "read.text"), "mcp__my_files__read_text");
  assert.equal(normalize("\u{1f600}", "é"), `mcp__${"_"}__${"_"}`);
  assert.equal(normalize("e\u0301", "\u0130"), `mcp__${"e_"}__${"_"}`);
  assert.equal(normalize(" A-1_", "mcp__b"), "mcp___A-1___mcp__b");
});

test("an empty server or tool has no name", () => {
  assert.throws(() => normalize("", "b"), InvalidName);
  assert.throws(() => normalize("a", ""), { code: "INVALID_NAME" });
});

test("parsing splits at the first separator behind the prefix", () => {
  assert.deepEqual(parse("mcp__a__b__c"), { server: "a", tool: "b__c" });
  assert.deepEqual(parse("mcp__a___b"), { server: "a", tool: "_b" });
});

const NO_NAMES = [
  "", "mcp__", "mcp_a__b", "MCP__a__b", " mcp__a__b", "mcp__a_b", "mcp____b__c", "mcp__a__",
];
for (const name of NO_NAMES) {
  test(`"${name}" is no name`, () => assert.throws(() => parse(name), InvalidName));
}

test("a name is reversible when parsing gives back what went in", () => {
  assert.equal(isReversible("a", "b__c"), true);
  assert.equal(isReversible("a", "_b"), true);
  assert.equal(isReversible("a_", "b"), false);
  assert.equal(isReversible("a__b", "c"), false);
  assert.equal(isReversible("_", "b"), false);
  assert.equal(isReversible("a.b", "c"), false);
});

test("every member of a colliding group gets its own name", () => {
  const registry = new Registry(tools(["a__b", "c"], ["x", "y"], ["a", "b__c"], ["a", "b__c"]));
  assert.deepEqual(names(registry), [
    `mcp__a__b__c_${hash("a__b\0c")}`,
    "mcp__x__y",
    `mcp__a__b__c_${hash("a\0b__c")}`,
  ]);
});

test("a name of exactly the limit stays, one byte more is shortened", () => {
  const [fits, over] = ["t".repeat(64 - 8), "u".repeat(65 - 8)];
  const registry = new Registry(tools(["s", fits], ["s", over]));
  assert.deepEqual(names(registry), [
    `mcp__s__${fits}`,
    `mcp__s__${"u".repeat(51 - 8)}_${hash(`s\0${over}`)}`,
  ]);
});

test("a name taken by a shortened one is shortened itself", () => {
  // The colliding pair goes first in byte order, and its member's new name is the plain name of
  // a tool that goes later.
  const taken = `c_${hash("a\0b__c")}`;
  const registry = new Registry(tools(["a", "b__c"], ["a__b", "c"], ["a__b", taken]));
  assert.equal(new Set(names(registry)).size, 3);
  const plain = `mcp__a__b__${taken}`;
  assert.equal(registry.find(plain)?.tool, "b__c");
  assert.deepEqual(names(registry)[2], `${plain}_${hash(`a__b\0${taken}`)}`);
});

test("equal hashes count attempts, the shorter server first whatever the order of input", () => {
  const [shorter, longer] = [{ server: "x", tool: "\0\0y" }, { server: "x\0", tool: "\0y" }];
  for (const given of [[shorter, longer], [longer, shorter]]) {
    const named = new Map(
      new Registry(given).entries.map(({ tool, name }) => /** @type {const} */ ([tool, name])),
    );
    assert.equal(named.get(shorter.tool), `mcp__x____y_${hash("x\0\0\0y")}`);
    assert.equal(named.get(longer.tool), `mcp__x____y_${hash("x\0\0\0y\x001")}`);
  }
});

test("names do not depend on the order of the tools, and entries follow it", () => {
  const pairs = tools(["\uff21", "x"], ["\u{1f600}", "x"], ["a", "x"], ["a", "x".repeat(90)]);
  const forward = new Registry(pairs);
  const backward = new Registry([...pairs].reverse());
  assert.deepEqual(forward.entries, [...backward.entries].reverse());
  assert.deepEqual(forward.entries.map(({ server, tool }) => ({ server, tool })), pairs);
});

test("a registry finds a tool by exactly its name", () => {
  const registry = new Registry(tools(["files", "read"]));
  assert.equal(registry.find("mcp__files__read")?.server, "files");
  assert.equal(registry.find("mcp__files__write"), undefined);
});

test("one empty part fails the whole registry", () => {
  assert.throws(() => new Registry(tools(["a", "b"], ["a", ""])), InvalidName);
});

test("the limit is from 32 to 128", () => {
  for (const maxLength of [31, 129]) {
    assert.throws(() => new Registry([], { maxLength }), RangeError);
  }
  for (const maxLength of [32, 128]) {
    const [name] = names(new Registry(tools(["s", "t".repeat(200)]), { maxLength }));
    assert.equal(name?.length, maxLength);
  }
});
