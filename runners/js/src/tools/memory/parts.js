// One memory out of parts that are kept in different places, and back.

import { isDeepStrictEqual } from "node:util";

/** @typedef {import("../../memory/index.js").Entry} Entry */
/** @typedef {import("../../memory/index.js").Scope} Scope */
/** @typedef {import("../../memory/index.js").State} State */
/** @typedef {Readonly<Record<Scope, State>>} Parts */

// From near to far: where two parts have given one id, the nearer one keeps it.
const NEAREST_FIRST = /** @type {const} */ (["project", "session", "global"]);

/** @type {State} */
export const EMPTY = Object.freeze({ next: 1, memories: [], facts: [] });

/**
 * The state that all parts come to.
 *
 * Spec: KEPT-6
 * @param {Parts} parts
 * @returns {State}
 */
export function whole(parts) {
  let next = Math.max(...NEAREST_FIRST.map((scope) => parts[scope].next));
  /** @type {Map<string, Entry>} */
  const memories = new Map();
  for (const entry of NEAREST_FIRST.flatMap((scope) => parts[scope].memories)) {
    const id = memories.has(entry.id) ? `mem_${next++}` : entry.id;
    memories.set(id, { ...entry, id });
  }
  return {
    next,
    memories: [...memories.values()].sort((left, right) => number(left) - number(right)),
    facts: NEAREST_FIRST.flatMap((scope) => parts[scope].facts),
  };
}

/**
 * The parts of a state, each with the number of the next id.
 * @param {State} state
 * @returns {Parts}
 */
export function divided({ next, memories, facts }) {
  /** @param {Scope} wanted @returns {State} */
  const part = (wanted) => ({
    next,
    memories: memories.filter(({ scope }) => scope === wanted),
    facts: facts.filter(({ scope }) => scope === wanted),
  });
  return { session: part("session"), project: part("project"), global: part("global") };
}

/**
 * Whether a part has to be kept anew: the number of the next id alone is no reason.
 * @param {State} before
 * @param {State} after
 */
export function differs(before, after) {
  return (
    !isDeepStrictEqual(before.memories, after.memories) ||
    !isDeepStrictEqual(before.facts, after.facts)
  );
}

/** @param {Entry} entry */
const number = ({ id }) => Number(id.slice("mem_".length));
