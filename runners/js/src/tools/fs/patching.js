// Applying hunks to a content: exactly where they say, all of them or none.

import { ToolError } from "../../envelope/index.js";

/** @typedef {import("./unified.js").Hunk} Hunk */

/**
 * The content with every hunk applied.
 *
 * Throws `PATCH_FAILED` with the number of the first hunk, from 1, that does not fit.
 * Spec: FS-61 to FS-66
 * @param {Buffer} content
 * @param {readonly Hunk[]} hunks
 * @returns {Buffer}
 */
export function patched(content, hunks) {
  const lines = linesOf(content);
  /** @type {string[]} */
  const pieces = [];
  let at = 0;
  for (const [index, hunk] of hunks.entries()) {
    const failed = () =>
      new ToolError("PATCH_FAILED", `hunk ${index + 1} does not fit`, { hunk: index + 1 });
    const end = hunk.oldIndex + hunk.old.length;
    if (end > lines.length) throw failed();
    if (!hunk.old.every((line, offset) => line === lines[hunk.oldIndex + offset])) throw failed();
    if (hunk.oldIndex > at) pieces.push(lines.slice(at, hunk.oldIndex).join(""));
    if (hunk.new.length > 0) {
      // Joined to a line without a terminator, the first new line would be none of its own.
      if (!endsALine(pieces)) throw failed();
      pieces.push(hunk.new.join(""));
      if (end < lines.length && !endsALine(pieces)) throw failed();
    }
    at = end;
  }
  pieces.push(lines.slice(at).join(""));
  return Buffer.from(pieces.join(""), "latin1");
}

/**
 * The lines of a content with their line feeds, as binary strings.
 * @param {Buffer} content
 * @returns {string[]}
 */
export function linesOf(content) {
  const text = content.toString("latin1");
  const lines = [];
  let start = 0;
  for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", start)) {
    lines.push(text.slice(start, end + 1));
    start = end + 1;
  }
  if (start < text.length) lines.push(text.slice(start));
  return lines;
}

/** @param {readonly string[]} pieces */
function endsALine(pieces) {
  return pieces.at(-1)?.endsWith("\n") ?? true;
}
