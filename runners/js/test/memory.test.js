// Beside what the vectors ask: a memory as a value.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Memory } from "../src/memory/index.js";

const EMPTY = Object.freeze({ next: 1, memories: Object.freeze([]), facts: Object.freeze([]) });

test("a call leaves the memory that it was made on", () => {
  const memory = new Memory(EMPTY);
  assert.equal(memory.apply("create", { content: "a" }, 1).state.next, 2);
  assert.deepEqual(memory.state, { next: 1, memories: [], facts: [] });
});

test("pages that follow one another hold everything once", () => {
  let memory = new Memory(EMPTY);
  for (let number = 0; number < 25; number += 1) {
    memory = new Memory(memory.apply("create", { content: `text ${number}` }, 1).state);
  }
  const seen = [];
  for (let place = {}; ; ) {
    const { data, paging } = memory.apply("recall", { limit: 4, ...place }, 1);
    const found = /** @type {{ id: string }[]} */ (data["memories"]);
    seen.push(...found.map(({ id }) => id));
    if (!paging?.cursor) break;
    place = { cursor: paging.cursor };
  }
  assert.deepEqual(seen, Array.from({ length: 25 }, (_, index) => `mem_${index + 1}`));
});
