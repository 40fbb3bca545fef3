// Parameters against their declaration: the seven keywords of JSON Schema 2020-12 that every
// implementation honours, and nothing else, so that no library is needed to answer alike.

import { canonicalJson } from "../canonical-json.js";
import { pointerTo } from "../json-pointer.js";
import { compareUtf8 } from "../utf8-order.js";
import { isObject, sorted } from "./violation.js";

/** @typedef {import("./violation.js").Violation} Violation */
/** @typedef {"null" | "boolean" | "integer" | "number" | "string" | "array" | "object"} TypeName */

/**
 * A JSON Schema of the part that is honoured, with annotations that say nothing about validity.
 * @typedef {object} ParameterSchema
 * @property {TypeName | readonly TypeName[]} [type]
 * @property {string} [title]
 * @property {string} [description]
 * @property {unknown} [default]
 * @property {Readonly<Record<string, ParameterSchema>>} [properties]
 * @property {readonly string[]} [required]
 * @property {boolean | ParameterSchema} [additionalProperties]
 * @property {readonly unknown[]} [enum]
 * @property {number} [minimum]
 * @property {number} [maximum]
 * @property {ParameterSchema} [items]
 */

/** @type {ParameterSchema} */
export const NO_PARAMETERS = Object.freeze({ type: "object", additionalProperties: false });

/**
 * Spec: ENVELOPE-36
 * @type {Readonly<Record<TypeName, (value: unknown) => boolean>>}
 */
const TYPES = {
  null: (value) => value === null,
  boolean: (value) => typeof value === "boolean",
  integer: Number.isInteger,
  number: (value) => typeof value === "number",
  string: (value) => typeof value === "string",
  array: Array.isArray,
  object: isObject,
};

/**
 * The schema of an action's parameters with what goes without saying.
 *
 * Spec: ENVELOPE-34, ENVELOPE-49
 * @param {ParameterSchema} schema
 * @returns {ParameterSchema}
 */
export function effective(schema) {
  const { type = "object", additionalProperties = false } = schema;
  return { ...schema, type, additionalProperties };
}

/**
 * All that a value breaks, sorted; the rule of each is the keyword.
 *
 * Spec: ENVELOPE-33 to ENVELOPE-40
 * @param {ParameterSchema} schema
 * @param {unknown} value
 * @returns {Violation[]}
 */
export function violations(schema, value) {
  return sorted(judge(schema, value, ""));
}

/**
 * The names of the parameters, the optional ones last and with `?`.
 *
 * Spec: ENVELOPE-47
 * @param {ParameterSchema} schema
 * @returns {string[]}
 */
export function signature({ required = [], properties = {} }) {
  const optional = Object.keys(properties).filter((name) => !required.includes(name));
  return [
    ...required.toSorted(compareUtf8),
    ...optional.sort(compareUtf8).map((name) => `${name}?`),
  ];
}

/**
 * @param {ParameterSchema} schema
 * @param {unknown} value
 * @param {string} pointer
 * @returns {Generator<Violation>}
 */
function* judge(schema, value, pointer) {
  const { type, minimum = -Infinity, maximum = Infinity, items } = schema;
  if (type !== undefined && ![type].flat().some((name) => TYPES[name](value))) {
    yield { pointer, rule: "type" };
  }
  if (schema.enum && !isAmong(schema.enum, value)) yield { pointer, rule: "enum" };
  if (typeof value === "number" && value < minimum) yield { pointer, rule: "minimum" };
  if (typeof value === "number" && value > maximum) yield { pointer, rule: "maximum" };
  if (Array.isArray(value) && items) {
    for (const [index, item] of value.entries()) {
      yield* judge(items, item, pointer + pointerTo(index));
    }
  }
  if (isObject(value)) yield* judgeMembers(schema, value, pointer);
}

/**
 * Whether a value is one of the choices: the same JSON value, whatever the order of members.
 *
 * Spec: ENVELOPE-37
 * @param {readonly unknown[]} choices
 * @param {unknown} value
 * @returns {boolean}
 */
function isAmong(choices, value) {
  const canonical = canonicalJson(value);
  return choices.some((choice) => canonicalJson(choice) === canonical);
}

/**
 * @param {ParameterSchema} schema
 * @param {Record<string, unknown>} value
 * @param {string} pointer
 * @returns {Generator<Violation>}
 */
function* judgeMembers({ required = [], properties = {}, additionalProperties }, value, pointer) {
  for (const name of required) {
    if (!Object.hasOwn(value, name)) yield { pointer: pointer + pointerTo(name), rule: "required" };
  }
  for (const [name, member] of Object.entries(value)) {
    const place = pointer + pointerTo(name);
    // JSON Schema lets an object have members that nobody declared, unless told otherwise.
    const schema = Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
    if (schema === false) yield { pointer: place, rule: "additionalProperties" };
    else if (typeof schema === "object") yield* judge(schema, member, place);
  }
}
