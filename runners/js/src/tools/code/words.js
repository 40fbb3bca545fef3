// The backend for files without a grammar: words, and lines that look like definitions.

import { documents, unsupported } from "./files.js";
import { extensionOf, heuristicKeywords } from "./languages.js";
import { byBytes, byComponents } from "./order.js";
import { symbolId } from "./resolution.js";
import { result } from "./results.js";
import { isMatch } from "./searching.js";
import { shortened, Source } from "./source.js";

/** @typedef {import("../context.js").Context} Context */
/** @typedef {import("./files.js").Document} Document */
/** @typedef {import("./renaming.js").Change} Change */
/** @typedef {import("./results.js").Result} Result */
/** @typedef {import("./source.js").Span} Span */

/**
 * A word of a document, and whether it is given there.
 * @typedef {{ text: string, span: Span, isDefined: boolean }} Word
 */

const WORD = /[A-Za-z_\u0080-\u{10ffff}][A-Za-z_\u0080-\u{10ffff}0-9]*/gu;
/**
 * What can be answered without knowing the language, in one workspace.
 *
 * Spec: CODE-65 to CODE-68
 */
export class Words {
  name = "heuristic";
  #workspace;

  /** @param {Context} context */
  constructor(context) {
    this.#workspace = context.workspace;
  }

  /** @param {Document} document @param {number} offset @returns {Promise<Result[]>} */
  async definition(document, offset) {
    return this.#same(document, offset).filter(({ isDefined }) => isDefined).map(({ at }) => at);
  }

  /** @param {Document} document @param {number} offset @returns {Promise<Result[]>} */
  async references(document, offset) {
    return this.#same(document, offset).map(({ at }) => at);
  }

  /** @param {Document} document @returns {Promise<Change[]>} */
  async rename(document) {
    throw needsGrammar(document);
  }

  /** @param {Document} document @returns {Promise<Change[]>} */
  async format(document) {
    throw needsGrammar(document);
  }

  /** @param {Document} document @returns {Promise<Result[]>} */
  async diagnostics(document) {
    throw needsGrammar(document);
  }

  /** @param {Document} document @param {number} offset @returns {Promise<Result[]>} */
  async hover(document, offset) {
    const source = new Source(document.text);
    const word = wordAt(source, offset);
    if (!word) return [];
    const here = result(document.uri, source, word.span, symbolId([word.text]));
    const found = await this.definition(document, offset);
    return found.map(({ snippet }) => ({ ...here, snippet: shortened(snippet) }));
  }

  /** @param {Document} document @param {number} offset @returns {Promise<Result[]>} */
  async completion(document, offset) {
    const source = new Source(document.text);
    const found = words(source);
    const before = found.find(({ span }) => span.start < offset && offset <= span.end);
    const start = before?.span.start ?? offset;
    const prefix = source.part({ start, end: offset });
    const others = found.filter((word) => word !== before && word.text.startsWith(prefix));
    const names = [...new Set(others.map(({ text }) => text))].sort(byBytes);
    const range = source.range({ start, end: offset });
    return names.map((name) => (
      { uri: document.uri, range, snippet: name, symbol_id: symbolId([name]) }
    ));
  }

  /** @param {string} query @param {string} place @returns {Promise<Result[]>} */
  async search(query, place) {
    return documents(this.#workspace, place, () => true).flatMap(({ uri, text }) => {
      const source = new Source(text);
      return words(source)
        .filter((word) => word.isDefined && isMatch([word.text], query))
        .map((word) => result(uri, source, word.span, symbolId([word.text])));
    });
  }

  /** @param {Document} document @param {number} offset */
  #same(document, offset) {
    const sought = wordAt(new Source(document.text), offset);
    if (!sought) return [];
    const extension = extensionOf(document.path.slice(document.path.lastIndexOf("/") + 1));
    const isAlike = (/** @type {string} */ name) => extensionOf(name) === extension;
    const found = documents(this.#workspace, this.#workspace.root, isAlike, sought.text);
    // It was named, so it counts, also where nothing is searched.
    if (found.every(({ uri }) => uri !== document.uri)) found.push(document);
    found.sort((left, right) => byComponents(left.path, right.path));
    return found.flatMap(({ uri, text }) => {
      const source = new Source(text);
      return words(source)
        .filter((word) => word.text === sought.text)
        .map(({ span, isDefined }) => (
          { at: result(uri, source, span, symbolId([sought.text])), isDefined }
        ));
    });
  }
}

/** @param {Source} source @returns {Word[]} in their order */
function words({ text }) {
  let place = 0;
  // Whether a name follows if there is nothing but blanks before the next word.
  let gives = false;
  return [...text.matchAll(WORD)].map(({ 0: word, index: start }) => {
    const between = text.slice(place, start);
    const isDefined = gives && /^[ \t]+$/.test(between);
    gives = heuristicKeywords.has(word) && !/[0-9]$/.test(between);
    place = start + word.length;
    return { text: word, span: { start, end: place }, isDefined };
  });
}

/** @param {Source} source @param {number} offset the word in which it lies, else that ends there */
function wordAt(source, offset) {
  const found = words(source);
  return (
    found.find(({ span }) => span.start <= offset && offset < span.end) ??
    found.find(({ span }) => span.end === offset)
  );
}

/** @param {Document} document */
function needsGrammar({ uri }) {
  return unsupported("grammar", `there is no grammar for ${uri}`);
}
