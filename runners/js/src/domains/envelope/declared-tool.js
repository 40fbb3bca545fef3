// A tool as a request declares it: what its actions come to is written down, and not run.

import {
  boolean, integer, json, list, map, nullable, oneOf, optional, record, recursive, text, union,
} from "../../adapter.js";
import { ToolError } from "../../envelope/index.js";

/** @typedef {import("../../envelope/index.js").ParameterSchema} ParameterSchema */
/** @typedef {import("../../envelope/index.js").Outcome} Outcome */
/** @typedef {import("../../envelope/index.js").Tool} Tool */

/**
 * @template T
 * @typedef {import("../../adapter/shape.js").Shape<T>} Shape
 */

/** Text that may be null or absent, both for nothing. */
export const textOrNothing = optional(nullable(text));

/** The paging of a success, which may be null or absent. */
export const pagingOrNothing = optional(
  nullable(record({ cursor: nullable(text), more: boolean })),
);

/** Details of a failure, which may be null or absent. */
export const detailsOrNothing = optional(nullable(map(json)));

const typeName = oneOf("null", "boolean", "integer", "number", "string", "array", "object");

/** @type {Shape<ParameterSchema>} */
const schema = recursive((self) =>
  record({
    type: optional(union(typeName, list(typeName, { least: 1, distinct: true }))),
    title: optional(text),
    description: optional(text),
    default: optional(json),
    properties: optional(map(self)),
    required: optional(list(text, { distinct: true })),
    additionalProperties: optional(union(boolean, self)),
    enum: optional(list(json)),
    minimum: optional(integer()),
    maximum: optional(integer()),
    items: optional(self),
  }),
);

const outcome = union(
  record({ data: json, backend: textOrNothing, paging: pagingOrNothing }),
  record({ error: record({ code: text, message: text, details: detailsOrNothing }) }),
  record({ raised: text }),
);

/** A tool with its actions by name, each with its parameters and its outcome. */
export const tool = record({
  name: text,
  version: text,
  backend: nullable(text),
  actions: map(record({ params: schema, outcome })),
});

/** @typedef {import("../../adapter/composite-shape.js").TypeOf<typeof outcome>} DeclaredOutcome */
/** @typedef {import("../../adapter/composite-shape.js").TypeOf<typeof tool>} DeclaredTool */

/**
 * The tool whose actions come to what is written down.
 * @param {DeclaredTool} declared
 * @returns {Tool}
 */
export function toolOf({ actions, ...rest }) {
  const runnable = Object.entries(actions).map(([name, { params, outcome }]) =>
    /** @type {const} */ ([name, { params, run: () => comeTo(outcome) }]),
  );
  return { ...rest, actions: Object.fromEntries(runnable) };
}

/** @param {DeclaredOutcome} outcome @returns {Outcome} */
function comeTo(outcome) {
  if ("raised" in outcome) throw new Error(outcome.raised);
  if (!("error" in outcome)) return outcome;
  const { code, message, details } = outcome.error;
  throw new ToolError(code, message, details);
}
