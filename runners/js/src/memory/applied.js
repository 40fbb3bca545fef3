// What an action comes to, and the ways in which one is refused.

import { page, ToolError } from "../envelope/index.js";
import { invalid } from "../tools/violations.js";

/** @typedef {import("../envelope/index.js").Item} Item */
/** @typedef {import("../envelope/index.js").Violation} Violation */
/** @typedef {"session" | "project" | "global"} Scope */

/**
 * One memory; times are milliseconds since 1970-01-01T00:00:00Z.
 * @typedef {object} Entry
 * @property {string} id
 * @property {string} content
 * @property {string[]} tags sorted, each once
 * @property {Scope} scope
 * @property {number} created_ms
 * @property {number} updated_ms
 */

/** @typedef {{ subject: string, predicate: string, object: string, scope: Scope }} Fact */

/**
 * All that is remembered, the oldest first; `next` is the number of the next id.
 * @typedef {{ next: number, memories: readonly Entry[], facts: readonly Fact[] }} State
 */

/**
 * What a call answers, and the state afterwards; paging is null for what is no list.
 * @typedef {object} Applied
 * @property {Record<string, unknown>} data
 * @property {{ cursor: string | null, more: boolean } | null} paging
 * @property {State} state
 */

/**
 * One page of a list, under this name; throws the violation `cursor` for one of something else.
 * @param {string} name
 * @param {readonly Item[]} items
 * @param {Readonly<Record<string, unknown>>} query
 * @param {{ limit?: number, cursor?: string }} place
 * @param {State} state
 * @returns {Applied}
 */
export function paged(name, items, query, place, state) {
  const { items: found, cursor, more } = pageOf(items, query, place);
  return { data: { [name]: found.map(({ value }) => value) }, paging: { cursor, more }, state };
}

/**
 * @param {readonly Item[]} items
 * @param {Readonly<Record<string, unknown>>} query
 * @param {{ limit?: number, cursor?: string }} place
 */
function pageOf(items, query, place) {
  try {
    return page(items, query, place);
  } catch {
    throw invalid([{ pointer: "/cursor", rule: "cursor" }]);
  }
}

/**
 * Throws `INVALID_PARAMS` with all violations, sorted, if there are any.
 *
 * Spec: MEMORY-5
 * @param {readonly Violation[]} violations
 */
export function refuse(violations) {
  if (violations.length > 0) throw invalid(violations);
}

/**
 * Throws `NOT_FOUND` with the first id that no memory has.
 *
 * Spec: MEMORY-6
 * @param {State} state
 * @param {readonly string[]} ids
 */
export function refuseUnknown({ memories }, ids) {
  const known = new Set(memories.map(({ id }) => id));
  const unknown = ids.find((id) => !known.has(id));
  if (unknown === undefined) return;
  throw new ToolError("NOT_FOUND", `there is no memory ${unknown}`, { id: unknown });
}
