import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";

import { InvalidParams, page } from "hanzo-conformance-js/envelope";

import { Random } from "../testing/random.js";

/** @param {...string} keys */
const items = (...keys) => keys.map((key, value) => ({ key, value }));

test("a cursor is base64url of the last key, the query's digest and a version", () => {
  const { cursor } = page(items("a", "b\n\u{1f600}", "c"), { b: 1, a: "é" }, { limit: 2 });
  const digest = createHash("sha256").update('{"a":"é","b":1}').digest("hex").slice(0, 16);
  const content = `{"k":"b\\n\u{1f600}","q":"${digest}","v":1}`;
  assert.equal(cursor, Buffer.from(content).toString("base64url"));
});

test("a limit is from 1 to 1000, and 100 when there is none", () => {
  const all = items(...Array.from({ length: 1001 }, (_, number) => `${number}`));
  assert.equal(page(all, null).items.length, 100);
  assert.equal(page(all, null, { limit: null, cursor: null }).items.length, 100);
  assert.equal(page(all, null, { limit: 1000 }).items.length, 1000);
  for (const limit of [0, -1, 1001, 1.5]) {
    assert.throws(() => page(all, null, { limit }), InvalidParams);
  }
});

test("a foreign cursor, one that was tampered with and a list with twins are refused", () => {
  const all = items("a", "b", "c");
  const cursor = String(page(all, { q: 1 }, { limit: 1 }).cursor);
  assert.deepEqual(page(all, { q: 1 }, { cursor }).items, all.slice(1));
  for (const [query, given] of /** @type {[unknown, string][]} */ ([
    [{ q: 2 }, cursor], [{ q: 1 }, ""], [{ q: 1 }, `${cursor}=`], [{ q: 1 }, cursor.slice(0, -1)],
    [{ q: 1 }, `${cursor}\n`], [{ q: 1 }, cursor.toLowerCase()],
  ])) {
    assert.throws(() => page(all, query, { cursor: given }), { code: "INVALID_PARAMS" });
  }
  assert.throws(() => page(items("a", "b", "a"), null), InvalidParams);
});

test("the pages together are the list, whatever the limits", () => {
  const random = new Random(53n);
  for (let round = 0; round < 500; round += 1) {
    const all = items(...new Set(random.some(["", "a", "b", "é", "\u{1f600}", "k", "l", "m"], 12)));
    /** @type {unknown[]} */
    const seen = [];
    let cursor = null;
    do {
      const limit = 1 + random.below(4);
      const found = page(all, { round }, { limit, cursor });
      assert.equal(found.more, found.cursor !== null);
      assert.ok(found.items.length <= limit);
      seen.push(...found.items);
      cursor = found.cursor;
    } while (cursor !== null);
    assert.deepEqual(seen, all);
  }
});
