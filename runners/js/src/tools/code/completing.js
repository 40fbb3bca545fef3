// Names that may stand at a place, as far as this file tells. Pure.

import { byBytes } from "./order.js";
import { lastWord, symbolId, visibleScopes } from "./resolution.js";

/** @typedef {import("./outline.js").Definition} Definition */
/** @typedef {import("./resolution.js").Analysis} Analysis */
/** @typedef {import("./results.js").Result} Result */

/**
 * What may replace the beginning of a word before an offset, by name.
 *
 * The range is what would be replaced, the snippet what would stand there.
 * Spec: CODE-57 to CODE-60
 * @param {Analysis} analysis
 * @param {number} offset
 * @returns {Result[]}
 */
export function completions(analysis, offset) {
  const { source, document, language } = analysis;
  const before = source.text.slice(0, offset);
  const prefix = wordBefore(before, language.wordExtra);
  const rest = before.slice(0, before.length - prefix.length);
  const mark = /(?:\.|->|::)$/.exec(rest);
  const candidates = mark
    ? members(analysis, offset, lastWord(rest.slice(0, mark.index)))
    : visible(analysis, offset);
  /** @type {Map<string, Definition>} */
  const found = new Map();
  for (const definition of candidates) {
    const { name, span } = definition;
    const isTouched = span.start <= offset && offset <= span.end;
    if (name.startsWith(prefix) && !isTouched && !found.has(name)) found.set(name, definition);
  }
  const range = source.range({ start: rest.length, end: offset });
  return [...found]
    .sort(([left], [right]) => byBytes(left, right))
    .map(([name, { path }]) => (
      { uri: document.uri, range, snippet: name, symbol_id: symbolId(path) }
    ));
}

/** @param {string} text @param {string} extra */
function wordBefore(text, extra) {
  const letters = `A-Za-z0-9_\\u0080-\\u{10ffff}${extra}`;
  // From the back, one character at a time: the text before may be long.
  const letter = new RegExp(`^[${letters}]$`, "u");
  let start = text.length;
  while (start > 0) {
    const width = /[\uDC00-\uDFFF]/.test(text.charAt(start - 1)) ? 2 : 1;
    if (!letter.test(text.slice(start - width, start))) break;
    start -= width;
  }
  return text.slice(start);
}

/** @param {Analysis} analysis @param {number} offset */
function visible({ outline, language }, offset) {
  const innermost = outline.innermost({ start: offset, end: offset });
  return [...visibleScopes(outline, innermost, language)].flatMap((number) =>
    outline.definitions.filter(({ home }) => home === number),
  );
}

/** @param {Analysis} analysis @param {number} offset @param {string} word */
function members({ outline, language }, offset, word) {
  const { owner } = outline.scope(outline.innermost({ start: offset, end: offset }));
  if (owner && language.selfNames.has(word)) {
    const id = symbolId(owner);
    return outline.definitions.filter(
      ({ member, path }) => member && symbolId(path.slice(0, -1)) === id,
    );
  }
  const shared = outline.definitions.filter((item) => item.shared);
  const ofWord = shared.filter(({ path }) => path.at(-2) === word);
  return ofWord.length > 0 ? ofWord : shared.filter(({ member }) => member);
}
