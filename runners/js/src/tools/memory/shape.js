// Whether what a file holds is a part of a memory.

import { violations } from "../../envelope/parameters.js";

/** @typedef {import("../../envelope/index.js").ParameterSchema} ParameterSchema */
/** @typedef {import("../../memory/index.js").Scope} Scope */
/** @typedef {import("../../memory/index.js").State} State */

const ID = /^mem_[1-9][0-9]{0,15}$/;
/** @type {ParameterSchema} */
const text = { type: "string" };
/** @type {ParameterSchema} */
const time = { type: "integer", minimum: 0, maximum: Number.MAX_SAFE_INTEGER };

/**
 * @param {unknown} value
 * @param {Scope} scope the one that everything in it has
 * @returns {value is State}
 */
export function isPart(value, scope) {
  if (violations(schemaOf(scope), value).length > 0) return false;
  const { memories } = /** @type {State} */ (value);
  const ids = new Set(memories.map(({ id }) => id));
  return ids.size === memories.length && [...ids].every((id) => ID.test(id));
}

/** @param {Scope} scope @returns {ParameterSchema} */
function schemaOf(scope) {
  const kept = { enum: [scope] };
  const tags = { type: /** @type {const} */ ("array"), items: text };
  return object({
    next: { type: "integer", minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
    memories: {
      type: "array",
      items: object({
        id: text, content: text, tags, scope: kept, created_ms: time, updated_ms: time,
      }),
    },
    facts: {
      type: "array",
      items: object({ subject: text, predicate: text, object: text, scope: kept }),
    },
  });
}

/** @param {Readonly<Record<string, ParameterSchema>>} properties @returns {ParameterSchema} */
function object(properties) {
  return {
    type: "object", properties, required: Object.keys(properties), additionalProperties: false,
  };
}
