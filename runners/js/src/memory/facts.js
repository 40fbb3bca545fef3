// The action over facts.

import { compareUtf8 } from "../utf8-order.js";
import { paged, refuse } from "./applied.js";

/** @typedef {import("./applied.js").Fact} Fact */
/** @typedef {import("./applied.js").Scope} Scope */
/** @typedef {Omit<Fact, "scope"> & { scope?: Scope }} FactParams */

const TEXTS = /** @type {const} */ (["subject", "predicate", "object"]);

/**
 * The facts there are once some were removed and some added.
 *
 * Spec: MEMORY-31 to MEMORY-39
 * @param {import("./applied.js").State} state
 * @param {{ add?: FactParams[], remove?: FactParams[], subject?: string, predicate?: string,
 *   scope?: Scope, limit?: number, cursor?: string }} params
 */
export function facts(state, { add = [], remove = [], subject, predicate, scope, ...place }) {
  refuse([...nul("remove", remove), ...nul("add", add)]);
  const kept = new Map(state.facts.map((fact) => [key(fact), fact]));
  for (const item of remove) kept.delete(key(whole(item)));
  for (const fact of add.map(whole)) if (!kept.has(key(fact))) kept.set(key(fact), fact);
  // NUL is in no text and before every other character: by key is by the four, one after another.
  const found = [...kept]
    .filter(([, fact]) => (subject ?? fact.subject) === fact.subject)
    .filter(([, fact]) => (predicate ?? fact.predicate) === fact.predicate)
    .filter(([, fact]) => (scope ?? fact.scope) === fact.scope)
    .map(([name, value]) => ({ key: name, value }))
    .sort((left, right) => compareUtf8(left.key, right.key));
  const query = {
    subject: subject ?? null, predicate: predicate ?? null, scope: scope ?? null,
  };
  return paged("facts", found, query, place, { ...state, facts: [...kept.values()] });
}

/** @param {FactParams} item @returns {Fact} */
function whole({ subject, predicate, object, scope = "project" }) {
  return { subject, predicate, object, scope };
}

/** @param {Fact} fact @returns {string} */
function key({ subject, predicate, object, scope }) {
  return [subject, predicate, object, scope].join("\0");
}

/**
 * Texts with a NUL, by which keys are joined. Spec: MEMORY-38
 * @param {string} name
 * @param {readonly FactParams[]} items
 */
function nul(name, items) {
  return items.flatMap((item, index) =>
    TEXTS.filter((member) => item[member].includes("\0")).map((member) => ({
      pointer: `/${name}/${index}/${member}`,
      rule: "nul",
    })),
  );
}
