// Unified diffs of texts that have the same number of lines: renamed words, trimmed lines. Pure.
//
// The form is that of diff -u and git: three lines of context, changes up to six lines apart in
// one hunk, removed lines of a run before added ones.

const CONTEXT = 3;
const NO_NEWLINE = "\\ No newline at end of file\n";
// What git writes in quotes, because it would break a line of the header.
const UNPRINTABLE = /[\x00-\x1f"\\\x7f]/g;

/**
 * The patch that turns one text into the other; empty when they are equal.
 *
 * `path` is relative. Lines end at line feeds; a carriage return is content.
 * Spec: CODE-44 to CODE-46
 * @param {string} path
 * @param {string} before
 * @param {string} after
 * @returns {string}
 */
export function unified(path, before, after) {
  const [old, changed] = [lines(before), lines(after)];
  const hunks = groups(old, changed).map((group) => hunk(old, changed, group));
  if (hunks.length === 0) return "";
  return `--- ${quoted(`a/${path}`)}\n+++ ${quoted(`b/${path}`)}\n${hunks.join("")}`;
}

/** @param {string} text */
function lines(text) {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/**
 * The first and last line of each run of changes.
 * @param {readonly string[]} old
 * @param {readonly string[]} changed
 */
function groups(old, changed) {
  /** @type {{ first: number, last: number }[]} */
  const found = [];
  for (const [index, line] of old.entries()) {
    if (line === changed[index]) continue;
    const group = found.at(-1);
    if (group && index - group.last <= 2 * CONTEXT + 1) group.last = index;
    else found.push({ first: index, last: index });
  }
  return found;
}

/**
 * @param {readonly string[]} old
 * @param {readonly string[]} changed
 * @param {{ first: number, last: number }} group
 */
function hunk(old, changed, { first, last }) {
  const start = Math.max(0, first - CONTEXT);
  const end = Math.min(old.length, last + CONTEXT + 1);
  const count = end - start;
  const place = count === 1 ? `${start + 1}` : `${start + 1},${count}`;
  const told = [`@@ -${place} +${place} @@\n`];
  /** @type {string[]} */
  let added = [];
  for (const [index, line] of old.slice(start, end).entries()) {
    const other = changed[start + index] ?? "";
    if (line === other) {
      told.push(...added, marked(" ", line));
      added = [];
    } else {
      told.push(marked("-", line));
      added.push(marked("+", other));
    }
  }
  return [...told, ...added].join("");
}

/** @param {string} sign @param {string} line */
function marked(sign, line) {
  return line.endsWith("\n") ? `${sign}${line}` : `${sign}${line}\n${NO_NEWLINE}`;
}

/** @param {string} name */
function quoted(name) {
  const escaped = name.replace(UNPRINTABLE, (character) => {
    if (character === '"' || character === "\\") return `\\${character}`;
    return `\\${character.charCodeAt(0).toString(8).padStart(3, "0")}`;
  });
  return escaped === name ? name : `"${escaped}"`;
}
