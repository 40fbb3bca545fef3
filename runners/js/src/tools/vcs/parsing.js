// What git writes, read: entries of a status, of a diff, of a log. Pure.

import { compareUtf8 } from "../../utf8-order.js";

/** @type {Readonly<Record<string, string | null>>} */
const WORDS = {
  ".": null,
  M: "modified",
  T: "type_changed",
  A: "added",
  D: "deleted",
  R: "renamed",
  C: "copied",
  U: "unmerged",
};
// Bytes are looked at as Latin-1, which keeps each. Where the part of one file begins: no line of
// its content can, those begin with a sign.
const PART = /^(?=diff --git )/m;
const UNMERGED = /^\* Unmerged path .*\n/gm;
export const LOG_FORMAT = "%H%x00%P%x00%an%x00%ae%x00%at%x00%cn%x00%ce%x00%ct%x00%B";
const LOG_FIELDS = 9;

/**
 * One line of a status; `index` and `worktree` are words, or null for no change. Paths are bytes.
 * @typedef {object} FileStatus
 * @property {Buffer} path
 * @property {Buffer | null} previous
 * @property {string | null} index
 * @property {string | null} worktree
 * @property {boolean} conflict
 */

/**
 * What `git status --porcelain=v2 --branch -z` says, files sorted by path.
 *
 * Spec: VCS-6 to VCS-10
 * @param {Buffer} output
 */
export function parseStatus(output) {
  /** @type {Map<string, string>} */
  const head = new Map();
  /** @type {FileStatus[]} */
  const files = [];
  const lines = output.toString("latin1").split("\0").values();
  for (const line of lines) {
    const [kind = "", ...rest] = line.split(" ");
    if (kind === "#") head.set(rest[0] ?? "", utf8(rest.slice(1).join(" ")));
    else if (kind === "1") files.push(file(rest, 7));
    else if (kind === "2") files.push(file(rest, 8, lines.next().value));
    else if (kind === "u") files.push({ ...file(rest, 9), conflict: true });
    else if (kind === "?") {
      const path = bytes(rest.join(" "));
      files.push({ path, previous: null, index: null, worktree: "untracked", conflict: false });
    }
  }
  const branch = head.get("branch.head") ?? null;
  const commit = head.get("branch.oid") ?? null;
  const distance = head.get("branch.ab")?.split(" ").map((number) => Math.abs(Number(number)));
  return {
    branch: branch === "(detached)" ? null : branch,
    commit: commit === "(initial)" ? null : commit,
    upstream: head.get("branch.upstream") ?? null,
    ahead: distance?.[0] ?? null,
    behind: distance?.[1] ?? null,
    files: files.sort((left, right) => Buffer.compare(left.path, right.path)),
  };
}

/**
 * @param {readonly string[]} fields
 * @param {number} before the number of fields before the path, which may have spaces
 * @param {string} [previous]
 * @returns {FileStatus}
 */
function file(fields, before, previous) {
  const [index = ".", worktree = "."] = fields[0] ?? "";
  return {
    path: bytes(fields.slice(before).join(" ")),
    previous: previous === undefined ? null : bytes(previous),
    index: WORDS[index] ?? null,
    worktree: WORDS[worktree] ?? null,
    conflict: false,
  };
}

/**
 * What a diff says of one file; counts are null for a binary one.
 * @typedef {object} FileDiff
 * @property {Buffer} path
 * @property {Buffer | null} previous
 * @property {string} status
 * @property {number | null} additions
 * @property {number | null} deletions
 * @property {Buffer} patch
 */

/**
 * The files of `git diff --raw --numstat -z` with their parts of `git diff --patch`.
 *
 * Spec: VCS-11 to VCS-16
 * @param {Buffer} summary
 * @param {Buffer} patch
 * @returns {FileDiff[]}
 */
export function parseDiff(summary, patch) {
  const { entries, counts } = parseSummary(summary);
  const text = patch.toString("latin1").replace(UNMERGED, "");
  const parts = text === "" ? [] : text.split(PART);
  return entries.map(({ letter, path, previous }) => {
    // Where a file becomes a link, the one is deleted and the other created.
    const part = parts.splice(0, letter === "T" ? 2 : 1).join("");
    const [additions = null, deletions = null] = counts.get(path) ?? [];
    return {
      path: bytes(path),
      previous: previous === null ? null : bytes(previous),
      status: WORDS[letter] ?? "modified",
      additions,
      deletions,
      patch: bytes(part),
    };
  });
}

/** @param {Buffer} output */
function parseSummary(output) {
  /** @type {{ letter: string, path: string, previous: string | null }[]} */
  const entries = [];
  /** @type {Map<string, (number | null)[]>} */
  const counts = new Map();
  const tokens = output.toString("latin1").split("\0").values();
  const next = () => String(tokens.next().value);
  for (const token of tokens) {
    if (token.startsWith(":")) {
      // :MODE MODE HASH HASH LETTER[SCORE] NUL PATH NUL [PATH NUL]
      const letter = token.slice(token.lastIndexOf(" ") + 1).charAt(0);
      const first = next();
      const isMoved = letter === "R" || letter === "C";
      const entry = isMoved
        ? { letter, path: next(), previous: first }
        : { letter, path: first, previous: null };
      if (letter !== "U") entries.push(entry);
    } else if (token !== "") {
      // ADDED TAB DELETED TAB PATH NUL, or without the path and two of them behind.
      const { name, added, deleted } = parseCount(token);
      const path = name === "" ? (next(), next()) : name;
      counts.set(path, [added, deleted]);
    }
  }
  return { entries, counts };
}

/**
 * The files of `git apply --numstat -z`, sorted by path.
 * @param {Buffer} output
 */
export function parseCounts(output) {
  const lines = output.toString("latin1").split("\0").filter((line) => line !== "");
  return lines
    .map(parseCount)
    .map(({ name, added, deleted }) => ({ path: bytes(name), added, deleted }))
    .sort((left, right) => Buffer.compare(left.path, right.path));
}

/** @param {string} line */
function parseCount(line) {
  const [added = "", deleted = "", ...name] = line.split("\t");
  return { name: name.join("\t"), added: count(added), deleted: count(deleted) };
}

/** @param {string} text */
function count(text) {
  return text === "-" ? null : Number(text);
}

/**
 * The commits of `git log -z --format=LOG_FORMAT`.
 *
 * Spec: VCS-41
 * @param {Buffer} output
 */
export function parseLog(output) {
  const fields = String(output).split("\0").slice(0, -1);
  const commits = [];
  for (let start = 0; start < fields.length; start += LOG_FIELDS) {
    const [
      commit = "", parents = "", name = "", email = "", at = "", committer = "",
      committerEmail = "", committerAt = "", message = "",
    ] = fields.slice(start, start + LOG_FIELDS);
    commits.push({
      commit,
      parents: parents.split(" ").filter((parent) => parent !== ""),
      author: { name, email, date: date(at) },
      committer: { name: committer, email: committerEmail, date: date(committerAt) },
      message: message.replace(/\n+$/, ""),
    });
  }
  return commits;
}

/**
 * The branches of `git for-each-ref --format="%(objectname) %(refname)"`, sorted by name.
 *
 * Spec: VCS-34
 * @param {Buffer} output
 */
export function parseBranches(output) {
  const lines = String(output).split("\n").filter((line) => line !== "");
  return lines
    .map((line) => {
      const space = line.indexOf(" ");
      const name = line.slice(space + 1).replace(/^refs\/heads\//, "");
      return { name, commit: line.slice(0, space) };
    })
    .sort((left, right) => compareUtf8(left.name, right.name));
}

/**
 * Text where bytes are UTF-8, else null.
 * @param {Buffer} content
 * @returns {string | null}
 */
export function textOf(content) {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(content);
  } catch {
    return null;
  }
}

/** @param {string} seconds */
function date(seconds) {
  return new Date(Number(seconds) * 1000).toISOString().replace(".000Z", "Z");
}

/** @param {string} latin1 */
function bytes(latin1) {
  return Buffer.from(latin1, "latin1");
}

/** @param {string} latin1 */
function utf8(latin1) {
  return String(bytes(latin1));
}
