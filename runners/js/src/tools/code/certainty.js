// Which places speak for or against a renaming without a doubt, and which do not. Pure.
//
// A name may stand for what is renamed in more ways than syntax shows. Every place where it stands
// has to be surely the symbol or surely not; the others are doubts, and one of them is too many.

import { doubtTable } from "./languages.js";
import { lexical, symbolOf } from "./resolution.js";
import { inOrder, result } from "./results.js";

/** @typedef {import("./lookup.js").Lookup} Lookup */
/** @typedef {import("./outline.js").Occurrence} Occurrence */
/** @typedef {import("./resolution.js").Analysis} Analysis */
/** @typedef {import("./resolution.js").Place} Place */
/** @typedef {import("./resolution.js").Symbol} Symbol */
/** @typedef {import("./results.js").Result} Result */
/** @typedef {import("./source.js").Span} Span */

/**
 * The kinds of the smallest node at a place and of those around it, the smallest first.
 * @typedef {(span: Span) => readonly string[]} KindsAt
 */

/**
 * What is asked with the kinds of the places of a file, while its tree is there.
 * @typedef {<T>(analysis: Analysis, use: (kindsAt: KindsAt) => T) => Promise<T>} WithKinds
 */

const LETTERS = "A-Za-z0-9_\\u0080-\\u{10ffff}";
// A line of Python that takes names from a module; the names may stand in brackets, on more lines.
const FROM =
  /(?<![^\n])[ \t]*from[ \t]+([.A-Za-z0-9_\u0080-\u{10ffff}]+)[ \t]+import[ \t]*(\([^)]*\)|[^\n#;]*)/gu;
const QUOTES = ["'", '"', "`"];
// Which of the kinds around a name is that of what it is given in.
const GIVEN = 2;
// And that of a variable, which stands with its value in a declaration.
const HOISTED = 2;
// So many doubts are told.
const MOST_TOLD = 100;

/**
 * The places that leave in doubt whether all of a symbol, and nothing else, is renamed.
 *
 * Spec: CODE-73
 * @param {Lookup} lookup
 * @param {Symbol} symbol
 * @param {string} newName
 * @param {WithKinds} withKinds
 * @returns {Promise<Result[]>}
 */
export async function doubts({ occurrence: { name }, analyses }, symbol, newName, withKinds) {
  const places = analyses.flatMap((analysis) =>
    analysis.outline.definitions
      .filter((item) => item.name === name && symbolOf(analysis, item).key === symbol.key)
      .map((definition) => ({ analysis, definition })),
  );
  const found = [];
  for (const analysis of analyses) {
    const spans = await withKinds(analysis, (kindsAt) => {
      const judge = new Judge(analysis, symbol, places, kindsAt);
      const old = words(analysis, name).filter((span) => judge.doubtsWord(span));
      if (!judge.isHome) return old;
      return [...old, ...words(analysis, newName).filter((span) => judge.doubtsTaken(span))];
    });
    const { document, source } = analysis;
    found.push(...spans.map((span) => result(document.uri, source, span, null)));
  }
  return inOrder(found).slice(0, MOST_TOLD);
}

/**
 * Where a name stands in a text as a whole word, whatever it is there.
 * @param {Analysis} analysis
 * @param {string} name
 * @returns {Span[]}
 */
function words({ source, language }, name) {
  const letters = LETTERS + language.wordExtra;
  const word = new RegExp(`(?<![${letters}])${escaped(name)}(?![${letters}])`, "gu");
  return [...source.text.matchAll(word)].map(({ index }) => (
    { start: index, end: index + name.length }
  ));
}

/** @param {string} text */
function escaped(text) {
  return text.replace(/[$()*+.?[\\\]^{|}]/g, "\\$&");
}

/** Judges the places of one file. */
class Judge {
  #analysis;
  #symbol;
  #kindsAt;
  #isShared;
  #isMember;
  #isInnerMember;
  #isMixed;
  #occurrences;
  #imports;

  /**
   * @param {Analysis} analysis
   * @param {Symbol} symbol
   * @param {readonly Place[]} places
   * @param {KindsAt} kindsAt
   */
  constructor(analysis, symbol, places, kindsAt) {
    const homes = new Set(places.map((place) => place.analysis.document.uri));
    this.#analysis = analysis;
    this.#symbol = symbol;
    this.#kindsAt = kindsAt;
    this.#isShared = symbol.home === -1;
    this.#isMember = places.some(({ definition }) => definition.member);
    this.#isInnerMember = places.some(isInnerMember);
    const locals = places.filter(({ definition }) => isLocalValue(definition));
    this.#isMixed = areSeveral(places) || (analysis.language.seen === "anew" && locals.length > 1);
    this.isHome = homes.has(analysis.document.uri);
    this.#occurrences = new Map(
      analysis.outline.occurrences.map((item) => [item.span.start, item]),
    );
    this.#imports = imports(analysis, homes, symbol);
  }

  /** @param {Span} span @returns {boolean} whether it is in doubt what has the old name there */
  doubtsWord(span) {
    const kinds = this.#kindsAt(span);
    const occurrence = this.#at(span);
    if (!occurrence) return this.#doubtsText(span, kinds);
    if (kinds.includes("ERROR")) return true;
    // It may be this very member of what it is taken from, or given to.
    if (occurrence.shorthand && (this.#isMember || this.#isInnerMember)) return true;
    const definition = this.#analysis.outline.named.get(span.start);
    if (definition) {
      if (symbolOf(this.#analysis, definition).key !== this.#symbol.key) {
        // One that may take the place of the other in a type that is made of this one.
        return this.#isMember && definition.member;
      }
      // A parameter of a function that has no name here, as an operator's.
      const isParameter = kinds.slice(1, 4).some((kind) => kind.includes("parameter"));
      if (definition.shared && isParameter) return true;
      // A method of an object without a name is given beside that object, not in it, and what a
      // trait asks for is the trait's.
      const isGiven = occurrence.given || doubtTable.given.includes(kinds[GIVEN] ?? "");
      return this.#isMixed || isGiven || isHoisted(kinds);
    }
    if (occurrence.label) return kinds[1] !== "dotted_name";
    if (occurrence.member) return this.#doubtsMember(occurrence, kinds);
    return this.#doubtsPlain(occurrence, kinds);
  }

  /** @param {Span} span @returns {boolean} whether the new name may hide the symbol or become it */
  doubtsTaken(span) {
    const occurrence = this.#at(span);
    return !!occurrence && !(occurrence.label || occurrence.member || this.#isMember);
  }

  /** @param {Span} span */
  #at(span) {
    const found = this.#occurrences.get(span.start);
    return found?.span.end === span.end ? found : undefined;
  }

  /** @param {Span} span @param {readonly string[]} kinds */
  #doubtsText(span, kinds) {
    const around = kinds.slice(0, 2);
    if (around.some((kind) => kind.includes("comment"))) return false;
    if (!around.some((kind) => doubtTable.texts.some((word) => kind.includes(word)))) return true;
    const [before, after] = [this.#before(span), this.#after(span)];
    // A name that is looked up by its text, or that is written into one.
    return before === "{" || before === "$" || (QUOTES.includes(before) && QUOTES.includes(after));
  }

  /** @param {Occurrence} occurrence @param {readonly string[]} kinds */
  #doubtsMember({ name, object, scope }, kinds) {
    const { outline, language } = this.#analysis;
    const { path } = this.#symbol;
    if (this.#isInnerMember) return true;
    // A key of what has members is no local value; in a table it may be one.
    if (object === null) return this.#isShared || !doubtTable.keys.includes(kinds[1] ?? "");
    if (!this.#isShared) return false;
    const { owner } = outline.scope(scope);
    if (owner && language.selfNames.has(object)) {
      // Of another type it may be inherited: nothing here says from which.
      return !areSame([...owner, name], path) || !this.isHome;
    }
    const around = path.slice(0, -1);
    if (!this.isHome || !areSame(around, [object])) return true;
    const types = lexical(around.at(-1) ?? "", scope, this.#analysis);
    return types.length !== 1 || !areSame(types[0]?.path ?? [], around);
  }

  /** @param {Occurrence} occurrence @param {readonly string[]} kinds */
  #doubtsPlain({ name, scope, span }, kinds) {
    const { outline, language } = this.#analysis;
    const { path } = this.#symbol;
    if (doubtTable.elsewhere.includes(kinds[1] ?? "")) return true;
    if (kinds.slice(1, 4).some((kind) => doubtTable.imports.includes(kind))) return !this.#imports;
    const local = lexical(name, scope, this.#analysis);
    const keys = local.map((item) => symbolOf(this.#analysis, item).key);
    // The parts of a name with dots stand for what the whole does.
    const around = (kinds[1] === "dotted_name" ? kinds[2] : kinds[1]) ?? "";
    if (doubtTable.binders.includes(around)) {
      return keys.length === 0 || keys.includes(this.#symbol.key);
    }
    const isOrdered = language.seen !== "anywhere";
    // In its type, too, a member of these languages is not meant by its name alone.
    if (isOrdered && !language.membersInScope && local.some(({ member }) => member)) return true;
    // Before it is given the name stands for another one.
    const isLater = local.some((item) => isLocalValue(item) && span.start < item.whole.end);
    if (isOrdered && isLater) return true;
    // What stands before two colons is a module or type.
    if (local.some(({ shared }) => !shared) && this.#isPath(span)) return true;
    const [before, after] = [this.#before(span), this.#after(span)];
    // In a macro a member looks like a value.
    const isJoined = [".", ":"].includes(before) || [":", "("].includes(after);
    if (around === "token_tree" && isJoined) return true;
    // A method may have the name of a variable.
    const isCalled = around === "method_invocation" && after === "(";
    if (isCalled && local.some(({ kind }) => kind !== "function")) return true;
    // What stands for a value of a parameter is looked up around the function, not in it.
    const isOuter = kinds.slice(1, 6).some((kind) => doubtTable.outer.includes(kind));
    if (isOuter && local.some(({ home }) => home === scope)) return true;
    if (local.length > 0 || !this.#isShared) return false;
    if (this.#isMember) {
      const { owner } = outline.scope(scope);
      return !language.membersInScope || !owner || !areSame(owner, path.slice(0, -1));
    }
    return path.length > 1 || (language.fileNames && !this.#imports);
  }

  /** @param {Span} span */
  #isPath({ end }) {
    return this.#analysis.source.part({ start: end, end: end + 2 }) === "::";
  }

  /** @param {Span} span */
  #before({ start }) {
    return this.#analysis.source.part({ start: Math.max(0, start - 1), end: start });
  }

  /** @param {Span} span */
  #after({ end }) {
    return this.#analysis.source.part({ start: end, end: end + 1 });
  }
}

/**
 * Whether what is given in a block is seen in all of the function around it.
 * @param {readonly string[]} kinds
 */
function isHoisted(kinds) {
  const [home = "", around = ""] = kinds.slice(HOISTED + 1);
  const isBody = home === "statement_block" && doubtTable.functions.includes(around);
  return kinds[HOISTED] === "variable_declaration" && home !== "program" && !isBody;
}

/**
 * Whether it is a variable, or a parameter of a type, that no other file sees.
 * @param {Place["definition"]} definition
 */
function isLocalValue({ kind, shared }) {
  return (kind === "value" || kind === "local") && !shared;
}

/**
 * Whether it is a member of a type that only a function or block knows.
 * @param {Place} place
 */
function isInnerMember({ analysis, definition }) {
  const { home, kind, shared } = definition;
  if (shared || home === null || kind === "local") return false;
  return ["type", "region"].includes(analysis.outline.scope(home).kind);
}

/**
 * Whether what has one path may be several things: given twice, or a type and a value.
 * @param {readonly Place[]} places
 */
function areSeveral(places) {
  const definitions = places.map(({ definition }) => definition);
  const kinds = new Set(definitions.map(({ kind }) => kind));
  const bodies = definitions.filter(
    ({ kind, headerEnd, whole }) => kind === "function" && headerEnd < whole.end,
  );
  const types = definitions.filter(({ kind }) => kind === "type" || kind === "space");
  return bodies.length > 1 || types.length > 1 || (types.length > 0 && kinds.size > 1);
}

/**
 * Whether a file says that it takes the name from the one module that defines it.
 * @param {Analysis} analysis
 * @param {ReadonlySet<string>} homes
 * @param {Symbol} symbol
 */
function imports({ source, language }, homes, { path: [name = "", ...more] }) {
  const [home = ""] = homes;
  if (language.family !== "python" || homes.size !== 1 || more.length > 0) return false;
  const named = new RegExp(`(?<![${LETTERS}.])${escaped(name)}(?![${LETTERS}])`, "u");
  const modules = [...source.text.matchAll(FROM)].filter((found) => named.test(found[2] ?? ""));
  const parts = home.replace(/\.py$/, "").replace(/\/__init__$/, "").split("/");
  const wanted = modules.map((found) => (found[1] ?? "").split(".").filter((part) => part !== ""));
  return wanted.length > 0 && wanted.every(
    (part) => part.length > 0 && areSame(parts.slice(-part.length), part),
  );
}

/** @param {readonly string[]} one @param {readonly string[]} other */
function areSame(one, other) {
  return one.length === other.length && one.every((name, index) => name === other[index]);
}
