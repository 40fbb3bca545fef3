// Lists in pages: a cursor remembers the last key, and for which query it was given. A cursor is
// never taken apart: it is accepted if this list and this query would give it, so nothing tampered
// can get in.

import { createHash } from "node:crypto";

import { canonicalJson } from "../canonical-json.js";
import { InvalidParams } from "./builder.js";

const DEFAULT_LIMIT = 100;
const LARGEST_LIMIT = 1000;
const VERSION = 1;
const QUERY_DIGITS = 16;

/**
 * One entry of a list; the key is its own in the list, the value any JSON value.
 * @typedef {{ key: string, value: unknown }} Item
 */

/**
 * Entries that follow one another, and the cursor of the next page, null on the last one.
 * @typedef {{ items: Item[], cursor: string | null, more: boolean }} Page
 */

/**
 * The entries after the cursor, up to `limit` of them, 100 without one; throws `InvalidParams`.
 *
 * Spec: ENVELOPE-52 to ENVELOPE-62
 * @param {readonly Item[]} items the whole list
 * @param {unknown} query what the list is the answer to, any JSON value
 * @param {{ limit?: number | null | undefined, cursor?: string | null | undefined }} [place]
 * @returns {Page}
 */
export function page(items, query, { limit, cursor } = {}) {
  const most = limit ?? DEFAULT_LIMIT;
  if (!(Number.isInteger(most) && most >= 1 && most <= LARGEST_LIMIT)) {
    throw new InvalidParams(`a page has 1 to ${LARGEST_LIMIT} items`);
  }
  if (new Set(items.map(({ key }) => key)).size < items.length) {
    throw new InvalidParams("two items have the same key");
  }
  const digest = queryDigest(query);
  const start = typeof cursor === "string" ? indexAfter(items, digest, cursor) : 0;
  const found = items.slice(start, start + most);
  const last = found.at(-1);
  const more = last !== undefined && start + most < items.length;
  return { items: found, cursor: more ? encodeCursor(last.key, digest) : null, more };
}

/**
 * The first 16 hexadecimal digits of the SHA-256 of a query's canonical JSON.
 *
 * Spec: ENVELOPE-56
 * @param {unknown} query
 * @returns {string}
 */
function queryDigest(query) {
  return createHash("sha256").update(canonicalJson(query)).digest("hex").slice(0, QUERY_DIGITS);
}

/**
 * Spec: ENVELOPE-57, ENVELOPE-60
 * @param {readonly Item[]} items
 * @param {string} digest
 * @param {string} cursor
 * @returns {number}
 */
function indexAfter(items, digest, cursor) {
  const index = items.findIndex(({ key }) => encodeCursor(key, digest) === cursor);
  if (index < 0) throw new InvalidParams("this list and query have not given that cursor");
  return index + 1;
}

/**
 * Spec: ENVELOPE-55; RFC 4648 §5
 * @param {string} key
 * @param {string} digest
 * @returns {string}
 */
function encodeCursor(key, digest) {
  return Buffer.from(canonicalJson({ k: key, q: digest, v: VERSION })).toString("base64url");
}
