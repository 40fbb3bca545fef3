// One line in, one line out: JSON-RPC 2.0 without any input or output.

import { DomainError } from "../domain-error.js";
import { readMessage } from "./message.js";
import { InvalidParams } from "./operation.js";

/** @typedef {ReadonlyMap<string, import("./operation.js").Operation>} Operations */
/** @typedef {string | number | null} Id */

const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
const METHOD_NOT_FOUND = -32601;
const INVALID_PARAMS = -32602;
const INTERNAL_ERROR = -32603;
const DOMAIN_ERROR = -32000;

const NO_ANSWER = "";

/**
 * The answer to one line, with its line feed; "" to a notification, which gets none.
 *
 * A promise only when the operation gave one; the promise never rejects.
 * Spec: JSON-RPC 2.0 §4, §5
 * @param {string} line
 * @param {Operations} operations
 * @returns {string | Promise<string>}
 */
export function answer(line, operations) {
  /** @type {unknown} */
  let message;
  try {
    message = readMessage(line);
  } catch {
    return failure(null, PARSE_ERROR, "the line is not JSON in UTF-8 as the protocol has it");
  }
  const { jsonrpc, id, method, params } = /** @type {Record<string, unknown>} */ (message ?? {});
  if (!isId(id) && id !== undefined) {
    return failure(null, INVALID_REQUEST, "id is not a string, an integer or null");
  }
  if (jsonrpc !== "2.0" || typeof method !== "string") {
    return failure(id ?? null, INVALID_REQUEST, "not a JSON-RPC 2.0 request");
  }
  if (id === undefined) return NO_ANSWER;
  const found = operations.get(method);
  if (!found) return failure(id, METHOD_NOT_FOUND, `no operation ${method}`);
  return outcome(id, found, params === undefined ? {} : params);
}

/** @param {unknown} value @returns {value is Id} */
const isId = (value) => value === null || typeof value === "string" || Number.isSafeInteger(value);

/**
 * @param {Id} id
 * @param {import("./operation.js").Operation} found
 * @param {unknown} params
 * @returns {string | Promise<string>}
 */
function outcome(id, found, params) {
  try {
    const value = found.call(params);
    if (!(value instanceof Promise)) return success(id, value);
    return value.then((late) => success(id, late)).catch((thrown) => refusal(id, thrown));
  } catch (thrown) {
    return refusal(id, thrown);
  }
}

/** @param {Id} id @param {unknown} value @returns {string} */
function success(id, value) {
  const body = JSON.stringify(value);
  // JSON.stringify has no text for undefined or a function: a handler that forgot its return.
  if (body === undefined) throw new TypeError("the operation gave no JSON value");
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${body}}\n`;
}

/** @param {Id} id @param {unknown} thrown @returns {string} */
function refusal(id, thrown) {
  if (thrown instanceof DomainError) {
    const { code, details } = thrown;
    return failure(id, DOMAIN_ERROR, thrown.message, details ? { code, details } : { code });
  }
  if (thrown instanceof InvalidParams) return failure(id, INVALID_PARAMS, thrown.message);
  process.stderr.write(`${thrown instanceof Error ? thrown.stack : String(thrown)}\n`);
  return failure(id, INTERNAL_ERROR, String(thrown));
}

/**
 * @param {Id} id
 * @param {number} code
 * @param {string} message
 * @param {object} [data]
 * @returns {string}
 */
function failure(id, code, message, data) {
  return `${JSON.stringify({ jsonrpc: "2.0", id, error: { code, message, data } })}\n`;
}
