// The action `search_text`: which files are searched, and what is answered.

import { join } from "node:path";

import { compareUtf8 } from "../../utf8-order.js";
import { invalid } from "../violations.js";
import { LIMIT } from "./files.js";
import { GlobError, globFilter } from "./globs.js";
import { NAME, Rules } from "./ignoring.js";
import { keyOf, paged, pageParams } from "./pages.js";
import { opened, uriOf } from "./places.js";
import { parseLiteral, parseRegex, PatternError } from "./regex-parser.js";
import { literalSearch, regexSearch } from "./search-lines.js";
import { attempt, Folder, readFile, readOpen, walk } from "./walking.js";

/** @typedef {import("../context.js").Context} Context */
/** @typedef {import("../workspace.js").Workspace} Workspace */
/** @typedef {import("./places.js").Place} Place */
/** @typedef {import("./search-lines.js").Match} Match */
/** @typedef {import("./search-lines.js").Search} Search */
/** @typedef {import("./walking.js").Entry} Entry */
/** @typedef {import("./walking.js").Gate} Gate */

/** @type {import("../../envelope/index.js").ParameterSchema} */
export const searchTextParams = {
  type: "object",
  description: "Finds a text or a regular expression in the lines of files.",
  properties: {
    pattern: { type: "string", description: "The text to look for, within a line." },
    path: {
      type: "string",
      description: "Folder or file: its URI, or its path from the workspace; without it, all.",
    },
    regex: { type: "boolean", description: "The pattern is a regular expression." },
    ignore_case: { type: "boolean", description: "ASCII letters of both cases are the same." },
    glob: {
      type: "string",
      description: "Files to search: with a slash by path below the folder, without by name.",
    },
    hidden: {
      type: "boolean",
      description: "Also what has a name that begins with a dot, but never .git.",
    },
    ignored: { type: "boolean", description: "Also what .gitignore files leave out." },
    ...pageParams,
  },
  required: ["pattern"],
  additionalProperties: false,
};

/**
 * What to look for, and where.
 * @typedef {{ pattern: string, path?: string, regex?: boolean, ignore_case?: boolean,
 *   glob?: string, hidden?: boolean, ignored?: boolean, limit?: number, cursor?: string }}
 *   SearchTextParams
 */

/** Rules, and how paths of the walk become paths below their folder. */
class Scope {
  #rules;
  #before;
  #cut;

  /** @param {Rules} rules @param {string} before @param {number} cut */
  constructor(rules, before, cut) {
    this.#rules = rules;
    this.#before = before;
    this.#cut = cut;
  }

  /** @param {Entry} entry */
  verdict({ path, name, kind }) {
    return this.#rules.verdict(this.#before + path.slice(this.#cut), name, kind === "directory");
  }
}

/**
 * Lets through files and folders that are worth a search.
 *
 * Spec: FS-142 to FS-149
 * @implements {Gate}
 */
class TextGate {
  #hidden;
  #ignored;
  #scopes;

  /** @param {boolean} hidden @param {boolean} ignored @param {readonly Scope[]} scopes */
  constructor(hidden, ignored, scopes) {
    this.#hidden = hidden;
    this.#ignored = ignored;
    this.#scopes = scopes;
  }

  /** @param {Entry} entry */
  admits(entry) {
    if (entry.kind !== "file" && entry.kind !== "directory") return false;
    if (entry.name.startsWith(".") && (!this.#hidden || entry.name === ".git")) return false;
    for (let index = this.#scopes.length - 1; index >= 0; index -= 1) {
      const verdict = this.#scopes[index]?.verdict(entry) ?? null;
      if (verdict !== null) return !verdict;
    }
    return true;
  }

  /**
   * @param {string} path
   * @param {Folder} folder
   * @param {readonly Entry[]} entries
   * @returns {TextGate}
   */
  within(path, folder, entries) {
    if (this.#ignored || !entries.some(({ name }) => name === NAME)) return this;
    const content = readFile(folder.at(NAME), LIMIT);
    if (content === null) return this;
    const scope = new Scope(new Rules(content), "", path.length);
    return new TextGate(this.#hidden, this.#ignored, [...this.#scopes, scope]);
  }
}

/**
 * Places where a pattern matches, a page of them.
 *
 * Throws `INVALID_PARAMS`, `NOT_FOUND`, `PERMISSION_DENIED`, `UNSUPPORTED`. Spec: FS-115 to FS-151
 * @param {Context} context
 * @param {SearchTextParams} params
 */
export function searchText({ workspace }, params) {
  const { hidden = false, ignored = false, limit, cursor } = params;
  const { search, accepts } = judged(params);
  const uri = uriOf(workspace, params.path ?? "");
  const query = [
    "search_text", uri, params.pattern, params.regex ?? false, params.ignore_case ?? false,
    params.glob ?? null, hidden, ignored,
  ];
  const key = keyOf(cursor, query);
  // Files before the one in which the last page ended need not be read again.
  const start = key === null ? null : key.split(":").slice(0, -2).join(":");
  return opened(workspace, uri, "/path", (place) => {
    const items = found(
      place.kind === "file" ? [null] : chosen(workspace, place, hidden, ignored, accepts, start),
      place, search, (path) => workspace.uri(path),
    );
    return paged(items, "matches", query, limit, cursor);
  });
}

/**
 * What finds the pattern, and what chooses files; throws `INVALID_PARAMS`.
 * @param {SearchTextParams} params
 * @returns {{ search: Search, accepts: (path: string) => boolean }}
 */
function judged({ pattern, regex = false, ignore_case: ignoreCase = false, glob }) {
  const accepts = orNull(GlobError, () => (glob === undefined ? () => true : globFilter(glob)));
  const search = orNull(PatternError, () => {
    if (regex) return regexSearch(parseRegex(pattern, ignoreCase));
    const tree = parseLiteral(pattern, ignoreCase);
    return ignoreCase ? regexSearch(tree) : literalSearch(pattern);
  });
  if (accepts !== null && search !== null) return { search, accepts };
  throw invalid([
    ...(accepts === null ? [{ pointer: "/glob", rule: "glob" }] : []),
    ...(search === null ? [{ pointer: "/pattern", rule: "pattern" }] : []),
  ]);
}

/**
 * @template T
 * @param {new () => Error} kind
 * @param {() => T} function_
 * @returns {T | null}
 */
function orNull(kind, function_) {
  try {
    return function_();
  } catch (problem) {
    if (problem instanceof kind) return null;
    throw problem;
  }
}

/**
 * The files of a folder that are to be searched.
 *
 * Spec: FS-142 to FS-150
 * @param {Workspace} workspace
 * @param {Place} place
 * @param {boolean} hidden
 * @param {boolean} ignored
 * @param {(path: string) => boolean} accepts
 * @param {string | null} start files before this one are left out
 */
function* chosen(workspace, place, hidden, ignored, accepts, start) {
  const scopes = ignored ? [] : scopesAbove(workspace, place.path);
  const gate = new TextGate(hidden, ignored, scopes);
  for (const entry of walk(new Folder(place.descriptor), gate, null)) {
    if (entry.kind !== "file" || !accepts(entry.path)) continue;
    if (start === null || !precedes(entry.path, start)) yield entry;
  }
}

/**
 * The rules of the folders from the workspace's root to the one above a folder.
 * @param {Workspace} workspace
 * @param {string} path
 */
function scopesAbove(workspace, path) {
  const names = path.slice(workspace.root.length).split("/").slice(1);
  return names.flatMap((_, index) => {
    const above = join(workspace.root, ...names.slice(0, index), NAME);
    const content = attempt(() => workspace.at(above, (place) => readFile(place, LIMIT)));
    if (content === null) return [];
    return [new Scope(new Rules(content), `${names.slice(index).join("/")}/`, 0)];
  });
}

/** @param {string} path @param {string} other @returns {boolean} in the order of paths */
function precedes(path, other) {
  // A slash sorts before every character of a name once it is U+0000, which no name has.
  return compareUtf8(path.replaceAll("/", "\0"), other.replaceAll("/", "\0")) < 0;
}

/**
 * The matches in some files, as items of a list; null stands for the place itself, a file.
 * @param {Iterable<Entry | null>} files
 * @param {Place} place
 * @param {Search} search
 * @param {(path: string) => string} uriAt
 */
function* found(files, place, search, uriAt) {
  for (const file of files) {
    const content = file === null
      ? readOpen(place.descriptor, LIMIT)
      : readFile(file.folder.at(file.name), LIMIT);
    if (content === null) continue;
    const path = file === null ? "" : file.path;
    for (const match of search(content)) {
      const uri = file === null ? place.uri : uriAt(`${place.path}/${path}`);
      yield { key: `${path}:${match.line}:${match.startCol}`, value: told(uri, match) };
    }
  }
}

/** @param {string} uri @param {Match} match */
function told(uri, { line, startCol, endCol, text, textCol }) {
  return {
    uri,
    range: { start: { line, col: startCol }, end: { line, col: endCol } },
    text,
    text_col: textCol,
  };
}
