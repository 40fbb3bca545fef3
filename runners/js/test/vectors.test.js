// Every vector of the contract whose operation is implemented here, answered in process.
// HANZO_TEST_VECTORS names another folder of vector files. What needs a workspace is left to the
// harness, which lays it out.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";

import { answer } from "../src/adapter.js";
import { loadOperations } from "../src/operations.js";
import { holds } from "../testing/json-schema.js";

/**
 * @typedef {object} Vector
 * @property {string} id
 * @property {string} operation
 * @property {unknown} input
 * @property {{ result: unknown } | { error: { code: string, details?: unknown } }} expected
 * @property {Record<string, Record<string, unknown>>} [where]
 */

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
      const actual = await respond(vector);
      if (!agrees(actual, vector)) {
        const pair = { expected: vector.expected, actual };
        failures.push(`${vector.id} ${JSON.stringify(pair)}`);
      }
    }
    assert.equal(failures.length, 0, failures.join("\n"));
  });
}

/** @returns {Map<string, Vector[]>} by file name, files without a vector for us left out */
function readVectorFiles() {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith(".json")).sort();
  const read = names.map((name) => {
    const { vectors } = JSON.parse(readFileSync(join(FOLDER, name), "utf8"));
    const ours = vectors.flatMap(questions).filter((/** @type {Vector} */ one) =>
      operations.has(one.operation),
    );
    return /** @type {const} */ ([name, /** @type {Vector[]} */ (ours)]);
  });
  return new Map(read.filter(([, vectors]) => vectors.length > 0));
}

/**
 * What a vector asks, question by question; nothing where a harness has to lay out a workspace.
 * @param {any} vector
 * @returns {Vector[]}
 */
function questions(vector) {
  if (vector.workspace) return [];
  const steps = vector.steps ?? [vector];
  return steps.map((/** @type {Vector} */ step) => ({ ...step, id: vector.id }));
}

/** @param {Vector} vector @returns {Promise<any>} the answer in the form of `expected` */
async function respond({ operation, input }) {
  const request = { jsonrpc: "2.0", id: 1, method: operation, params: input };
  const { result, error } = JSON.parse(await answer(JSON.stringify(request), operations));
  if (!error) return { result };
  // Only a domain error has data; any other error is the adapter's own and agrees with nothing.
  return error.code === -32000 ? { error: error.data } : { adapter: error };
}

/** @param {any} actual @param {Vector} vector @returns {boolean} */
function agrees(actual, { expected, where = {} }) {
  const [left, right] = [structuredClone(actual), /** @type {any} */ (structuredClone(expected))];
  for (const [pointer, schema] of Object.entries(where)) {
    const found = take(left.result, pointer);
    if (found === undefined || !holds(found, schema)) return false;
    take(right.result, pointer);
  }
  return isDeepStrictEqual(left, right);
}

/**
 * Takes out the value at a JSON Pointer below the root; undefined when there is none.
 * @param {any} value
 * @param {string} pointer
 * @returns {unknown}
 */
function take(value, pointer) {
  const keys = pointer.split("/").slice(1);
  const last = keys.pop()?.replaceAll("~1", "/").replaceAll("~0", "~");
  if (last === undefined) throw new Error(`where: ${pointer} is not below the root`);
  let holder = value;
  for (const key of keys) holder = holder?.[key.replaceAll("~1", "/").replaceAll("~0", "~")];
  const found = holder?.[last];
  if (found !== undefined) holder[last] = null;
  return found;
}
