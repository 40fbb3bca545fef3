// Regular expressions as trees: what they are made of. Sets of characters are explicit, so that no
// engine's own idea of a digit, of case or of a dot matters. Globs become the same trees.

/**
 * Inclusive ranges of code points, ascending, with a gap between one and the next.
 * @typedef {readonly (readonly [number, number])[]} Ranges
 */

/**
 * An expression: a place without width, one character, one part after the other, the first choice
 * that leads to a match, or a part again and again (without bound if `most` is null).
 * @typedef {{ kind: "line-start" | "line-end" | "word-edge" }
 *   | { kind: "characters", ranges: Ranges }
 *   | { kind: "sequence", parts: Node[] }
 *   | { kind: "either", choices: Node[] }
 *   | { kind: "repeated", part: Node, least: number, most: number | null, greedy: boolean }} Node
 */

/**
 * Unicode scalar values: every code point but the surrogates.
 * @type {Ranges}
 */
export const SCALARS = [[0, 0xd7ff], [0xe000, 0x10ffff]];

/** @param {Ranges} found @returns {Node} */
export const characters = (found) => ({ kind: "characters", ranges: found });

/** @param {Node[]} parts @returns {Node} */
export const sequence = (parts) => ({ kind: "sequence", parts });

/** @param {string} char one character @returns {Node} */
export const character = (char) => characters([single(char)]);

/** @param {Node} part @param {number} least @returns {Node} */
export const repeated = (part, least) => ({
  kind: "repeated", part, least, most: null, greedy: true,
});

/** @param {string} char @returns {[number, number]} */
export function single(char) {
  const code = /** @type {number} */ (char.codePointAt(0));
  return [code, code];
}

/**
 * Whether the empty text can match.
 * @param {Node} node
 * @returns {boolean}
 */
export function nullable(node) {
  switch (node.kind) {
    case "characters": return false;
    case "sequence": return node.parts.every(nullable);
    case "either": return node.choices.some(nullable);
    case "repeated": return node.least === 0 || nullable(node.part);
    default: return true;
  }
}

/**
 * How many single characters and places it has once repetitions are written out.
 * @param {Node} node
 * @returns {number}
 */
export function size(node) {
  switch (node.kind) {
    case "sequence": return node.parts.reduce((sum, part) => sum + size(part), 0);
    case "either": return node.choices.reduce((sum, choice) => sum + size(choice), 0);
    case "repeated": return size(node.part) * Math.max(1, node.most ?? node.least);
    default: return 1;
  }
}

/**
 * Ranges in ascending order, those that touch joined; empty pairs are dropped.
 * @param {Ranges} pairs
 * @returns {Ranges}
 */
export function ranges(pairs) {
  const sorted = pairs.filter(([low, high]) => low <= high);
  sorted.sort((one, other) => one[0] - other[0]);
  /** @type {[number, number][]} */
  const found = [];
  for (const [low, high] of sorted) {
    const last = found.at(-1);
    if (last !== undefined && low <= last[1] + 1) last[1] = Math.max(last[1], high);
    else found.push([low, high]);
  }
  return found;
}

/**
 * The characters of `whole` that are not in `taken`.
 * @param {Ranges} whole
 * @param {Ranges} taken
 * @returns {Ranges}
 */
export function without(whole, taken) {
  /** @type {[number, number][]} */
  const left = [];
  for (const [low, high] of whole) {
    let start = low;
    for (const [first, last] of taken) {
      if (last < start || first > high) continue;
      left.push([start, first - 1]);
      start = last + 1;
    }
    left.push([start, high]);
  }
  return ranges(left);
}
