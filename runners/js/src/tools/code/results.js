// The one form of what is found: `{uri, range, snippet, symbol_id}`, sorted and in pages.

import { InvalidParams, page } from "../../envelope/index.js";
import { pathFromUri } from "../../ids/index.js";
import { violation } from "../failures.js";
import { byBytes, byComponents } from "./order.js";

/** @typedef {import("../../envelope/index.js").Outcome} Outcome */
/** @typedef {import("../../ids/index.js").Range} Range */
/** @typedef {import("./source.js").Source} Source */
/** @typedef {import("./source.js").Span} Span */

/**
 * @typedef {object} Result
 * @property {string} uri
 * @property {Range} range
 * @property {string} snippet
 * @property {string | null} symbol_id
 */

/**
 * What is found at a stretch of a file, with the line in which it begins.
 *
 * Spec: CODE-6
 * @param {string} uri
 * @param {Source} source
 * @param {Span} span
 * @param {string | null} id
 * @returns {Result}
 */
export function result(uri, source, span, id) {
  return { uri, range: source.range(span), snippet: source.snippet(span.start), symbol_id: id };
}

/**
 * Results by the bytes of the components of their paths, then by place.
 *
 * Spec: CODE-9
 * @param {readonly Result[]} results
 * @returns {Result[]}
 */
export function inOrder(results) {
  return results.toSorted(
    (left, right) =>
      byComponents(pathFromUri(left.uri), pathFromUri(right.uri)) ||
      left.range.start.line - right.range.start.line ||
      left.range.start.col - right.range.start.col ||
      left.range.end.line - right.range.end.line ||
      left.range.end.col - right.range.end.col ||
      byBytes(left.symbol_id ?? "", right.symbol_id ?? ""),
  );
}

/**
 * One page of results; `given` are the parameters as they came.
 *
 * Throws `INVALID_PARAMS` for a cursor that is none of this list.
 * Spec: CODE-10
 * @param {string} action
 * @param {{ limit?: number, cursor?: string }} given
 * @param {readonly Result[]} results
 * @param {string} backend
 * @returns {Outcome}
 */
export function paged(action, { limit, cursor, ...query }, results, backend) {
  try {
    const found = page(items(results), { ...query, action }, { limit, cursor });
    const paging = { cursor: found.cursor, more: found.more };
    return { data: { results: found.items.map(({ value }) => value) }, backend, paging };
  } catch (problem) {
    if (!(problem instanceof InvalidParams)) throw problem;
    throw violation("/cursor", "cursor", problem.message);
  }
}

/** @param {readonly Result[]} results */
function items(results) {
  /** @type {Map<string, number>} */
  const seen = new Map();
  return results.map((value) => {
    const { line, col } = value.range.start;
    const place = `${value.uri}#${line}:${col}`;
    const before = seen.get(place) ?? 0;
    seen.set(place, before + 1);
    return { key: `${place}#${before}`, value };
  });
}
