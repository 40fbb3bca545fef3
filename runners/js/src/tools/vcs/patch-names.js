// The paths that a patch names, in every header that git knows (git apply, apply.c). Pure; text
// here has one letter for each byte.

const FRAGMENT = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/;
// Extended headers of git, each with whether it names a path; no other line stands among them.
/** @type {Readonly<Record<string, boolean>>} */
const EXTENDED = {
  "old mode ": false, "new mode ": false, "deleted file mode ": false, "new file mode ": false,
  "copy from ": true, "copy to ": true, "rename old ": true, "rename new ": true,
  "rename from ": true, "rename to ": true, "similarity index ": false,
  "dissimilarity index ": false, "index ": false,
};
const [BEFORE, AFTER, BOTH, NOTHING] = ["--- ", "+++ ", "diff --git ", "/dev/null"];
/** @type {Readonly<Record<string, string>>} */
const LETTERS = { a: "\x07", b: "\b", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v" };
const QUOTED = /^"((?:[^"\\]|\\[^])*)"/;
// Two names of a path's greatest length and what is around them.
const LONGEST_PAIR = 2 * 4096 + 16;

/**
 * Every name in the headers of a patch, in order, without the prefix that git takes off.
 *
 * An absolute name keeps its slash. What stands in hunks, or in text between patches, is no name.
 * Spec: VCS-23
 * @param {Buffer} patch
 * @returns {Generator<Buffer>}
 */
export function* patchNames(patch) {
  for (const name of names(patch.toString("latin1").split("\n"))) yield Buffer.from(name, "latin1");
}

/** @param {readonly string[]} lines @returns {Generator<string>} */
function* names(lines) {
  let oldLeft = 0;
  let newLeft = 0;
  let isExtended = false;
  for (const [index, line] of lines.entries()) {
    const sign = line.slice(0, 1);
    if ((oldLeft > 0 || newLeft > 0) && ["", " ", "-", "+", "\\"].includes(sign)) {
      if (sign === "" || sign === " " || sign === "-") oldLeft -= 1;
      if (sign === "" || sign === " " || sign === "+") newLeft -= 1;
      continue;
    }
    oldLeft = newLeft = 0;
    const fragment = FRAGMENT.exec(line);
    if (fragment !== null) {
      [oldLeft, newLeft] = [Number(fragment[1] ?? 1), Number(fragment[2] ?? 1)];
      isExtended = false;
    } else if (line.startsWith(BOTH)) {
      isExtended = true;
      yield* pair(line.slice(BOTH.length));
    } else if (line.startsWith(BEFORE) || line.startsWith(AFTER)) {
      if (isExtended || isTraditional(lines, index)) yield* named(line.slice(BEFORE.length));
    } else if (isExtended) {
      const header = Object.keys(EXTENDED).find((word) => line.startsWith(word));
      isExtended = header !== undefined;
      if (header !== undefined && EXTENDED[header]) yield text(line.slice(header.length));
    }
  }
}

/**
 * Whether a line is one of the two before a hunk; git passes over any other.
 * @param {readonly string[]} lines
 * @param {number} index
 */
function isTraditional(lines, index) {
  const first = lines[index]?.startsWith(BEFORE) ? index : index - 1;
  const [before, after, fragment] = [lines[first], lines[first + 1], lines[first + 2]];
  return before?.startsWith(BEFORE) && after?.startsWith(AFTER) && fragment?.startsWith("@@ -");
}

/** @param {string} line what may end in a date @returns {Generator<string>} */
function* named(line) {
  const name = line.startsWith('"') ? text(line) : (line.split("\t")[0] ?? "").replace(/\r+$/, "");
  if (name.split(" ")[0] !== NOTHING) yield stripped(name);
}

/** @param {string} line two names that nothing but a space divides @returns {Generator<string>} */
function* pair(line) {
  if (line.startsWith('"') || line.endsWith('"')) {
    const opening = QUOTED.exec(line);
    const first = opening ? unquoted(opening[1] ?? "") : (line.split(' "')[0] ?? "");
    yield stripped(first);
    const rest = opening
      ? line.slice(opening[0].length).replace(/^ +/, "")
      : line.slice(first.length + 1);
    yield stripped(text(rest));
    return;
  }
  if (line.length > LONGEST_PAIR) {
    yield stripped(line);
    return;
  }
  const pairs = [...line.matchAll(/ /g)].map(({ index }) => [
    stripped(line.slice(0, index)),
    stripped(line.slice(index + 1)),
  ]);
  // Git takes a name from here only where both are the same; else other headers say them.
  const same = pairs.find(([one, other]) => one === other);
  yield* same ?? pairs.find((both) => !both.some(leadsOut)) ?? pairs[0] ?? [];
}

/**
 * Whether a name, wherever links lead, is none of a file in the work tree.
 * @param {string} name
 */
export function leadsOut(name) {
  const isOut = (/** @type {string} */ part) => part === ".." || part.toLowerCase() === ".git";
  return name.startsWith("/") || name.split("/").some(isOut);
}

/** @param {string} name @returns {string} without what git takes off, unless it is absolute */
function stripped(name) {
  const slash = name.indexOf("/");
  if (slash <= 0) return name;
  const rest = name.slice(slash + 1);
  // Where the part that goes would lead out, it is the name that does.
  return leadsOut(name.slice(0, slash)) || rest === "" ? name : rest;
}

/** @param {string} line */
function text(line) {
  const quoted = QUOTED.exec(line);
  return quoted ? unquoted(quoted[1] ?? "") : line.replace(/\r+$/, "");
}

/** @param {string} quoted */
function unquoted(quoted) {
  return quoted.replace(/\\([0-3][0-7][0-7]|[^])/g, (_, /** @type {string} */ found) =>
    found.length === 3 ? String.fromCharCode(parseInt(found, 8)) : (LETTERS[found] ?? found),
  );
}
