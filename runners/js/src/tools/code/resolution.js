// Which symbol a name stands for, as far as names and scopes tell; types are not known. Pure.

/** @typedef {import("./files.js").Document} Document */
/** @typedef {import("./languages.js").Language} Language */
/** @typedef {import("./outline.js").Definition} Definition */
/** @typedef {import("./outline.js").Occurrence} Occurrence */
/** @typedef {import("./outline.js").Outline} Outline */
/** @typedef {import("./source.js").Source} Source */

/**
 * What a name stands for: a path, in one file or scope where names belong to these. Symbols are
 * the same when their keys are.
 * @typedef {{ key: string, id: string, path: readonly string[], uri: string, home: number }} Symbol
 */

/** @typedef {ReadonlyMap<string, Symbol>} Symbols by key */

/**
 * One file: where it is, its text, and what has a name in it.
 * @typedef {object} Analysis
 * @property {Document} document
 * @property {Language} language
 * @property {Source} source
 * @property {Outline} outline
 */

/**
 * A definition and its file.
 * @typedef {{ analysis: Analysis, definition: Definition }} Place
 */

const VALUES = ["value", "field", "local"];
// The end of a long text before a dot tells its last word; the whole would cost its square.
export const LONGEST_OBJECT = 1024;
const LAST_WORD = /[A-Za-z0-9_$\u0080-\u{10ffff}]+$/u;

/** @param {readonly string[]} path @returns {string} */
export function symbolId(path) {
  return `sym:${path.join(".")}`;
}

/**
 * @param {readonly string[]} path
 * @param {string} uri
 * @param {number} home
 * @returns {Symbol}
 */
export function symbol(path, uri, home) {
  return { key: JSON.stringify([path, uri, home]), id: symbolId(path), path, uri, home };
}

/**
 * The symbol that a definition of a file gives a name to.
 *
 * Spec: CODE-25
 * @param {Analysis} analysis
 * @param {Definition} definition
 * @returns {Symbol}
 */
export function symbolOf({ document, language }, { path, shared, home }) {
  if (!shared) return symbol(path, document.uri, home ?? 0);
  return symbol(path, language.fileNames ? document.uri : "", -1);
}

/**
 * The definitions of a name that other files may mean.
 * @param {readonly Analysis[]} analyses
 * @param {string} name
 * @returns {Place[]}
 */
export function sharedNamed(analyses, name) {
  return analyses.flatMap((analysis) =>
    analysis.outline.definitions
      .filter((definition) => definition.shared && definition.name === name)
      .map((definition) => ({ analysis, definition })),
  );
}

/**
 * The symbols that an occurrence may stand for; `shared` are the definitions of its name.
 *
 * Spec: CODE-18 to CODE-27
 * @param {Occurrence} occurrence
 * @param {Analysis} analysis
 * @param {readonly Place[]} shared
 * @returns {Symbols}
 */
export function resolve(occurrence, analysis, shared) {
  const own = (/** @type {readonly Definition[]} */ definitions) =>
    symbolsOf(definitions.map((definition) => ({ analysis, definition })));
  const definition = analysis.outline.named.get(occurrence.span.start);
  if (definition) return own([definition]);
  if (occurrence.label) return new Map();
  if (occurrence.member) return symbolsOf(members(occurrence, analysis, shared));
  const local = lexical(occurrence.name, occurrence.scope, analysis);
  if (local.length > 0) return own(local);
  const elsewhere = shared.filter((place) => !place.definition.member);
  if (elsewhere.length > 0 || !analysis.language.membersInScope) return symbolsOf(elsewhere);
  return symbolsOf(shared);
}

/**
 * @param {Occurrence} occurrence
 * @param {Analysis} analysis
 * @param {readonly Place[]} shared
 * @returns {readonly Place[]}
 */
function members({ name, scope, object }, analysis, shared) {
  const { owner } = analysis.outline.scope(scope);
  if (owner && object !== null && analysis.language.selfNames.has(object)) {
    const id = symbolId([...owner, name]);
    const own = shared.filter(({ definition }) => symbolId(definition.path) === id);
    const here = own.filter((place) => place.analysis.document.uri === analysis.document.uri);
    if (own.length > 0) return here.length > 0 ? here : own;
  }
  const word = lastWord(object ?? "");
  const ofWord = shared.filter(({ definition }) => definition.path.at(-2) === word);
  if (ofWord.length > 0) return ofWord;
  const found = shared.filter(({ definition }) => definition.member);
  return found.length > 0 ? found : shared;
}

/**
 * The definitions of the nearest scope around one that has the name.
 * @param {string} name
 * @param {number} scope
 * @param {Analysis} analysis
 * @returns {readonly Definition[]}
 */
export function lexical(name, scope, { outline, language }) {
  for (let number = scope; number >= 0; number = outline.scope(number).parent) {
    const here = outline.atHome(number, name);
    // What a type is made with is no member of it.
    const isVisible = seesMembers(outline, scope, number, language);
    const found = isVisible ? here : here.filter(({ kind }) => kind === "local");
    if (found.length > 0) return found;
  }
  return [];
}

/**
 * The scopes whose names are seen from one, the nearest first.
 *
 * Spec: CODE-19, CODE-20
 * @param {Outline} outline
 * @param {number} from
 * @param {Language} language
 */
export function* visibleScopes(outline, from, language) {
  for (let number = from; number >= 0; number = outline.scope(number).parent) {
    if (seesMembers(outline, from, number, language)) yield number;
  }
}

/** @param {Outline} outline @param {number} from @param {number} number @param {Language} language */
function seesMembers(outline, from, number, language) {
  const { kind } = outline.scope(number);
  const isOfMembers = kind === "type" || kind === "region";
  return number === from || !isOfMembers || language.membersInScope;
}

/**
 * Where symbols are defined, by file and place.
 *
 * Of values that a file gives a name to again and again, the first counts.
 * Spec: CODE-26
 * @param {readonly Analysis[]} analyses
 * @param {Symbols} symbols
 * @returns {Place[]}
 */
export function definitionsOf(analyses, symbols) {
  return analyses.flatMap((analysis) => {
    const places = analysis.outline.definitions
      .map((definition) => ({ analysis, definition, key: symbolOf(analysis, definition).key }))
      .filter(({ key }) => symbols.has(key));
    const isValue = (/** @type {Place} */ place) => VALUES.includes(place.definition.kind);
    const solid = new Set(places.filter((place) => !isValue(place)).map(({ key }) => key));
    const seen = new Set();
    return places.filter((place) => {
      const counts = !isValue(place) || !(solid.has(place.key) || seen.has(place.key));
      seen.add(place.key);
      return counts;
    });
  });
}

/** @param {string} text @returns {string} the word with which a text ends, or nothing */
export function lastWord(text) {
  return LAST_WORD.exec(text.slice(-LONGEST_OBJECT))?.[0] ?? "";
}

/** @param {readonly Place[]} places @returns {Symbols} */
export function symbolsOf(places) {
  const found = places.map(({ analysis, definition }) => symbolOf(analysis, definition));
  return new Map(found.map((item) => [item.key, item]));
}
