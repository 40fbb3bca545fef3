// The parameters of the actions of code.

/** @typedef {import("../../envelope/index.js").ParameterSchema} ParameterSchema */

const LARGEST = 2 ** 31 - 1;
/** @type {ParameterSchema} */
const number = { type: "integer", minimum: 0, maximum: LARGEST };
/** @type {ParameterSchema} */
const position = {
  type: "object",
  description: "A place between two characters, line and column from 0, columns in UTF-16 units.",
  properties: { line: number, col: number },
  required: ["line", "col"],
  additionalProperties: false,
};
/** @type {ParameterSchema} */
const range = {
  type: "object",
  description: "Only the lines that it touches.",
  properties: { start: position, end: position },
  required: ["start", "end"],
  additionalProperties: false,
};
/** @type {Record<string, ParameterSchema>} */
const asked = {
  backend: {
    type: "string",
    enum: ["lsp", "tree-sitter", "heuristic"],
    description: "The one backend to ask; the first that can if left out.",
  },
};
/** @type {Record<string, ParameterSchema>} */
const document = {
  ...asked,
  uri: { type: "string", description: "URI of a file of source code." },
};
/** @type {Record<string, ParameterSchema>} */
const paged = {
  limit: {
    type: "integer",
    minimum: 1,
    maximum: 1000,
    description: "Entries of a page, 100 if left out.",
  },
  cursor: { type: "string", description: "Where the page before ended." },
};

/**
 * @param {string} description
 * @param {Record<string, ParameterSchema>} properties
 * @param {string[]} required
 * @returns {ParameterSchema}
 */
function params(description, properties, required) {
  return { type: "object", description, properties, required, additionalProperties: false };
}

const place = { ...document, position };
const whole = { ...place, ...paged };
/** @type {ParameterSchema} */
const word = { type: "string", description: "A name in the language of the file." };
/** @type {ParameterSchema} */
const query = { type: "string", description: "Part of a name, or of a dotted path; empty for all." };
/** @type {ParameterSchema} */
const scope = { type: "string", description: "URI of the file or folder to search." };

export const DEFINITION = params("Finds where a symbol is defined.", whole, ["uri", "position"]);
export const REFERENCES = params("Finds where a symbol is spoken of.", whole, ["uri", "position"]);
export const COMPLETION = params("Completes a word.", whole, ["uri", "position"]);
export const HOVER = params("Tells how a symbol is declared.", place, ["uri", "position"]);
export const RENAME = params(
  "Makes patches that rename a symbol.",
  { ...place, new_name: word },
  ["uri", "position", "new_name"],
);
export const FORMAT = params("Makes a patch that formats a file.", { ...document, range }, ["uri"]);
export const DIAGNOSTICS = params(
  "Lists what is wrong in a file.",
  { ...document, ...paged },
  ["uri"],
);
export const SEARCH = params(
  "Searches symbols by name.",
  { ...asked, query, scope, ...paged },
  ["query"],
);
