// The schemas of the parameters of llm.

/** @typedef {import("../../envelope/index.js").ParameterSchema} ParameterSchema */

/** @type {ParameterSchema} */
const text = { type: "string" };
/** @type {ParameterSchema} */
const texts = { type: "array", items: text };
/** @type {ParameterSchema} */
const endpoint = {
  type: "string",
  description: "URL of another service than the configured one.",
};
/** @type {ParameterSchema} */
const tokens = { type: "integer", minimum: 1 };
const question = { prompt: text, model: text, system: text, max_tokens: tokens, endpoint };

export const QUERY = object("Asks a model.", question, ["prompt", "model"]);
export const STREAM = object("Asks a model, and reads as it writes.", question, [
  "prompt",
  "model",
]);
export const EMBED = object("Turns texts into vectors.", { texts, model: text, endpoint }, [
  "texts",
  "model",
]);
export const CONSENSUS = object(
  "Asks several models, and says whether they agree.",
  { prompt: text, models: texts, system: text, endpoint },
  ["prompt", "models"],
);

/**
 * @param {string} description
 * @param {Readonly<Record<string, ParameterSchema>>} properties
 * @param {readonly string[]} required
 * @returns {ParameterSchema}
 */
function object(description, properties, required) {
  return { type: "object", description, properties, required, additionalProperties: false };
}
