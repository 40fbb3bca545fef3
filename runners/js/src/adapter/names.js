// Two spellings of one name: `redirect_uri` on the wire, `redirectUri` in JavaScript.

/**
 * @template {string} S
 * @typedef {S extends `${infer Head}_${infer Tail}`
 *   ? `${Head}${Capitalize<CamelCase<Tail>>}` : S} CamelCase
 */

/**
 * What `libraryName` makes of a name.
 * @template {string} S
 * @typedef {S extends `${infer Stem}_b64` ? CamelCase<Stem> : CamelCase<S>} LibraryName
 */

/**
 * The JavaScript name of a member of params.
 *
 * The `_b64` of `content_b64` goes, because what JavaScript gets are the bytes themselves.
 * @param {string} name
 * @returns {string}
 */
export function libraryName(name) {
  const stem = name.replace(/_b64$/, "");
  return stem.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());
}

/** @type {Map<string, string>} the members of results are few and come again with every answer */
const WIRE_NAMES = new Map();

/**
 * A result with its own members under their names on the wire; nothing deeper is renamed, because
 * there names may be data.
 * @param {unknown} result
 * @returns {unknown}
 */
export function wireMembers(result) {
  if (typeof result !== "object" || result === null || Array.isArray(result)) return result;
  /** @type {Record<string, unknown>} */
  const members = {};
  for (const [name, value] of Object.entries(result)) members[wireName(name)] = value;
  return members;
}

/** @param {string} name @returns {string} */
function wireName(name) {
  let found = WIRE_NAMES.get(name);
  if (found === undefined) {
    found = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    WIRE_NAMES.set(name, found);
  }
  return found;
}
