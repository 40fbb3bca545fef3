// JSON-RPC 2.0 as MCP has it: which values are messages, and which kind of message they are.

import { parseWithFractions, toPlain } from "../strict-json.js";

/** @typedef {Readonly<Record<string, unknown>>} Message */
/** @typedef {string | number} Id */
/** @typedef {"request" | "notification" | "result" | "error"} Kind */
/** @typedef {{ type: Kind, message: Message }} Received a message and its kind */
/**
 * What is no message: the error code that says why, and its id if that is one.
 * @typedef {{ type: "invalid", code: number, id: Id | null }} Invalid
 */

export const VERSION = "2.0";
export const METHOD_NOT_FOUND = -32601;
const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;

/**
 * What these bytes say.
 *
 * Spec: MCPC-6 to MCPC-14
 * @param {Uint8Array} data
 * @returns {Received | Invalid}
 */
export function readMessage(data) {
  let value;
  try {
    value = toPlain(parseWithFractions(data));
  } catch {
    return { type: "invalid", code: PARSE_ERROR, id: null };
  }
  return judge(value);
}

/**
 * Whether a JSON value is a message.
 *
 * Spec: MCPC-8 to MCPC-14
 * @param {unknown} value
 * @returns {Received | Invalid}
 */
export function judge(value) {
  if (!isObject(value)) return { type: "invalid", code: INVALID_REQUEST, id: null };
  const kind = member(value, "jsonrpc") === VERSION ? kindOf(value) : null;
  if (kind === null) return { type: "invalid", code: INVALID_REQUEST, id: idOf(value) };
  return { type: kind, message: value };
}

/** @param {Received | Invalid} judged @returns {judged is Received} */
export const isReceived = (judged) => judged.type !== "invalid";

/** @param {unknown} value @returns {value is Record<string, unknown>} */
export const isObject = (value) =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * A member of an object, and undefined where the object itself has none.
 * @param {Message} object
 * @param {string} name
 */
export const member = (object, name) => (Object.hasOwn(object, name) ? object[name] : undefined);

/**
 * The id of a message, or null where it has none that can be one.
 *
 * Spec: MCPC-9
 * @param {Message} message
 * @returns {Id | null}
 */
export function idOf(message) {
  const id = member(message, "id");
  return typeof id === "string" || isWhole(id) ? id : null;
}

/** @param {unknown} value @returns {value is number} */
const isWhole = (value) => Number.isSafeInteger(value);

/** @param {Message} message @returns {Kind | null} */
function kindOf(message) {
  if (Object.hasOwn(message, "method")) return askingKind(message);
  const answers = Object.hasOwn(message, "result");
  if (answers === Object.hasOwn(message, "error")) return null;
  if (answers) return idOf(message) !== null && isObject(message["result"]) ? "result" : null;
  const namesNobody = (member(message, "id") ?? null) === null;
  return isError(message["error"]) && (namesNobody || idOf(message) !== null) ? "error" : null;
}

/** @param {Message} message @returns {Kind | null} */
function askingKind(message) {
  const hasParams = Object.hasOwn(message, "params");
  if (typeof message["method"] !== "string" || (hasParams && !isObject(message["params"]))) return null;
  if (!Object.hasOwn(message, "id")) return "notification";
  return idOf(message) === null ? null : "request";
}

/** @param {unknown} value */
const isError = (value) =>
  isObject(value) && isWhole(member(value, "code")) && typeof member(value, "message") === "string";
