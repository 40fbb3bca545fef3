// The parameters of the actions of `test`, as JSON Schemas.

/** @typedef {import("../../envelope/index.js").ParameterSchema} ParameterSchema */

/** @type {ParameterSchema} */
const text = { type: "string" };

/** @param {number} minimum @param {number} maximum @returns {ParameterSchema} */
const integer = (minimum, maximum) => ({ type: "integer", minimum, maximum });

/** @type {Record<"list" | "run" | "status", ParameterSchema>} */
export const schemas = {
  list: {
    type: "object",
    description: "Lists test suites.",
    properties: { path: text, limit: integer(1, 1000), cursor: text },
    additionalProperties: false,
  },
  run: {
    type: "object",
    description: "Runs a test suite.",
    properties: {
      suite: text,
      filter: text,
      parallel: integer(1, 256),
      env: { type: "object", additionalProperties: text },
      timeout: integer(1, 86400),
      background_after_ms: integer(0, 600000),
    },
    additionalProperties: false,
  },
  status: {
    type: "object",
    description: "Tells how a run goes or went.",
    properties: { run_id: text },
    required: ["run_id"],
    additionalProperties: false,
  },
};
