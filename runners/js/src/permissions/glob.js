// Glob patterns over tool names: compiled to a list of tokens, matched by two pointers.
//
//   pattern = { run / one / set / literal }      the whole name, case-sensitive, by code points
//   run     = "*"                                any number of code points, whichever they are
//   one     = "?"                                one code point
//   set     = "[" [ "!" ] first { member } "]"   one code point inside; with "!", one outside
//   literal = any other code point, also a "[" that nothing closes
//
// No escape, no braces, no character classes, no paths. Not a RegExp, whose translated stars
// backtrack without bound.

const RUN = Symbol("*");
const ONE = Symbol("?");

/** @typedef {[low: number, high: number]} Range code points, both included */
/** @typedef {{ negated: boolean, ranges: readonly Range[] }} CodeSet a bracket expression */
/** @typedef {number | typeof RUN | typeof ONE | CodeSet} Token a number is a literal code point */

/**
 * A compiled pattern; every text is one.
 *
 * Spec: PERM-1 to PERM-21
 */
export class Glob {
  /** @type {readonly Token[]} */
  #tokens;

  /** @param {string} pattern */
  constructor(pattern) {
    this.pattern = pattern;
    this.#tokens = compile(pattern);
  }

  /**
   * Whether the pattern covers the whole name.
   *
   * A star is first taken as empty. On a mismatch the latest star takes one code point more and
   * matching resumes behind it. Earlier stars need no second try: whatever they could still give
   * up, the latest one can take as well. So the steps are bounded by the product of the lengths.
   * Spec: PERM-21
   * @param {string} name
   * @returns {boolean}
   */
  matches(name) {
    const tokens = this.#tokens;
    let token = 0;
    let at = 0;
    let star = -1;
    let resume = 0;
    while (at < name.length) {
      const current = tokens[token];
      if (current === RUN) {
        star = token;
        resume = at;
        token += 1;
      } else if (current !== undefined && accepts(current, pointAt(name, at))) {
        token += 1;
        at += unitsAt(name, at);
      } else if (star >= 0) {
        resume += unitsAt(name, resume);
        at = resume;
        token = star + 1;
      } else {
        return false;
      }
    }
    return tokens.slice(token).every((rest) => rest === RUN);
  }
}

/**
 * Whether a pattern covers a whole name, both counted in code points.
 *
 * Spec: PERM-1 to PERM-21
 * @param {string} pattern
 * @param {string} name
 * @returns {boolean}
 */
export function matches(pattern, name) {
  return new Glob(pattern).matches(name);
}

/** @param {string} text @param {number} at @returns {number} */
const pointAt = (text, at) => /** @type {number} */ (text.codePointAt(at));

/** @param {string} text @param {number} at @returns {number} */
const unitsAt = (text, at) => (pointAt(text, at) > 0xffff ? 2 : 1);

/** @param {Token} token @param {number} point @returns {boolean} */
function accepts(token, point) {
  if (typeof token !== "object") return token === ONE || token === point;
  return token.ranges.some(([low, high]) => low <= point && point <= high) !== token.negated;
}

/** @param {string} pattern @returns {Token[]} */
function compile(pattern) {
  const points = Array.from(pattern);
  // Nothing closes a set behind the last bracket; without this, each of many open brackets would
  // search to the end.
  const last = points.lastIndexOf("]");
  /** @type {Token[]} */
  const tokens = [];
  for (let at = 0; at < points.length; at += 1) {
    const point = /** @type {string} */ (points[at]);
    const close = point === "[" && at < last ? closingBracket(points, at + 1) : -1;
    if (close >= 0) {
      const negated = points[at + 1] === "!";
      tokens.push({ negated, ranges: members(points.slice(at + (negated ? 2 : 1), close)) });
      at = close;
    } else {
      tokens.push(point === "*" ? RUN : point === "?" ? ONE : pointAt(point, 0));
    }
  }
  return tokens;
}

/**
 * Where the set whose inside begins at `at` ends, or -1 when nothing closes it.
 *
 * The first member is passed over without a look, so that `]` can be one. Ranges play no part: in
 * `[a-]x]` the first `]` closes. Spec: PERM-10, PERM-11, PERM-18
 * @param {readonly string[]} points
 * @param {number} at
 * @returns {number}
 */
function closingBracket(points, at) {
  return points.indexOf("]", points[at] === "!" ? at + 2 : at + 1);
}

/**
 * The ranges of a set, read from left to right; a single member is a range of one.
 *
 * A hyphen makes a range when it has a code point on either side that is not used up yet. Nothing
 * lies within a range from a higher to a lower code point. Spec: PERM-12 to PERM-14
 * @param {readonly string[]} inside
 * @returns {Range[]}
 */
function members(inside) {
  const points = inside.map((one) => pointAt(one, 0));
  /** @type {Range[]} */
  const ranges = [];
  for (let at = 0; at < points.length; at += 1) {
    const low = /** @type {number} */ (points[at]);
    const end = inside[at + 1] === "-" ? points[at + 2] : undefined;
    ranges.push([low, end ?? low]);
    if (end !== undefined) at += 2;
  }
  return ranges;
}
