// Header fields of the streamable HTTP transport: which a request bears, what a response says.

import { compareUtf8 } from "../utf8-order.js";

/** @typedef {"POST" | "GET" | "DELETE"} Method */
/** @typedef {Readonly<Record<string, string>>} Headers */

export const EVENT_STREAM = "text/event-stream";
export const JSON_TYPE = "application/json";
export const SESSION = "mcp-session-id";
export const PROTOCOL = "mcp-protocol-version";
export const LAST_EVENT = "last-event-id";

/** @type {Readonly<Record<Method, Headers>>} */
export const OWN = {
  POST: { accept: `${JSON_TYPE}, ${EVENT_STREAM}`, "content-type": JSON_TYPE },
  GET: { accept: EVENT_STREAM },
  DELETE: {},
};

/**
 * A text with A to Z in lower case, and nothing else changed (RFC 9110 §5.1, §5.6.2).
 * @param {string} text
 */
const lower = (text) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/**
 * Headers by their names in lower case; of several the one whose name comes last counts.
 *
 * Spec: MCPC-61, MCPC-62
 * @param {Headers} headers
 * @returns {Map<string, string>}
 */
export function byName(headers) {
  const sorted = Object.entries(headers).sort(([left], [right]) => compareUtf8(left, right));
  return new Map(sorted.map(([name, value]) => [lower(name), value]));
}

/**
 * The media type of a response, without case and parameters. Spec: MCPC-67
 * @param {Headers} headers
 * @returns {string}
 */
export function mediaType(headers) {
  const [type = ""] = (byName(headers).get("content-type") ?? "").split(";");
  return lower(type.replace(/^[ \t]+|[ \t]+$/g, ""));
}
