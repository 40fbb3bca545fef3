// What a model's answers say: chat completions, their streams, embeddings.

import { SseFrameBuffer } from "../../sse/index.js";
import { jsonIn, unreadable } from "../endpoint.js";

// What ends a stream in the chat completions protocol.
const DONE = "[DONE]";
// Those of ASCII: what else is white space, languages see differently.
const BLANKS = /^[\t\n\v\f\r ]+|[\t\n\v\f\r ]+$/g;

/**
 * The text of the first choice. Spec: LLM-3
 * @param {unknown} answer
 * @returns {string}
 */
export function completion(answer) {
  const [first] = listIn(answer, "choices");
  return textIn(objectIn(first, "message"), "content");
}

/**
 * The texts of the first choice, as they came. Spec: LLM-4
 * @param {string} stream
 * @returns {string[]}
 */
export function pieces(stream) {
  const found = [];
  for (const { data } of new SseFrameBuffer().feed(stream)) {
    if (data === DONE) break;
    const choices = listIn(jsonIn(data), "choices");
    if (choices.length === 0) continue;
    const delta = objectIn(choices[0], "delta");
    const content = delta["content"] ?? "";
    // Roles come without text, and so do ends.
    if (content !== "") found.push(textIn(delta, "content"));
  }
  return found;
}

/**
 * The vectors by their index, which are all below `count`. Spec: LLM-5
 * @param {unknown} answer
 * @param {number} count
 * @returns {number[][]}
 */
export function embeddings(answer, count) {
  const rows = listIn(answer, "data");
  /** @type {Map<number, number[]>} */
  const found = new Map();
  for (const row of rows) {
    const vector = listIn(row, "embedding");
    if (!vector.every((number) => typeof number === "number")) throw unreadable("no vector");
    const index = /** @type {any} */ (row)["index"];
    if (!Number.isInteger(index) || index < 0 || index >= count) throw unreadable("no index");
    found.set(index, /** @type {number[]} */ (vector));
  }
  if (rows.length !== count || found.size !== count) {
    throw unreadable(`not one vector for each of ${count} texts`);
  }
  return [...found].sort(([left], [right]) => left - right).map(([, vector]) => vector);
}

/**
 * The text that most have given, and how many; of two that are as frequent the first.
 *
 * Spec: LLM-6, LLM-9
 * @param {readonly string[]} texts
 */
export function consensusOf(texts) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const text of texts.map((each) => each.replace(BLANKS, ""))) {
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const agreeing = Math.max(...counts.values());
  const text = [...counts].find(([, count]) => count === agreeing)?.[0] ?? "";
  return { text, agreeing };
}

/** @param {unknown} value @param {string} name @returns {unknown} */
function memberOf(value, name) {
  const isObject = typeof value === "object" && value !== null && Object.hasOwn(value, name);
  return isObject ? /** @type {Record<string, unknown>} */ (value)[name] : undefined;
}

/** @param {unknown} value @param {string} name @returns {unknown[]} */
function listIn(value, name) {
  const found = memberOf(value, name);
  if (!Array.isArray(found)) throw unreadable(`no ${name}`);
  return found;
}

/** @param {unknown} value @param {string} name @returns {Record<string, unknown>} */
function objectIn(value, name) {
  const found = memberOf(value, name);
  if (typeof found !== "object" || found === null || Array.isArray(found)) {
    throw unreadable(`no ${name}`);
  }
  return /** @type {Record<string, unknown>} */ (found);
}

/** @param {unknown} value @param {string} name @returns {string} */
function textIn(value, name) {
  const found = memberOf(value, name);
  if (typeof found !== "string") throw unreadable(`no ${name}`);
  return found;
}
