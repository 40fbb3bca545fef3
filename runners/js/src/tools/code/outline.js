// What has a name in a file: definitions, occurrences and scopes, from the matches of a query.
// Pure: matches come as plain data, so nothing here knows a grammar.

import { bySpan, draftsOf, key, scopesOf } from "./drafting.js";
import { LONGEST_OBJECT } from "./resolution.js";
import { covers } from "./source.js";

/** @typedef {import("./drafting.js").Draft} Draft */
/** @typedef {import("./languages.js").Language} Language */
/** @typedef {import("./source.js").Source} Source */
/** @typedef {import("./source.js").Span} Span */

/** @typedef {"type" | "space" | "function" | "value" | "field" | "local"} Kind */
/** @typedef {"file" | "type" | "space" | "region" | "function" | "block"} ScopeKind */

/**
 * One match: the number of the pattern, the span of each capture, where the body begins.
 * @typedef {{ pattern: number, captures: ReadonlyMap<string, Span>, body: number | null }} Match
 */

/**
 * A stretch in which names live; `path` names what it is part of, itself among them, `owner` the
 * type whose members are meant by self.
 * @typedef {object} Scope
 * @property {Span} span
 * @property {ScopeKind} kind
 * @property {number} parent
 * @property {readonly string[]} path
 * @property {readonly string[] | null} owner
 */

/**
 * A name that is given here; `home` is the scope that has it, null for members by object.
 * @typedef {object} Definition
 * @property {string} name
 * @property {Span} span
 * @property {Span} whole
 * @property {number} headerEnd
 * @property {Kind} kind
 * @property {readonly string[]} path
 * @property {number | null} home
 * @property {boolean} shared
 * @property {boolean} member
 */

/**
 * A name where it stands; `object` is the text before the dot of a member.
 * @typedef {object} Occurrence
 * @property {string} name
 * @property {Span} span
 * @property {number} scope
 * @property {boolean} member
 * @property {string | null} object
 * @property {boolean} label
 * @property {boolean} shorthand
 * @property {boolean} given
 */

/** @type {readonly ScopeKind[]} */
const OPEN = ["type", "space", "region"];

/** A file's scopes, the file itself as number 0, its definitions and occurrences by place. */
export class Outline {
  /** @type {Definition[]} */
  definitions = [];
  /** @type {Occurrence[]} */
  occurrences = [];
  /** @type {Map<number, Definition>} by the start of its name */
  named = new Map();
  /** @type {Map<string, Definition[]>} */
  #atHome = new Map();

  /** @param {Scope[]} scopes */
  constructor(scopes) {
    this.scopes = scopes;
  }

  /** @param {Definition} definition */
  add(definition) {
    this.definitions.push(definition);
    this.named.set(definition.span.start, definition);
    if (definition.home === null) return;
    const key = `${definition.home} ${definition.name}`;
    const there = this.#atHome.get(key);
    if (there) there.push(definition);
    else this.#atHome.set(key, [definition]);
  }

  /** @param {number} scope @param {string} name @returns {readonly Definition[]} */
  atHome(scope, name) {
    return this.#atHome.get(`${scope} ${name}`) ?? [];
  }

  /** @param {number} number @returns {Scope} */
  scope(number) {
    return /** @type {Scope} */ (this.scopes[number]);
  }

  /**
   * The number of the smallest scope around a span that is not `but` itself.
   * @param {Span} span
   * @param {Span} [but]
   * @returns {number}
   */
  innermost(span, but) {
    let low = 0;
    let high = this.scopes.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.scope(middle).span.start <= span.start) low = middle;
      else high = middle;
    }
    for (let number = low; number > 0; number = this.scope(number).parent) {
      const found = this.scope(number).span;
      if (covers(found, span) && !(but && isSame(found, but))) return number;
    }
    return 0;
  }
}

/**
 * The outline of a file from the matches of its language's query.
 *
 * Spec: CODE-11 to CODE-16
 * @param {Source} source
 * @param {Language} language
 * @param {readonly Match[]} matches
 * @returns {Outline}
 */
export function outline(source, language, matches) {
  const ordered = matches.toSorted((left, right) => left.pattern - right.pattern);
  const drafts = draftsOf(source, ordered);
  const built = new Outline(scopesOf(source, ordered, drafts));
  for (const draft of drafts.toSorted((left, right) => bySpan(left.span, right.span))) {
    const found = placed(draft, built, language);
    if (found) built.add(found);
  }
  built.occurrences = occurrencesOf(source, ordered, built);
  return built;
}

/**
 * A definition in its surroundings; null for one that defines nothing.
 * @param {Draft} draft
 * @param {Outline} built
 * @param {Language} language
 * @returns {Definition | null}
 */
function placed(draft, built, language) {
  const { name, span, whole, headerEnd, kind, container, object } = draft;
  const home = built.innermost(whole, whole);
  const around = built.scope(home);
  const isInType = container !== null || around.kind === "type" || around.kind === "region";
  const path = [...around.path, ...(container === null ? [] : [container]), name];
  // A constructor has the name of its type: it is spoken of, not given again.
  if (kind === "function" && isInType && path.at(-2) === name) return null;
  const given = { name, span, whole, headerEnd, kind };
  if (kind === "field") {
    if (around.owner === null || object === null || !language.selfNames.has(object)) return null;
    return { ...given, path: [...around.owner, name], home: null, shared: true, member: true };
  }
  const shared = kind !== "local" && isOpen(built, home);
  return {
    ...given,
    path,
    home: container === null ? home : null,
    shared,
    member: shared && isInType,
  };
}

/** @param {Outline} built @param {number} scope */
function isOpen(built, scope) {
  for (let number = scope; number > 0; number = built.scope(number).parent) {
    if (!OPEN.includes(built.scope(number).kind)) return false;
  }
  return true;
}

/**
 * @param {Source} source
 * @param {readonly Match[]} matches
 * @param {Outline} built
 * @returns {Occurrence[]}
 */
function occurrencesOf(source, matches, built) {
  /** @type {Map<string, { span: Span, marks: Set<string>, object: string | null }>} */
  const found = new Map();
  for (const { captures } of matches) {
    for (const mark of ["occurrence", "member", "label", "shorthand", "given"]) {
      const span = captures.get(mark);
      if (!span) continue;
      const entry = found.get(key(span)) ?? { span, marks: new Set(), object: null };
      found.set(key(span), entry);
      entry.marks.add(mark);
      const object = captures.get("object");
      if (mark !== "member" || !object) continue;
      const start = Math.max(object.start, object.end - LONGEST_OBJECT);
      entry.object ??= source.part({ start, end: object.end });
    }
  }
  return [...found.values()]
    .filter(({ span, marks }) => marks.has("occurrence") && span.end > span.start)
    .sort((left, right) => bySpan(left.span, right.span))
    .map(({ span, marks, object }) => ({
      name: source.part(span),
      span,
      scope: built.innermost(span),
      member: marks.has("member"),
      object,
      label: marks.has("label"),
      shorthand: marks.has("shorthand"),
      given: marks.has("given"),
    }));
}

/** @param {Span} left @param {Span} right */
const isSame = (left, right) => left.start === right.start && left.end === right.end;
