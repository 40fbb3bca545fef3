// The parts of an outline: what is given a name, and in which stretches names live. Pure.

import { covers } from "./source.js";

/** @typedef {import("./outline.js").Kind} Kind */
/** @typedef {import("./outline.js").Match} Match */
/** @typedef {import("./outline.js").Scope} Scope */
/** @typedef {import("./outline.js").ScopeKind} ScopeKind */
/** @typedef {import("./source.js").Source} Source */
/** @typedef {import("./source.js").Span} Span */

/**
 * A definition before its surroundings are known.
 * @typedef {object} Draft
 * @property {string} name
 * @property {Span} span
 * @property {Span} whole
 * @property {number} headerEnd
 * @property {Kind} kind
 * @property {string | null} container
 * @property {string | null} object
 */

/** @type {readonly Kind[]} */
export const KINDS = ["type", "space", "function", "value", "field", "local"];
/**
 * Definitions, once for each place of a name; the first pattern that finds one decides.
 * @param {Source} source
 * @param {readonly Match[]} matches
 * @returns {Draft[]}
 */
export function draftsOf(source, matches) {
  /** @type {Map<string, Draft>} */
  const found = new Map();
  for (const { captures, body } of matches) {
    const span = captures.get("name");
    const kind = KINDS.find((item) => captures.has(item));
    if (!span || !kind || found.has(key(span))) continue;
    const whole = /** @type {Span} */ (captures.get(kind));
    const container = captures.get("container");
    const object = captures.get("object");
    found.set(key(span), {
      name: source.part(span),
      span,
      whole,
      headerEnd: body ?? whole.end,
      kind,
      container: container ? source.part(container) : null,
      object: object ? source.part(object) : null,
    });
  }
  return [...found.values()];
}

/**
 * The scopes by start, outer ones first; the parent of each stands before it.
 * @param {Source} source
 * @param {readonly Match[]} matches
 * @param {readonly Draft[]} drafts
 * @returns {Scope[]}
 */
export function scopesOf(source, matches, drafts) {
  /** @type {Map<string, { span: Span, kind: ScopeKind, names: string[], contained: boolean }>} */
  const kinds = new Map();
  /** @type {(span: Span, kind: ScopeKind, names: string[], contained?: boolean) => void} */
  const add = (span, kind, names, contained = false) => {
    if (!kinds.has(key(span))) kinds.set(key(span), { span, kind, names, contained });
  };
  for (const { kind, container, name, whole } of drafts) {
    if (kind !== "type" && kind !== "space" && kind !== "function") continue;
    add(whole, kind, container === null ? [name] : [container, name], container !== null);
  }
  for (const { captures } of matches) {
    const region = captures.get("region");
    const container = captures.get("container");
    if (region && container) add(region, "region", [source.part(container)]);
  }
  // The block that is a namespace's body is the namespace.
  const bodies = new Set(
    drafts.filter(({ kind }) => kind === "space").map(({ headerEnd }) => headerEnd),
  );
  for (const { captures } of matches) {
    const scope = captures.get("scope");
    if (scope && !bodies.has(scope.start)) add(scope, "block", []);
  }
  return nested(source.text.length, [...kinds.values()]);
}

/**
 * @param {number} length
 * @param {{ span: Span, kind: ScopeKind, names: string[], contained: boolean }[]} found
 */
function nested(length, found) {
  /** @type {Scope} */
  const file = { span: { start: 0, end: length }, kind: "file", parent: -1, path: [], owner: null };
  const scopes = [file];
  const at = (/** @type {number} */ number) => /** @type {Scope} */ (scopes[number]);
  let parent = 0;
  found.sort((left, right) => bySpan(left.span, right.span));
  for (const { span, kind, names, contained } of found) {
    while (parent > 0 && !covers(at(parent).span, span)) parent = at(parent).parent;
    const path = [...at(parent).path, ...names];
    let { owner } = at(parent);
    if (kind === "type" || kind === "region") owner = path;
    else if (contained) owner = path.slice(0, -1);
    parent = scopes.push({ span, kind, parent, path, owner }) - 1;
  }
  return scopes;
}

/** @param {Span} span */
export const key = ({ start, end }) => `${start} ${end}`;

/** @param {Span} left @param {Span} right outer ones first */
export const bySpan = (left, right) => left.start - right.start || right.end - left.end;
