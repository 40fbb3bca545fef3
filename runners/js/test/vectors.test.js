// Every vector of the contract whose operation is implemented here, answered in process.
// HANZO_TEST_VECTORS names another folder of vector files. What needs a workspace is left to the
// harness, which lays it out.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { loadOperations } from "../src/operations.js";
import { agrees, answerOf, questionsOf } from "../testing/judge.js";

/** @typedef {import("../testing/judge.js").Question} Question */

const FOLDER =
  process.env["HANZO_TEST_VECTORS"] ??
  fileURLToPath(new URL("../../../test-vectors/", import.meta.url));

const operations = await loadOperations();
const files = readVectorFiles();

test("the contract has vectors for operations of ours", () => {
  const count = [...files.values()].reduce((sum, vectors) => sum + vectors.length, 0);
  assert.ok(count > 0, `no vector in ${FOLDER} names an operation of ours`);
});

for (const [file, vectors] of files) {
  test(`${file}: ${vectors.length} vectors`, async () => {
    const failures = [];
    for (const vector of vectors) {
      const actual = await answerOf(vector, operations);
      if (!agrees(actual, vector)) {
        const pair = { expected: vector.expected, actual };
        failures.push(`${vector.id} ${JSON.stringify(pair)}`);
      }
    }
    assert.equal(failures.length, 0, failures.join("\n"));
  });
}

/** @returns {Map<string, Question[]>} by file name, files without a vector for us left out */
function readVectorFiles() {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith(".json")).sort();
  const read = names.map((name) => {
    const { vectors } = JSON.parse(readFileSync(join(FOLDER, name), "utf8"));
    const ours = vectors.flatMap(questionsOf).filter((/** @type {Question} */ one) =>
      operations.has(one.operation),
    );
    return /** @type {const} */ ([name, /** @type {Question[]} */ (ours)]);
  });
  return new Map(read.filter(([, vectors]) => vectors.length > 0));
}
