// The schemas of the parameters; those of `list` and `search_text` stand with these actions.

/** @typedef {import("../../envelope/index.js").ParameterSchema} ParameterSchema */

// LSP 3.17, Base Types: uinteger.
const MOST = 2 ** 31 - 1;
/** @type {ParameterSchema} */
const uri = { type: "string", description: "A file URI." };
/** @type {ParameterSchema} */
const hash = {
  type: "string",
  description: "`sha256:` and 64 lower-case hexadecimal digits.",
};
/** @type {ParameterSchema} */
const place = {
  type: "object",
  description: "A place in a text.",
  properties: {
    line: {
      type: "integer", minimum: 0, maximum: MOST, description: "Number of the line, from 0.",
    },
    col: {
      type: "integer", minimum: 0, maximum: MOST,
      description: "Code units from the start of the line.",
    },
  },
  required: ["line", "col"],
  additionalProperties: false,
};
/** @type {ParameterSchema} */
const range = {
  type: "object",
  description: "A part of the text; columns are UTF-16 code units.",
  properties: { start: place, end: place },
  required: ["start", "end"],
  additionalProperties: false,
};

export const read = whole(
  "Reads a file, or a range of its text.",
  {
    uri,
    range,
    encoding: encodings("How the content travels; utf-8 where it is that, else base64."),
  },
  ["uri"],
);
export const write = whole(
  "Creates a file.",
  {
    uri,
    content: { type: "string", description: "The content in the encoding." },
    encoding: encodings("utf-8 unless said otherwise."),
  },
  ["uri", "content"],
);
export const stat = whole("Tells type, size, hash and time of change.", { uri }, ["uri"]);
export const mkdir = whole("Creates a folder, and those above it.", { uri }, ["uri"]);
export const rm = whole(
  "Removes a file or a folder, if confirmed.",
  { uri, confirm: { type: "boolean", description: "Nothing is removed unless true." } },
  ["uri"],
);
export const applyPatch = whole(
  "Changes a file by a unified diff made for the content with this hash.",
  {
    uri,
    patch: { type: "string", description: "A unified diff of this file." },
    base_hash: hash,
  },
  ["uri", "patch", "base_hash"],
);
export const diff = whole(
  "Compares two contents seen before.",
  { hash_a: hash, hash_b: hash },
  ["hash_a", "hash_b"],
);

/**
 * @param {string} description
 * @param {Record<string, ParameterSchema>} properties
 * @param {string[]} required
 * @returns {ParameterSchema}
 */
function whole(description, properties, required) {
  return { type: "object", description, properties, required, additionalProperties: false };
}

/** @param {string} description @returns {ParameterSchema} */
function encodings(description) {
  return { type: "string", enum: ["utf-8", "base64"], description };
}
