// Whether a symbol is one that was searched for. Pure.

/**
 * Whether the name, or the dotted path if the query has a dot, contains the query.
 *
 * Spec: CODE-61, CODE-62
 * @param {readonly string[]} path
 * @param {string} query
 * @returns {boolean}
 */
export function isMatch(path, query) {
  const text = query.includes(".") ? path.join(".") : (path.at(-1) ?? "");
  return lower(text).includes(lower(query));
}

/**
 * Whether a file can have what is searched for: each part of the query stands in its text.
 * @param {string} text
 * @param {string} query
 * @returns {boolean}
 */
export function mayHave(text, query) {
  const lowered = lower(text);
  return lower(query).split(".").every((part) => lowered.includes(part));
}

/** @param {string} text ASCII only: the case of other letters depends on a version of Unicode */
function lower(text) {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
