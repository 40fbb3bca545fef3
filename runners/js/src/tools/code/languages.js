// The table of languages: which files are theirs, and what in their trees has a name.
// `languages.json` is a copy of the reference's.

import { readFileSync } from "node:fs";

/**
 * One grammar with its files, and how its names are looked up.
 *
 * `family`: languages whose files see each other's names. `fileNames`: a name that two files
 * define is two symbols. `membersInScope`: members are named without an object inside of their
 * type. `seen`: from where a value of a function is seen: `anywhere` in it, `later` than it is given,
 * or `anew` as well, when it is given again. `selfNames`: objects that mean the type around them. `wordExtra`: what words have beside
 * letters, digits and `_`.
 * @typedef {object} Language
 * @property {string} name
 * @property {string} family
 * @property {readonly string[]} extensions
 * @property {boolean} fileNames
 * @property {boolean} membersInScope
 * @property {"anywhere" | "later" | "anew"} seen
 * @property {ReadonlySet<string>} selfNames
 * @property {string} wordExtra
 * @property {string} query
 */

/**
 * @typedef {object} Entry
 * @property {string} family
 * @property {string[]} extensions
 * @property {"file" | "shared"} names
 * @property {boolean} members_in_scope
 * @property {"anywhere" | "later" | "anew"} seen
 * @property {string[]} self
 * @property {string} word_extra
 * @property {string[]} query
 */

/**
 * @type {{
 *   skipped_folders: string[],
 *   verbatim: string[],
 *   heuristic_keywords: string[],
 *   doubts: Record<
 *     "texts" | "binders" | "outer" | "imports" | "elsewhere" | "keys" | "given" | "functions",
 *     string[]
 *   >,
 *   languages: Record<string, Entry>,
 * }}
 */
const table = JSON.parse(readFileSync(new URL("languages.json", import.meta.url), "utf8"));

export const skippedFolders = new Set(table.skipped_folders);
export const verbatim = table.verbatim;
/** Kinds of nodes by what they say of a name in them; see `certainty.js`. */
export const doubtTable = table.doubts;
export const heuristicKeywords = new Set(table.heuristic_keywords);

/** @type {ReadonlyMap<string, Language>} */
export const languages = new Map(
  Object.entries(table.languages).map(([name, entry]) => [name, language(name, entry)]),
);

/** @type {ReadonlyMap<string, Language>} */
const byExtension = new Map(
  [...languages.values()].flatMap((item) => item.extensions.map((name) => [name, item])),
);

/**
 * The language of a file by the extension of its name, compared exactly.
 *
 * Spec: CODE-2
 * @param {string} name
 * @returns {Language | undefined}
 */
export function languageOf(name) {
  return byExtension.get(extensionOf(name));
}

/**
 * The last dot of a file's name and what follows; empty for names that begin with it.
 * @param {string} name
 * @returns {string}
 */
export function extensionOf(name) {
  const dot = name.lastIndexOf(".");
  return dot > 0 ? name.slice(dot) : "";
}

/** @param {string} name @param {Entry} entry @returns {Language} */
function language(name, entry) {
  return {
    name,
    family: entry.family,
    extensions: entry.extensions,
    fileNames: entry.names === "file",
    membersInScope: entry.members_in_scope,
    seen: entry.seen,
    selfNames: new Set(entry.self),
    wordExtra: entry.word_extra,
    query: entry.query.join("\n"),
  };
}
