// What `.gitignore` files leave out, by gitignore(5), with or without a repository. Here lives
// reading the lines of such files and judging one path. Which folders are entered is the business
// of whoever walks: what is below an ignored folder is never asked about.

import { GlobError, globTree, matcher } from "./globs.js";

/** @typedef {import("./regex-syntax.js").Node} Node */
/** @typedef {(text: string) => boolean} Matcher */

/**
 * One line: whose name or path it matches, and what it says then.
 * @typedef {{ tree: Node, wholePath: boolean, foldersOnly: boolean, ignores: boolean }} Rule
 */

/** The name of such a file. */
export const NAME = ".gitignore";

const PORTION = 100;
const BYTE_ORDER_MARK = "\ufeff";

/** The rules of one `.gitignore`, for paths relative to its folder. */
export class Rules {
  #rules;
  #names;
  #paths;
  /** @type {Map<Rule, Matcher>} */
  #matchers = new Map();

  /** @param {Uint8Array} content lines that are no globs say nothing */
  constructor(content) {
    const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(content);
    const lines = (text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text).split("\n");
    this.#rules = lines
      .map((line) => rule(line.replace(/\r$/, "")))
      .filter((found) => found !== null);
    this.#names = anyOf(this.#rules.filter((found) => !found.wholePath));
    this.#paths = anyOf(this.#rules.filter((found) => found.wholePath));
  }

  /**
   * Whether an entry is ignored, null when no rule is about it.
   *
   * Spec: FS-144
   * @param {string} path
   * @param {string} name
   * @param {boolean} isFolder
   * @returns {boolean | null}
   */
  verdict(path, name, isFolder) {
    // Most entries are nobody's business: two questions settle that.
    if (!this.#names(name) && !this.#paths(path)) return null;
    const found = this.#rules.findLast(
      (rule) =>
        (isFolder || !rule.foldersOnly) && this.#matcher(rule)(rule.wholePath ? path : name),
    );
    return found?.ignores ?? null;
  }

  /** @param {Rule} rule @returns {Matcher} */
  #matcher(rule) {
    const found = this.#matchers.get(rule) ?? matcher([rule.tree]);
    this.#matchers.set(rule, found);
    return found;
  }
}

/** @param {readonly Rule[]} rules @returns {Matcher} whether at least one of them matches */
function anyOf(rules) {
  /** @type {Matcher[]} */
  const matchers = [];
  // In portions, since an automaton has its bounds and a file of rules has none.
  for (let start = 0; start < rules.length; start += PORTION) {
    matchers.push(matcher(rules.slice(start, start + PORTION).map(({ tree }) => tree)));
  }
  return (text) => matchers.some((accepts) => accepts(text));
}

/** @param {string} line @returns {Rule | null} */
function rule(line) {
  if (line.startsWith("#")) return null;
  let glob = withoutTrailingSpaces(line);
  const ignores = !glob.startsWith("!");
  if (!ignores) glob = glob.slice(1);
  const foldersOnly = glob.endsWith("/");
  if (foldersOnly) glob = glob.slice(0, -1);
  // A slash at the end says nothing about where, any other ties the glob to this folder.
  const wholePath = glob.includes("/");
  try {
    return { tree: globTree(glob.replace(/^\//, ""), false), wholePath, foldersOnly, ignores };
  } catch (problem) {
    if (problem instanceof GlobError) return null;
    throw problem;
  }
}

/** @param {string} line gitignore(5): spaces at the end count if quoted with a backslash */
function withoutTrailingSpaces(line) {
  let end = line.length;
  while (line[end - 1] === " ") end -= 1;
  let first = end;
  while (line[first - 1] === "\\") first -= 1;
  return line.slice(0, (end - first) % 2 === 1 && end < line.length ? end + 1 : end);
}
