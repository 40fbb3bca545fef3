// Another name for a symbol: what has to change, or why it cannot be done. Pure.
//
// Names tell less than types: where a name may stand for something else, too, nothing is renamed.

import { ToolError } from "../../envelope/index.js";
import { violation } from "../failures.js";
import { doubts } from "./certainty.js";
import { defined } from "./lookup.js";
import { symbol, symbolOf } from "./resolution.js";
import { inOrder } from "./results.js";

/** @typedef {import("./files.js").Document} Document */
/** @typedef {import("./languages.js").Language} Language */
/** @typedef {import("./lookup.js").Lookup} Lookup */
/** @typedef {import("./lookup.js").Reference} Reference */
/** @typedef {import("./resolution.js").Analysis} Analysis */
/** @typedef {import("./resolution.js").Symbol} Symbol */

/**
 * A document and the text that it would have.
 * @typedef {{ document: Document, text: string }} Change
 */

/**
 * The changes that rename what is looked up, by file; none for the name that it has.
 *
 * Throws `INVALID_PARAMS`: no name of the language. `CONFLICT`: it, or something that has to
 * change, may stand for several symbols, or places leave a doubt. `EXISTS`: its scope has the new
 * name. Spec: CODE-37 to CODE-43, CODE-73
 * @param {Lookup} lookup
 * @param {string} newName
 * @param {(name: string) => Promise<readonly Analysis[]>} family files that have a name
 * @param {(text: string, language: Language) => Promise<number>} countProblems
 * @param {import("./certainty.js").WithKinds} withKinds
 * @returns {Promise<Change[]>}
 */
export async function renamed(lookup, newName, family, countProblems, withKinds) {
  const { name } = lookup.occurrence;
  if (!isName(newName, name, lookup.analysis.language)) throw noName(newName);
  const references = lookup.references();
  refuseAmbiguous(lookup, references);
  if (newName === name) return [];
  const [found] = lookup.symbols.values();
  if (found) refuseTaken(found, await family(newName), newName);
  const places = found ? await doubts(lookup, found, newName, withKinds) : [];
  if (places.length > 0) {
    const details = { reason: "ambiguous", places };
    throw new ToolError("CONFLICT", "places leave it in doubt what they stand for", details);
  }
  const changes = changesOf(references, newName);
  for (const { analysis, text } of changes) {
    const before = await countProblems(analysis.source.text, analysis.language);
    if ((await countProblems(text, analysis.language)) > before) throw noName(newName);
  }
  return changes.map(({ analysis, text }) => ({ document: analysis.document, text }));
}

/** @param {Lookup} lookup @param {readonly Reference[]} references */
function refuseAmbiguous(lookup, references) {
  const possible = new Map(lookup.symbols);
  for (const { symbols } of references) {
    for (const [key, item] of symbols) possible.set(key, item);
  }
  if (possible.size <= 1) return;
  const candidates = inOrder(defined(lookup.places(possible)));
  throw new ToolError("CONFLICT", "the name may stand for several symbols", { candidates });
}

/** @param {Symbol} found @param {readonly Analysis[]} analyses @param {string} newName */
function refuseTaken({ path, uri, home }, analyses, newName) {
  const { key, id } = symbol([...path.slice(0, -1), newName], uri, home);
  for (const analysis of analyses) {
    if (analysis.outline.definitions.some((item) => symbolOf(analysis, item).key === key)) {
      throw new ToolError("EXISTS", `there is ${id}`, { symbol_id: id });
    }
  }
}

/**
 * @param {readonly Reference[]} references by file and place
 * @param {string} newName
 */
function changesOf(references, newName) {
  /** @type {Map<Analysis, { text: string, place: number }>} */
  const changes = new Map();
  for (const { analysis, occurrence } of references) {
    const { text, place } = changes.get(analysis) ?? { text: "", place: 0 };
    const { start, end } = occurrence.span;
    // A name that is a member's and a value's at once is written out.
    const kept = occurrence.shorthand ? `${occurrence.name}: ` : "";
    const between = analysis.source.part({ start: place, end: start });
    changes.set(analysis, { text: `${text}${between}${kept}${newName}`, place: end });
  }
  return [...changes].map(([analysis, { text, place }]) => (
    { analysis, text: text + analysis.source.text.slice(place) }
  ));
}

/** @param {string} newName @param {string} name @param {Language} language */
function isName(newName, name, { wordExtra }) {
  // Private members of JavaScript begin with a hash and stay private.
  const mark = name.startsWith("#") ? "#" : "";
  const first = `A-Za-z_\\u0080-\\u{10ffff}${wordExtra}`;
  return new RegExp(`^${mark}[${first}][${first}0-9]*$`, "u").test(newName);
}

/** @param {string} newName */
function noName(newName) {
  return violation("/new_name", "identifier", `${JSON.stringify(newName)} is no name here`);
}
