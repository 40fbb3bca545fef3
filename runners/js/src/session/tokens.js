// What messages cost, and when that is too much. In integers only, so that an estimate comes out
// the same in every language; sums are BigInts, because they may exceed 2^53.

import { canonicalJson } from "../canonical-json.js";
import { blocksOf } from "./message.js";

/** @typedef {import("./message.js").Message} Message */

const BYTES_PER_TOKEN = 4;

/**
 * The tokens that the content of a message is reckoned to cost.
 *
 * Spec: SESSION-9
 * @param {Message} message
 * @returns {number}
 */
export function estimate(message) {
  const costs = blocksOf(message).map(
    (block) => Math.floor(Buffer.byteLength(countedText(block)) / BYTES_PER_TOKEN) + 1,
  );
  return costs.reduce((sum, cost) => sum + cost, 0);
}

/**
 * The tokens of all messages together: what each says of itself, else its estimate.
 *
 * Spec: SESSION-8
 * @param {readonly Message[]} messages
 * @returns {bigint}
 */
export function total(messages) {
  return messages.reduce(
    (sum, message) => sum + BigInt(message.token_count ?? estimate(message)),
    0n,
  );
}

/**
 * Whether more than nine tenths of the budget are used.
 *
 * Spec: SESSION-16, SESSION-17
 * @param {bigint} tokens
 * @param {number} maxTokens
 * @returns {boolean}
 */
export function overTrigger(tokens, maxTokens) {
  return tokens * 10n > BigInt(maxTokens) * 9n;
}

/**
 * The text of a block whose UTF-8 bytes count.
 *
 * Spec: SESSION-10 to SESSION-15
 * @param {import("./message.js").Block} block
 * @returns {string}
 */
function countedText(block) {
  if (block.type === "text") return block.text;
  if (block.type === "tool_use") return block.name + canonicalJson(block.input);
  return typeof block.content === "string" ? block.content : canonicalJson(block.content);
}
