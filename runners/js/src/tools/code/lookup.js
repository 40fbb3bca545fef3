// One name at one place, among the files in which it may mean something. Pure.

import { byBytes } from "./order.js";
import { definitionsOf, resolve, sharedNamed, symbolId, symbolOf } from "./resolution.js";
import { result } from "./results.js";
import { shortened } from "./source.js";

/** @typedef {import("./outline.js").Occurrence} Occurrence */
/** @typedef {import("./outline.js").Outline} Outline */
/** @typedef {import("./resolution.js").Analysis} Analysis */
/** @typedef {import("./resolution.js").Place} Place */
/** @typedef {import("./resolution.js").Symbols} Symbols */
/** @typedef {import("./results.js").Result} Result */

/**
 * A name that may stand for some symbols.
 * @typedef {{ analysis: Analysis, occurrence: Occurrence, symbols: Symbols }} Reference
 */

/** An occurrence, its file, and the files that have its name. */
export class Lookup {
  #shared;

  /**
   * @param {Analysis} analysis
   * @param {Occurrence} occurrence
   * @param {readonly Analysis[]} analyses
   */
  constructor(analysis, occurrence, analyses) {
    this.analysis = analysis;
    this.occurrence = occurrence;
    this.analyses = analyses;
    this.#shared = sharedNamed(analyses, occurrence.name);
    /** What the name may stand for here. */
    this.symbols = resolve(occurrence, analysis, this.#shared);
  }

  /** @param {Symbols} symbols @returns {Place[]} where symbols of this name are defined */
  places(symbols) {
    return definitionsOf(this.analyses, symbols);
  }

  /**
   * Where the name may stand for one of these symbols; for none of any, if there are none.
   *
   * Spec: CODE-28, CODE-29
   * @returns {Reference[]}
   */
  references() {
    return this.analyses.flatMap((analysis) =>
      analysis.outline.occurrences
        .filter(({ name, label }) => name === this.occurrence.name && !label)
        .map((occurrence) => {
          const symbols = resolve(occurrence, analysis, this.#shared);
          return { analysis, occurrence, symbols };
        })
        .filter(({ symbols }) =>
          this.symbols.size === 0
            ? symbols.size === 0
            : [...symbols.keys()].some((key) => this.symbols.has(key)),
        ),
    );
  }
}

/**
 * The name in which an offset lies, else the one that ends there.
 *
 * Spec: CODE-17
 * @param {Outline} outline
 * @param {number} offset
 * @returns {Occurrence | undefined}
 */
export function occurrenceAt({ occurrences }, offset) {
  return (
    occurrences.find(({ span }) => span.start <= offset && offset < span.end) ??
    occurrences.find(({ span }) => span.end === offset)
  );
}

/** @param {readonly Place[]} places @returns {Result[]} */
export function defined(places) {
  return places.map(({ analysis, definition }) => {
    const { id } = symbolOf(analysis, definition);
    return result(analysis.document.uri, analysis.source, definition.span, id);
  });
}

/**
 * References as results; the id is the first of those that are wanted and possible.
 * @param {readonly Reference[]} references
 * @param {Symbols} wanted
 * @returns {Result[]}
 */
export function referred(references, wanted) {
  return references.map(({ analysis, occurrence, symbols }) => {
    const ids = [...symbols.values()].filter(({ key }) => wanted.has(key)).map(({ id }) => id);
    const [id = symbolId([occurrence.name])] = ids.sort(byBytes);
    return result(analysis.document.uri, analysis.source, occurrence.span, id);
  });
}

/**
 * How something is declared: the definition up to its body, on one line.
 *
 * Spec: CODE-56
 * @param {Place} place
 * @returns {string}
 */
export function header({ analysis, definition: { whole, headerEnd } }) {
  return shortened(analysis.source.part({ start: whole.start, end: headerEnd }));
}
