// The part of JSON Schema (2020-12) in which the vectors' `where` rules are written.

import { isDeepStrictEqual } from "node:util";

/** @typedef {Record<string, any>} Schema */

/** @type {Readonly<Record<string, (value: any) => boolean>>} */
const TYPES = {
  null: (value) => value === null,
  boolean: (value) => typeof value === "boolean",
  integer: Number.isInteger,
  number: (value) => typeof value === "number",
  string: (value) => typeof value === "string",
  array: Array.isArray,
  object: (value) => typeof value === "object" && value !== null && !Array.isArray(value),
};

/** @param {string} text @returns {number} length in code points, as JSON Schema counts */
const codePoints = (text) => [...text].length;

/** @typedef {(value: any, limit: any, schema: Schema) => boolean} Keyword */

/** @type {Readonly<Record<string, Keyword>>} */
const ANY = {
  type: (value, names) => [names].flat().some((name) => TYPES[name]?.(value)),
  const: (value, one) => isDeepStrictEqual(value, one),
  enum: (value, choices) => choices.some((/** @type {any} */ one) => isDeepStrictEqual(value, one)),
  not: (value, schema) => !holds(value, schema),
  allOf: (value, schemas) => schemas.every((/** @type {Schema} */ one) => holds(value, one)),
  anyOf: (value, schemas) => schemas.some((/** @type {Schema} */ one) => holds(value, one)),
  description: () => true,
};

/** @type {Readonly<Record<string, Keyword>>} */
const NUMBERS = {
  minimum: (value, limit) => value >= limit,
  maximum: (value, limit) => value <= limit,
};

/** @type {Readonly<Record<string, Keyword>>} */
const STRINGS = {
  minLength: (value, limit) => codePoints(value) >= limit,
  maxLength: (value, limit) => codePoints(value) <= limit,
  pattern: (value, source) => new RegExp(source, "u").test(value),
};

/** @type {Readonly<Record<string, Keyword>>} */
const ARRAYS = {
  minItems: (value, limit) => value.length >= limit,
  maxItems: (value, limit) => value.length <= limit,
  items: (value, schema) => value.every((/** @type {any} */ item) => holds(item, schema)),
  uniqueItems: (value, wanted) => !wanted || value.every(isFirst),
  contains(value, schema, { minContains = 1, maxContains = Infinity }) {
    const { length } = value.filter((/** @type {any} */ item) => holds(item, schema));
    return length >= minContains && length <= maxContains;
  },
  // Both belong to `contains` and say nothing without it.
  minContains: () => true,
  maxContains: () => true,
};

/** @param {any} item @param {number} index @param {any[]} all */
const isFirst = (item, index, all) =>
  all.findIndex((one) => isDeepStrictEqual(one, item)) === index;

/** Each table says nothing of values of other types. */
const TABLES = [
  { applies: () => true, keywords: ANY },
  { applies: (/** @type {unknown} */ value) => typeof value === "number", keywords: NUMBERS },
  { applies: (/** @type {unknown} */ value) => typeof value === "string", keywords: STRINGS },
  { applies: Array.isArray, keywords: ARRAYS },
];

/**
 * Whether a schema holds of a value; throws on a keyword that it does not know.
 * @param {unknown} value
 * @param {Schema} schema
 * @returns {boolean}
 */
export function holds(value, schema) {
  return Object.entries(schema).every(([keyword, limit]) => {
    const table = TABLES.find(({ keywords }) => Object.hasOwn(keywords, keyword));
    if (!table) throw new Error(`the schema has the keyword ${keyword}, which is not known here`);
    return !table.applies(value) || table.keywords[keyword]?.(value, limit, schema) === true;
  });
}
