// Two encodings that look alike: RFC 3986 for URLs, and forms for bodies and callbacks.

import { percentEncode } from "../percent-encoding.js";

/** @typedef {readonly [name: string, value: string][]} Parameters */

const PERCENT = 0x25;
const TWO_HEX_DIGITS = /^[0-9A-Fa-f]{2}$/;

/**
 * Name and value pairs as a query for a URL, only unreserved characters kept; a space is %20.
 *
 * Spec: RFC 3986 §2.1, §2.3
 * @param {Parameters} parameters
 * @returns {string}
 */
export function urlQuery(parameters) {
  return parameters.map(([name, value]) => `${percent(name)}=${percent(value)}`).join("&");
}

/** @param {string} text @returns {string} */
const percent = (text) => percentEncode(text.toWellFormed());

/**
 * Name and value pairs as application/x-www-form-urlencoded; a space is `+`.
 *
 * Spec: RFC 6749 appendix B; WHATWG URL §5.2
 * @param {Parameters} parameters
 * @returns {string}
 */
export function formBody(parameters) {
  return new URLSearchParams(parameters).toString();
}

/**
 * All values of form-encoded text by name, in their order, decoded.
 *
 * Never fails: a % without two hexadecimal digits is literal, and bytes that are not UTF-8 become
 * U+FFFD. Not URLSearchParams, which would drop a `?` in front. Spec: WHATWG URL §5.1
 * @param {string} text
 * @returns {Map<string, string[]>}
 */
export function readForm(text) {
  /** @type {Map<string, string[]>} */
  const read = new Map();
  for (const piece of text.split("&")) {
    if (piece === "") continue;
    const equals = piece.indexOf("=");
    const name = decode(equals < 0 ? piece : piece.slice(0, equals));
    const value = equals < 0 ? "" : decode(piece.slice(equals + 1));
    const values = read.get(name);
    if (values) values.push(value);
    else read.set(name, [value]);
  }
  return read;
}

/** @param {string} text @returns {string} */
function decode(text) {
  const bytes = Buffer.from(text.replaceAll("+", " "));
  let length = 0;
  for (let position = 0; position < bytes.length; position += 1, length += 1) {
    const digits = bytes.toString("latin1", position + 1, position + 3);
    if (bytes[position] === PERCENT && TWO_HEX_DIGITS.test(digits)) {
      bytes[length] = Number.parseInt(digits, 16);
      position += 2;
    } else {
      // Decoded in place: what is written never overtakes what is read.
      bytes[length] = /** @type {number} */ (bytes[position]);
    }
  }
  // "ignoreBOM" keeps U+FEFF, as the standard's "UTF-8 decode without BOM" does.
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(0, length));
}
