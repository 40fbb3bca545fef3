// From the text of a line to its value: what JSON.parse lets through and the protocol does not.

/** How deep a message may nest, its own object counted. */
const DEEPEST = 64;

const TEXT = /"[^"\\]*(?:\\.[^"\\]*)*"?|[[\]{}]/gs;
const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|.)/gs;

/**
 * The value of a line; throws SyntaxError when it is no JSON, nests too deep, or has a lone
 * surrogate.
 * Spec: RFC 7493 §2.1
 * @param {string} line
 * @returns {unknown}
 */
export function readMessage(line) {
  if (isTooDeep(line)) throw new SyntaxError(`nested more than ${DEEPEST} deep`);
  const value = JSON.parse(line);
  if (hasLoneSurrogate(line)) throw new SyntaxError("a string holds a lone surrogate");
  return value;
}

/** @param {string} line */
function isTooDeep(line) {
  if (count(line, "[") + count(line, "{") <= DEEPEST) return false;
  let depth = 0;
  for (const [mark] of line.matchAll(TEXT)) {
    if (mark === "[" || mark === "{") depth += 1;
    else if (mark === "]" || mark === "}") depth -= 1;
    if (depth > DEEPEST) return true;
  }
  return false;
}

/** @param {string} line @param {string} mark how often it occurs, up to one more than matters */
function count(line, mark) {
  let found = 0;
  for (let at = line.indexOf(mark); at >= 0 && found <= DEEPEST; at = line.indexOf(mark, at + 1)) {
    found += 1;
  }
  return found;
}

/** @param {string} line JSON, in which a lone surrogate can only be an escape */
function hasLoneSurrogate(line) {
  if (!line.includes("\\ud") && !line.includes("\\uD")) return false;
  /** @type {number} where the second half of a pair has to begin, -1 when none is open */
  let open = -1;
  for (const found of line.matchAll(ESCAPE)) {
    const unit = found[1] === undefined ? 0 : Number.parseInt(found[1], 16);
    const isLow = unit >= 0xdc00 && unit <= 0xdfff;
    if (isLow !== (open === found.index) || (open >= 0 && open !== found.index)) return true;
    open = unit >= 0xd800 && unit <= 0xdbff ? found.index + found[0].length : -1;
  }
  return open >= 0;
}
