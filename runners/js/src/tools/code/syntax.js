// The backend that reads files with their grammars and looks names up in scopes.

import { ToolError } from "../../envelope/index.js";
import { completions } from "./completing.js";
import { documents, unsupported } from "./files.js";
import { trimmed } from "./formatting.js";
import { isBetweenTokens, kindsAt, problems, readerOf } from "./grammars.js";
import { extensionOf, languageOf, languages } from "./languages.js";
import { defined, header, Lookup, occurrenceAt, referred } from "./lookup.js";
import { byComponents } from "./order.js";
import { outline } from "./outline.js";
import { renamed } from "./renaming.js";
import { definitionsOf, symbolId, symbolOf } from "./resolution.js";
import { result } from "./results.js";
import { isMatch, mayHave } from "./searching.js";
import { Source } from "./source.js";

/** @typedef {import("../context.js").Context} Context */
/** @typedef {import("./files.js").Document} Document */
/** @typedef {import("./grammars.js").Reader} Reader */
/** @typedef {import("./languages.js").Language} Language */
/** @typedef {import("./outline.js").Outline} Outline */
/** @typedef {import("./renaming.js").Change} Change */
/** @typedef {import("./resolution.js").Analysis} Analysis */
/** @typedef {import("./results.js").Result} Result */
/** @typedef {import("./source.js").Span} Span */

const KEPT_FILES = 256;
// Places of a name times its definitions: each of the one may mean each of the other.
const MOST_PAIRS = 10_000_000;

/** The outlines of the files that were looked at last, by language and content. */
class Outlines {
  /** @type {Map<string, { source: Source, outline: Outline }>} */
  #kept = new Map();

  /** @param {Document} document @param {Language} language @param {Reader} reader */
  of(document, language, reader) {
    const key = `${language.name} ${document.hash}`;
    const found = this.#kept.get(key) ?? outlined(document, language, reader);
    // The one that was asked for last stands last.
    this.#kept.delete(key);
    this.#kept.set(key, found);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > KEPT_FILES && oldest !== undefined) this.#kept.delete(oldest);
    return found;
  }
}

/** What can be answered from syntax alone, in one workspace. */
export class Syntax {
  name = "tree-sitter";
  #workspace;
  #outlines;

  /** @param {Context} context */
  constructor(context) {
    this.#workspace = context.workspace;
    this.#outlines = context.keep(Outlines);
  }

  /** @param {Document} document @param {number} offset @returns {Promise<Result[]>} */
  async definition(document, offset) {
    const found = await this.#at(document, offset);
    return found ? defined(found.places(found.symbols)) : [];
  }

  /** @param {Document} document @param {number} offset @returns {Promise<Result[]>} */
  async references(document, offset) {
    const found = await this.#at(document, offset);
    return found ? referred(found.references(), found.symbols) : [];
  }

  /**
   * @param {Document} document
   * @param {number} offset
   * @param {string} newName
   * @returns {Promise<Change[]>}
   */
  async rename(document, offset, newName) {
    const found = await this.#at(document, offset);
    if (!found || found.symbols.size === 0) {
      const message = "no symbol of this workspace is there";
      throw new ToolError("NOT_FOUND", message, { uri: document.uri });
    }
    const family = (/** @type {string} */ name) => this.#family(found.analysis.language, name);
    return renamed(found, newName, family, countProblems, withKinds);
  }

  /**
   * @param {Document} document
   * @param {{ first: number, last: number } | null} lines
   * @returns {Promise<Change[]>}
   */
  async format(document, lines) {
    const { reader } = await grammarFor(document);
    return reader.read(document.text, (tree) => {
      if (problems(tree).length > 0) {
        throw unsupported("valid-syntax", `${document.uri} has syntax errors`);
      }
      const isBetween = (/** @type {Span} */ span) => isBetweenTokens(tree, span);
      const text = trimmed(new Source(document.text), lines, isBetween);
      return text === document.text ? [] : [{ document, text }];
    });
  }

  /** @param {Document} document @returns {Promise<Result[]>} */
  async diagnostics(document) {
    const analysis = await this.#analysis(document);
    const { reader } = await grammarFor(document);
    return reader.read(document.text, problems).map(({ span, message }) => ({
      ...result(document.uri, analysis.source, span, surrounding(analysis, span)),
      severity: "error",
      message,
    }));
  }

  /** @param {Document} document @param {number} offset @returns {Promise<Result[]>} */
  async hover(document, offset) {
    const found = await this.#at(document, offset);
    if (!found) return [];
    const { source } = found.analysis;
    return found.places(found.symbols).map((place) => {
      const { id } = symbolOf(place.analysis, place.definition);
      const here = result(document.uri, source, found.occurrence.span, id);
      return { ...here, snippet: header(place) };
    });
  }

  /** @param {Document} document @param {number} offset @returns {Promise<Result[]>} */
  async completion(document, offset) {
    return completions(await this.#analysis(document), offset);
  }

  /** @param {string} query @param {string} place @returns {Promise<Result[]>} */
  async search(query, place) {
    const isKnown = (/** @type {string} */ name) => languageOf(name) !== undefined;
    const found = [];
    for (const document of documents(this.#workspace, place, isKnown)) {
      if (!mayHave(document.text, query)) continue;
      for (const analysis of await this.#analyses(document)) {
        const symbols = analysis.outline.definitions
          .filter(({ shared, path }) => shared && isMatch(path, query))
          .map((definition) => symbolOf(analysis, definition));
        const byKey = new Map(symbols.map((item) => [item.key, item]));
        found.push(...defined(definitionsOf([analysis], byKey)));
      }
    }
    return found;
  }

  /** @param {Document} document @param {number} offset */
  async #at(document, offset) {
    const analysis = await this.#analysis(document);
    const occurrence = occurrenceAt(analysis.outline, offset);
    if (!occurrence) return null;
    const family = await this.#family(analysis.language, occurrence.name);
    // It was named, so it counts, also in a folder that is not searched.
    const isThere = family.some((item) => item.document.uri === document.uri);
    const all = isThere ? family : [...family, analysis];
    all.sort((left, right) => byComponents(left.document.path, right.document.path));
    if (pairs(all, occurrence.name) > MOST_PAIRS) {
      throw unsupported("fewer-places", `${occurrence.name} stands in too many places`);
    }
    return new Lookup(analysis, occurrence, all);
  }

  /**
   * The files of a family that contain a word, in their order.
   * @param {Language} language
   * @param {string} word
   * @returns {Promise<Analysis[]>}
   */
  async #family({ family }, word) {
    const isWanted = (/** @type {string} */ name) =>
      [...languages.values()].some(
        (item) => item.family === family && item.extensions.includes(extensionOf(name)),
      );
    const found = documents(this.#workspace, this.#workspace.root, isWanted, word);
    return (await Promise.all(found.map((document) => this.#analyses(document)))).flat();
  }

  /**
   * The analysis of a file that nobody has named; none of one that is nested too deep.
   * @param {Document} document
   * @returns {Promise<Analysis[]>}
   */
  async #analyses(document) {
    try {
      return [await this.#analysis(document)];
    } catch (problem) {
      if (problem instanceof ToolError) return [];
      throw problem;
    }
  }

  /** @param {Document} document @returns {Promise<Analysis>} */
  async #analysis(document) {
    const { language, reader } = await grammarFor(document);
    return { document, language, ...this.#outlines.of(document, language, reader) };
  }
}

/** @param {Document} document @param {Language} language @param {Reader} reader */
function outlined({ text, uri }, language, reader) {
  const source = new Source(text);
  const matches = reader.matches(text);
  if (matches === null) throw unsupported("shallow-file", `${uri} is nested too deep`);
  return { source, outline: outline(source, language, matches) };
}

/**
 * How many pairs of a place of a name and a definition of it there are.
 *
 * Spec: CODE-72
 * @param {readonly Analysis[]} analyses
 * @param {string} name
 */
function pairs(analyses, name) {
  const count = (/** @type {(outline: Outline) => readonly { name: string }[]} */ of) =>
    analyses.reduce(
      (sum, { outline: found }) => sum + of(found).filter((item) => item.name === name).length, 0,
    );
  return count((found) => found.occurrences) * count((found) => found.definitions);
}

/** @param {Document} document */
async function grammarFor({ path, uri }) {
  const language = languageOf(path.slice(path.lastIndexOf("/") + 1));
  const reader = language ? await readerOf(language.name) : null;
  if (!language || !reader) throw unsupported("grammar", `there is no grammar for ${uri}`);
  return { language, reader };
}

/** @type {import("./certainty.js").WithKinds} */
async function withKinds({ document }, use) {
  const { reader } = await grammarFor(document);
  return reader.read(document.text, (tree) => use((span) => kindsAt(tree, span)));
}

/** @param {string} text @param {Language} language */
async function countProblems(text, { name }) {
  const reader = await readerOf(name);
  return reader ? reader.read(text, problems).length : 0;
}

/**
 * The id of what a stretch of text is part of.
 * @param {Analysis} analysis
 * @param {Span} span
 * @returns {string | null}
 */
function surrounding({ outline: found }, span) {
  const { path } = found.scope(found.innermost(span));
  return path.length === 0 ? null : symbolId(path);
}
