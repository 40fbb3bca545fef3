// Canonical JSON (RFC 8785): one value, one text, in every language. Only the writing is here.

/**
 * The canonical text of a JSON value of plain objects, arrays, strings, numbers, booleans and null.
 *
 * Throws TypeError for what JSON or I-JSON cannot carry: undefined, functions, BigInts, Maps, NaN,
 * infinities, lone surrogates. Spec: RFC 8785 §3.2
 * @param {unknown} value
 * @returns {string}
 */
export function canonicalJson(value) {
  if (typeof value === "string") return canonicalText(value);
  if (typeof value === "number") {
    if (!Number.isFinite(value)) throw new TypeError(`JSON has no ${value}`);
    // RFC 8785 §3.2.2.3 writes numbers as ECMAScript does.
    return JSON.stringify(value);
  }
  if (value === null || typeof value === "boolean") return String(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (isPlainObject(value)) return canonicalObject(value);
  throw new TypeError(`${typeof value} is no JSON value`);
}

/**
 * Only these keep all that they hold in their members.
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
function isPlainObject(value) {
  if (typeof value !== "object" || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** @param {Readonly<Record<string, unknown>>} members @returns {string} */
function canonicalObject(members) {
  // RFC 8785 §3.2.3 orders names by UTF-16 units, and so does sort.
  const names = Object.keys(members).sort();
  const written = names.map((name) => `${canonicalText(name)}:${canonicalJson(members[name])}`);
  return `{${written.join(",")}}`;
}

/** @param {string} text @returns {string} */
function canonicalText(text) {
  if (!text.isWellFormed()) throw new TypeError("a lone surrogate is no text");
  // RFC 8785 §3.2.2.2 escapes what ECMAScript escapes.
  return JSON.stringify(text);
}
