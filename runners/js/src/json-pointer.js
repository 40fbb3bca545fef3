// JSON Pointer (RFC 6901): how a place inside a value is written down.

/**
 * The piece of a pointer that leads to a member or an element; pieces are joined as they are.
 *
 * Spec: RFC 6901 §3
 * @param {string | number} key
 * @returns {string}
 */
export function pointerTo(key) {
  return `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`;
}
