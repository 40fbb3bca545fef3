// Envelopes as they are read: everything in which a value departs from the shape, whoever wrote it.

import { pointerTo } from "../json-pointer.js";
import { compareUtf8 } from "../utf8-order.js";
import { ALIASES, BUILT_IN, CODES, INTENTS, UNKNOWN_ACTION } from "./codes.js";
import { isObject, sorted } from "./violation.js";

/** @typedef {import("./violation.js").Violation} Violation */
/** @typedef {(value: unknown) => boolean} Judge */
/** @typedef {ReadonlyMap<string, Judge>} Members */

/** @type {Judge} */
const isAny = () => true;
/** @type {Judge} */
const isBoolean = (value) => typeof value === "boolean";
/** @type {Judge} */
const isText = (value) => typeof value === "string";
/** @type {Judge} */
const isTextOrNull = (value) => value === null || isText(value);

/** @param {Record<string, Judge>} judges @returns {Members} */
const members = (judges) => new Map(Object.entries(judges));

// The members that always stand, each with its JSON type. What depends on ok is judged apart.
const ENVELOPE = members({ ok: isBoolean, data: isAny, error: isAny, meta: isObject });
const ERROR = members({ code: isText, message: isText, details: isObject });
const META = members({
  tool: isText,
  action: isText,
  trace_id: isTextOrNull,
  backend: isTextOrNull,
  paging: isObject,
});
const PAGING = members({ cursor: isTextOrNull, more: isBoolean });

/**
 * Every violation of the envelope's shape, sorted; none for a sound one.
 *
 * Spec: ENVELOPE-13 to ENVELOPE-26
 * @param {unknown} envelope any JSON value
 * @returns {Violation[]}
 */
export function check(envelope) {
  if (!isObject(envelope)) return [{ pointer: "", rule: "type" }];
  return sorted([
    ...checkMembers("", envelope, ENVELOPE),
    ...checkOutcome(envelope),
    ...checkMeta(envelope["meta"]),
  ]);
}

/**
 * Missing, ill-typed and unknown members.
 *
 * Spec: ENVELOPE-13 to ENVELOPE-15
 * @param {string} pointer
 * @param {Record<string, unknown>} value
 * @param {Members} required
 * @param {readonly string[]} [optional]
 * @returns {Generator<Violation>}
 */
function* checkMembers(pointer, value, required, optional = []) {
  for (const [name, judge] of required) {
    const place = pointer + pointerTo(name);
    if (!Object.hasOwn(value, name)) yield { pointer: place, rule: "missing" };
    else if (!judge(value[name])) yield { pointer: place, rule: "type" };
  }
  for (const name of Object.keys(value)) {
    if (!required.has(name) && !optional.includes(name)) {
      yield { pointer: pointer + pointerTo(name), rule: "unknown" };
    }
  }
}

/**
 * What ok says about data and error.
 *
 * Spec: ENVELOPE-17 to ENVELOPE-19
 * @param {Record<string, unknown>} envelope
 * @returns {Generator<Violation>}
 */
function* checkOutcome({ ok, data = null, error }) {
  const hasError = error !== undefined && error !== null;
  if (ok === true) {
    if (hasError) yield { pointer: "/error", rule: "error-on-success" };
    return;
  }
  if (ok === false && data !== null) yield { pointer: "/data", rule: "data-on-error" };
  if (ok === false && error === null) yield { pointer: "/error", rule: "no-error" };
  if (isObject(error)) yield* checkError(error);
  else if (hasError) yield { pointer: "/error", rule: "type" };
}

/**
 * Code, message and details.
 *
 * Spec: ENVELOPE-20 to ENVELOPE-22, ENVELOPE-24
 * @param {Record<string, unknown>} error
 * @returns {Generator<Violation>}
 */
function* checkError(error) {
  yield* checkMembers("/error", error, ERROR);
  const { code, details } = error;
  if (typeof code === "string" && !CODES.has(code)) {
    yield { pointer: "/error/code", rule: ALIASES.has(code) ? "alias" : "code" };
  }
  if (code === UNKNOWN_ACTION && isObject(details) && !isAvailable(details["available"])) {
    yield { pointer: "/error/details/available", rule: "available" };
  }
}

/**
 * Whether this can be the list of a tool's actions: text, sorted, each once, with those of every
 * tool.
 * @param {unknown} names
 * @returns {boolean}
 */
function isAvailable(names) {
  return (
    Array.isArray(names) &&
    names.every((name, at) => isText(name) && (at === 0 || compareUtf8(names[at - 1], name) < 0)) &&
    BUILT_IN.every((name) => names.includes(name))
  );
}

/**
 * Who answered, and the paging; what is no object has been reported already.
 *
 * Spec: ENVELOPE-16, ENVELOPE-23
 * @param {unknown} meta
 * @returns {Generator<Violation>}
 */
function* checkMeta(meta) {
  if (!isObject(meta)) return;
  yield* checkMembers("/meta", meta, META, ["intent"]);
  if (Object.hasOwn(meta, "intent") && !INTENTS.includes(meta["intent"])) {
    yield { pointer: "/meta/intent", rule: "intent" };
  }
  const { paging } = meta;
  if (!isObject(paging)) return;
  yield* checkMembers("/meta/paging", paging, PAGING);
  const { cursor, more } = paging;
  if (cursor === "") yield { pointer: "/meta/paging/cursor", rule: "cursor" };
  if (isTextOrNull(cursor) && isBoolean(more) && more !== (cursor !== null)) {
    yield { pointer: "/meta/paging/more", rule: "more" };
  }
}
