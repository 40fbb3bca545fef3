// What differs between two contents, as a unified diff. The result does not depend on how it is
// found: FS-75 says which lines count as kept, whatever algorithm finds them.

import { linesOf } from "./patching.js";

const CONTEXT = 3;
// How many pairs of lines are compared at most, besides the common start and end.
const MOST_PAIRS = 1_000_000;

/**
 * Old lines `[old, oldEnd)` give way to new lines `[new, newEnd)`.
 * @typedef {{ old: number, oldEnd: number, new: number, newEnd: number }} Change
 */

/**
 * A unified diff with three lines of context; empty when nothing differs. Spec: FS-71 to FS-80
 * @param {Buffer} before
 * @param {Buffer} after
 * @param {string} oldName
 * @param {string} newName
 * @returns {Buffer}
 */
export function unified(before, after, oldName, newName) {
  const old = linesOf(before);
  const next = linesOf(after);
  const found = changes(old, next);
  if (found.length === 0) return Buffer.alloc(0);
  const hunks = groups(found).map((group) => hunkOf(old, next, group));
  const names = Buffer.from(`--- ${oldName}\n+++ ${newName}\n`);
  return Buffer.concat([names, Buffer.from(hunks.join(""), "latin1")]);
}

/**
 * The changes that lead from old to new lines, in order, each with a line kept between.
 * @param {readonly string[]} old
 * @param {readonly string[]} next
 * @returns {Change[]}
 */
function changes(old, next) {
  const shorter = Math.min(old.length, next.length);
  let start = 0;
  while (start < shorter && old[start] === next[start]) start += 1;
  let end = 0;
  while (end < shorter - start && old.at(-1 - end) === next.at(-1 - end)) end += 1;
  const oldEnd = old.length - end;
  const newEnd = next.length - end;
  if ((oldEnd - start) * (newEnd - start) > MOST_PAIRS) {
    return [{ old: start, oldEnd, new: start, newEnd }];
  }
  return steps(old.slice(start, oldEnd), next.slice(start, newEnd), start);
}

/**
 * Spec: FS-75, behind the common start
 * @param {readonly string[]} old
 * @param {readonly string[]} next
 * @param {number} start
 */
function steps(old, next, start) {
  const common = commonLines(old, next);
  const width = next.length + 1;
  /** @type {Change[]} */
  const found = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < next.length) {
    if (i < old.length && j < next.length && old[i] === next[j]) {
      i += 1;
      j += 1;
      continue;
    }
    const last = found.at(-1);
    if (last?.oldEnd !== start + i || last.newEnd !== start + j) {
      found.push({ old: start + i, oldEnd: start + i, new: start + j, newEnd: start + j });
    }
    const change = /** @type {Change} */ (found.at(-1));
    if (i < old.length && common[(i + 1) * width + j] === common[i * width + j]) {
      i += 1;
      change.oldEnd += 1;
    } else {
      j += 1;
      change.newEnd += 1;
    }
  }
  return found;
}

/**
 * At `i * (next.length + 1) + j`, how many lines the ends from `i` and `j` have in common, in order.
 * @param {readonly string[]} old
 * @param {readonly string[]} next
 */
function commonLines(old, next) {
  const width = next.length + 1;
  const counts = new Uint32Array(width * (old.length + 1));
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = next.length - 1; j >= 0; j -= 1) {
      const at = i * width + j;
      counts[at] =
        old[i] === next[j]
          ? (counts[at + width + 1] ?? 0) + 1
          : Math.max(counts[at + width] ?? 0, counts[at + 1] ?? 0);
    }
  }
  return counts;
}

/**
 * Changes whose context would touch or overlap, together.
 * @param {readonly Change[]} found
 */
function groups(found) {
  /** @type {Change[][]} */
  const together = [];
  for (const change of found) {
    const last = together.at(-1)?.at(-1);
    if (last && change.old - last.oldEnd <= 2 * CONTEXT) together.at(-1)?.push(change);
    else together.push([change]);
  }
  return together;
}

/**
 * @param {readonly string[]} old
 * @param {readonly string[]} next
 * @param {readonly Change[]} group
 * @returns {string}
 */
function hunkOf(old, next, group) {
  const [first, last] = [group[0], group.at(-1)];
  if (!first || !last) return "";
  const before = Math.min(CONTEXT, first.old);
  const after = Math.min(CONTEXT, old.length - last.oldEnd);
  const oldSpan = span(first.old - before, last.oldEnd + after);
  const newSpan = span(first.new - before, last.newEnd + after);
  const pieces = [`@@ -${oldSpan} +${newSpan} @@\n`];
  let at = first.old - before;
  for (const change of group) {
    pieces.push(
      marked(" ", old.slice(at, change.old)),
      marked("-", old.slice(change.old, change.oldEnd)),
      marked("+", next.slice(change.new, change.newEnd)),
    );
    at = change.oldEnd;
  }
  pieces.push(marked(" ", old.slice(at, at + after)));
  return pieces.join("");
}

/**
 * Lines as a head of a hunk counts them: from 1, an empty span by the line before it.
 * @param {number} start
 * @param {number} end
 */
function span(start, end) {
  const count = end - start;
  if (count === 1) return String(start + 1);
  return `${count === 0 ? start : start + 1},${count}`;
}

/** @param {string} mark @param {readonly string[]} lines */
function marked(mark, lines) {
  return lines
    .map((line) => (line.endsWith("\n") ? mark + line : `${mark}${line}\n\\ No newline at end of file\n`))
    .join("");
}
