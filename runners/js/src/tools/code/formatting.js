// What can be formatted without knowing a language's style: blanks at the end of lines. Pure;
// which blanks lie between tokens is asked of the tree by the caller.

/** @typedef {import("./source.js").Source} Source */
/** @typedef {import("./source.js").Span} Span */

/**
 * The text without blanks at line ends and with a line end at its end.
 *
 * `lines` restricts it to some lines, first and last, counted from 0.
 * Spec: CODE-48 to CODE-51
 * @param {Source} source
 * @param {{ first: number, last: number } | null} lines
 * @param {(span: Span) => boolean} isBetweenTokens
 * @returns {string}
 */
export function trimmed(source, lines, isBetweenTokens) {
  const { text } = source;
  const isWanted = (/** @type {number} */ offset) => {
    const { line } = source.position(offset);
    return lines === null || (lines.first <= line && line <= lines.last);
  };
  const result = text.replace(/(?<![ \t])[ \t]+(?=\r?\n|$)/g, (blanks, start) => {
    const span = { start, end: start + blanks.length };
    return isWanted(start) && isBetweenTokens(span) ? "" : blanks;
  });
  if (text === "" || text.endsWith("\n") || !isWanted(text.length)) return result;
  return result + (/\r?\n/.exec(text)?.[0] ?? "\n");
}
