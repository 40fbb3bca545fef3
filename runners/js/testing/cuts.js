// Ways to cut a stream into chunks, for properties that must hold of all of them.

/**
 * Every way to cut into two, the two empty cuts included, then one unit at a time.
 * @template {string | Buffer} T
 * @param {T} whole
 * @returns {Generator<T[]>}
 */
export function* cuts(whole) {
  const slice = (/** @type {number} */ from, /** @type {number} */ to) =>
    /** @type {T} */ (typeof whole === "string" ? whole.slice(from, to) : whole.subarray(from, to));
  for (let at = 0; at <= whole.length; at += 1) yield [slice(0, at), slice(at, whole.length)];
  yield Array.from({ length: whole.length }, (_, at) => slice(at, at + 1));
}
