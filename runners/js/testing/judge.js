// The judge of answers: the one place of this package that knows when an answer is the expected one.

import { isDeepStrictEqual } from "node:util";

import { answer } from "../src/adapter.js";
import { holds } from "./json-schema.js";

/**
 * One call of a vector: a vector without steps is one, and of a vector with steps each step is.
 * @typedef {object} Question
 * @property {string} id the vector's
 * @property {string} operation
 * @property {unknown} input
 * @property {{ result: unknown } | { error: { code: string, details?: unknown } }} expected
 * @property {Record<string, Record<string, unknown>>} [where]
 */

/**
 * What a vector asks, question by question; nothing where a harness has to lay out a workspace.
 * @param {any} vector
 * @returns {Question[]}
 */
export function questionsOf(vector) {
  if (vector.workspace) return [];
  const steps = vector.steps ?? [vector];
  return steps.map((/** @type {Question} */ step) => ({ ...step, id: vector.id }));
}

/**
 * The answer of these operations in the form of `expected`.
 * @param {Pick<Question, "operation" | "input">} question
 * @param {import("../src/adapter.js").Operations} operations
 * @returns {Promise<any>}
 */
export async function answerOf({ operation, input }, operations) {
  const request = { jsonrpc: "2.0", id: 1, method: operation, params: input };
  const { result, error } = JSON.parse(await answer(JSON.stringify(request), operations));
  if (!error) return { result };
  // Only a domain error has data; any other error is the adapter's own and agrees with nothing.
  return error.code === -32000 ? { error: error.data } : { adapter: error };
}

/**
 * Whether an answer is the expected one: equal but for the places of `where`, which have their rules.
 * @param {any} actual
 * @param {Pick<Question, "expected" | "where">} question
 * @returns {boolean}
 */
export function agrees(actual, { expected, where = {} }) {
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
