// Pages of answers that are found one after the other, of which no more are looked for than asked.
// The form of cursors and the cutting itself are those of the envelope.

import { InvalidParams, page } from "../../envelope/index.js";
import { violation } from "../failures.js";

/** @typedef {import("../../envelope/index.js").Item} Item */

const DEFAULT_LIMIT = 100;

/**
 * Parameters of an action that answers in pages.
 * @type {Record<string, import("../../envelope/index.js").ParameterSchema>}
 */
export const pageParams = {
  limit: {
    type: "integer", minimum: 1, maximum: 1000, description: "How many at most; without it, 100.",
  },
  cursor: { type: "string", description: "meta.paging.cursor of the page before this one." },
};

/**
 * The key after which the page begins, null for the first one.
 *
 * Throws `INVALID_PARAMS` for a cursor that this query has never given.
 * @param {string | undefined} cursor
 * @param {unknown} query
 * @returns {string | null}
 */
export function keyOf(cursor, query) {
  if (cursor === undefined) return null;
  const key = keyIn(cursor);
  if (typeof key !== "string" || !key.isWellFormed()) throw refused();
  cut([{ key, value: null }], query, undefined, cursor);
  return key;
}

/** @param {string} cursor @returns {unknown} */
function keyIn(cursor) {
  try {
    return JSON.parse(Buffer.from(cursor, "base64url").toString()).k;
  } catch {
    throw refused();
  }
}

/**
 * One page as the member `name` of the data, with its paging.
 *
 * Throws `INVALID_PARAMS` for a cursor of no item. Spec: FS-115, FS-116
 * @param {Iterable<Item>} items in order; they need not begin before the cursor's
 * @param {string} name
 * @param {unknown} query
 * @param {number | undefined} limit
 * @param {string | undefined} cursor
 */
export function paged(items, name, query, limit, cursor) {
  const key = keyOf(cursor, query);
  // One that the last page ended with, a page, and one that tells whether there is another.
  const wanted = (limit ?? DEFAULT_LIMIT) + 2;
  /** @type {Item[]} */
  const found = [];
  for (const item of items) {
    if (found.length > 0 || key === null || item.key === key) found.push(item);
    if (found.length === wanted) break;
  }
  const { items: taken, cursor: next, more } = cut(found, query, limit, cursor);
  return {
    data: { [name]: taken.map(({ value }) => value) },
    paging: { cursor: next, more },
  };
}

/**
 * @param {readonly Item[]} items
 * @param {unknown} query
 * @param {number | undefined} limit
 * @param {string | undefined} cursor
 */
function cut(items, query, limit, cursor) {
  try {
    return page(items, query, { limit, cursor });
  } catch (problem) {
    if (problem instanceof InvalidParams) throw refused();
    throw problem;
  }
}

function refused() {
  return violation("/cursor", "cursor", "no such cursor here");
}
