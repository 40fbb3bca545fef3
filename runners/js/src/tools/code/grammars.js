// The published grammars: loaded when they are first needed, each with its query.
// The one place that imports tree-sitter. What it finds leaves as plain data.

import { createRequire } from "node:module";

import { KINDS } from "./drafting.js";
import { languages, verbatim } from "./languages.js";

/** @typedef {import("web-tree-sitter").Language} Grammar */
/** @typedef {import("web-tree-sitter").Node} Node */
/** @typedef {import("web-tree-sitter").Query} Query */
/** @typedef {import("web-tree-sitter").Tree} Tree */
/** @typedef {import("./outline.js").Match} Match */
/** @typedef {import("./source.js").Span} Span */

// A query looks at each node once for every node around it.
const MOST_DEPTHS = 200_000_000;
// What is farther around a place says nothing of it.
const MOST_KINDS = 8;
const require = createRequire(import.meta.url);

/** A grammar that is ready: it parses texts and finds in them what its language's query names. */
export class Reader {
  #parser;
  #query;

  /** @param {import("web-tree-sitter").Parser} parser @param {Query} query */
  constructor(parser, query) {
    this.#parser = parser;
    this.#query = query;
  }

  /**
   * What becomes of the syntax tree of a text, which is gone afterwards.
   * @template T
   * @param {string} text
   * @param {(tree: Tree) => T} use
   * @returns {T}
   */
  read(text, use) {
    const tree = this.#parser.parse(text);
    if (!tree) throw new Error("the grammar gave no tree");
    try {
      return use(tree);
    } finally {
      tree.delete();
    }
  }

  /**
   * What the query finds in a text; null where it is nested too deep to be asked.
   * @param {string} text
   * @returns {Match[] | null}
   */
  matches(text) {
    return this.read(text, (tree) => {
      if (isCostly(tree)) return null;
      return this.#query.matches(tree.rootNode).map(({ patternIndex, captures }) => {
        const nodes = new Map(captures.map(({ name, node }) => [name, node]));
        const kind = KINDS.find((item) => nodes.has(item));
        const body = kind ? nodes.get(kind)?.childForFieldName("body") : null;
        const spans = new Map([...nodes].map(([name, node]) => [name, span(node)]));
        return { pattern: patternIndex, captures: spans, body: body?.startIndex ?? null };
      });
    });
  }
}

/** @type {Map<string, Promise<Reader | null>>} */
const readers = new Map();

/**
 * The reader of a language, null where its grammar is not installed.
 * @param {string} name
 * @returns {Promise<Reader | null>}
 */
export function readerOf(name) {
  const found = readers.get(name) ?? load(name);
  readers.set(name, found);
  return found;
}

/**
 * Whether the depths of all nodes together are beyond what a query is worth.
 *
 * Spec: CODE-72
 * @param {Tree} tree
 */
function isCostly(tree) {
  const cursor = tree.walk();
  try {
    for (let left = MOST_DEPTHS, depth = 0; left >= 0; left -= depth) {
      if (cursor.gotoFirstChild()) {
        depth += 1;
        continue;
      }
      while (!cursor.gotoNextSibling()) {
        if (!cursor.gotoParent()) return false;
        depth -= 1;
      }
    }
    return true;
  } finally {
    cursor.delete();
  }
}

/**
 * Outermost nodes that are no syntax, and what is missing, in the order of the text.
 *
 * Spec: CODE-53, CODE-54
 * @param {Tree} tree
 * @returns {{ span: Span, message: string }[]}
 */
export function problems(tree) {
  const found = [];
  const nodes = [tree.rootNode];
  for (let node = nodes.pop(); node; node = nodes.pop()) {
    if (node.isMissing) found.push({ span: span(node), message: `missing ${node.type}` });
    else if (node.isError) found.push({ span: span(node), message: "syntax error" });
    else if (node.hasError) nodes.push(...node.children.filter((child) => child !== null).reverse());
  }
  return found;
}

/**
 * Whether a stretch of text lies outside of every token and every text.
 *
 * Spec: CODE-49
 * @param {Tree} tree
 * @param {Span} place
 * @returns {boolean}
 */
export function isBetweenTokens(tree, { start, end }) {
  const node = tree.rootNode.descendantForIndex(start, end);
  if (!node || node.childCount === 0) return false;
  return !verbatim.some((word) => node.type.includes(word));
}

/**
 * The kind of the smallest node around a stretch of text, and of those around it.
 * @param {Tree} tree
 * @param {Span} place
 * @returns {string[]}
 */
export function kindsAt(tree, { start, end }) {
  const found = [];
  let node = tree.rootNode.descendantForIndex(start, end);
  for (; node && found.length < MOST_KINDS; node = node.parent) found.push(node.type);
  return found;
}

/** @param {Node} node @returns {Span} */
function span({ startIndex, endIndex }) {
  return { start: startIndex, end: endIndex };
}

/** @param {string} name @returns {Promise<Reader | null>} */
async function load(name) {
  const module = name === "tsx" ? "typescript" : name;
  let file;
  let sitter;
  try {
    file = require.resolve(`tree-sitter-${module}/tree-sitter-${name}.wasm`);
    // Not imported: only what is required is also found where NODE_PATH says.
    sitter = /** @type {typeof import("web-tree-sitter")} */ (require("web-tree-sitter"));
  } catch (problem) {
    if (problem instanceof Error && "code" in problem && /NOT_FOUND/.test(String(problem.code))) {
      return null;
    }
    throw problem;
  }
  await sitter.Parser.init();
  const grammar = await sitter.Language.load(file);
  const parser = new sitter.Parser();
  parser.setLanguage(grammar);
  return new Reader(parser, new sitter.Query(grammar, languages.get(name)?.query ?? ""));
}
