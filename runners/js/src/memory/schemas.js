// The schemas of the actions' parameters.

/** @typedef {import("../envelope/index.js").ParameterSchema} ParameterSchema */

/** @type {ParameterSchema} */
const text = { type: "string" };
const texts = list(text);
/** @type {ParameterSchema} */
const scope = { type: "string", enum: ["session", "project", "global"] };
/** @type {ParameterSchema} */
const limit = {
  type: "integer",
  minimum: 1,
  maximum: 1000,
  description: "Entries on a page, 100 if left out.",
};
const made = { content: text, tags: texts, scope };
const changed = { id: text, content: text, tags: texts };
const fact = object("A fact.", { subject: text, predicate: text, object: text, scope }, [
  "subject",
  "predicate",
  "object",
]);

export const SCHEMAS = {
  create: object("Remembers a text.", made, ["content"]),
  delete: object("Forgets memories.", { ids: texts }, ["ids"]),
  facts: object("Removes, adds and finds facts.", {
    add: list(fact),
    remove: list(fact),
    subject: text,
    predicate: text,
    scope,
    limit,
    cursor: text,
  }),
  manage: object("Makes, changes and forgets several memories at once.", {
    create: list(object("What to remember.", made, ["content"])),
    update: list(object("What of a memory to change.", changed, ["id"])),
    delete: texts,
  }),
  recall: object("Finds memories.", { query: text, tags: texts, scope, limit, cursor: text }),
  summarize: object(
    "Remembers a summary, and forgets what it stands for.",
    { topic: text, content: text, ids: texts, replace: { type: "boolean" }, scope },
    ["topic", "content"],
  ),
  update: object("Changes a memory.", changed, ["id"]),
};

/** @param {ParameterSchema} items @returns {ParameterSchema} */
function list(items) {
  return { type: "array", items };
}

/**
 * @param {string} description
 * @param {Readonly<Record<string, ParameterSchema>>} properties
 * @param {readonly string[]} [required]
 * @returns {ParameterSchema}
 */
function object(description, properties, required = []) {
  return { type: "object", description, properties, required, additionalProperties: false };
}
