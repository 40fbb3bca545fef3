// Requests as data: which parameters make one, and what is left of it after a redirect.

import { ToolError } from "../../envelope/index.js";
import { pointerTo } from "../../json-pointer.js";
import { invalid } from "../violations.js";
import { parse, SchemeError, UrlError } from "./urls.js";

/** @typedef {import("./urls.js").Url} Url */
/** @typedef {import("../violations.js").Violation} Violation */

/**
 * What is asked of a server; headers have their names in lower case.
 * @typedef {object} Request
 * @property {string} method
 * @property {Url} url
 * @property {ReadonlyMap<string, string>} headers
 * @property {Buffer} body
 */

// RFC 9110 §5.6.2: token = 1*tchar
const TOKEN = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;
// RFC 9110 §5.5 without obs-text: visible characters, and spaces and tabs between them.
const VALUE = /^(?:[!-~]+(?:[ \t]+[!-~]+)*)?$/;
// They say where a message ends and how the connection is used, which nobody may contradict.
const RESERVED = new Set([
  "connection", "content-length", "expect", "host", "keep-alive", "proxy-connection", "te",
  "trailer", "transfer-encoding", "upgrade",
]);
// What is sent where the caller says nothing else; identity: bytes are answered as they come.
const DEFAULTS = /** @type {const} */ ([
  ["accept", "*/*"],
  ["accept-encoding", "identity"],
  ["user-agent", "hanzo-net/1.0"],
]);
const CREDENTIALS = ["authorization", "cookie", "proxy-authorization"];
const OF_BODY = ["content-encoding", "content-language", "content-location", "content-type"];
const BODILESS = ["GET", "HEAD"];
const NO_LENGTH = [...BODILESS, "DELETE", "OPTIONS"];
// RFC 4648 §4 in its canonical form.
const BASE64 =
  /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$/;

/**
 * The request that parameters describe.
 *
 * Throws `INVALID_PARAMS` with all violations, `further` ones too; `UNSUPPORTED` with the scheme.
 * Spec: NET-1 to NET-10, NET-42
 * @param {string} method
 * @param {Readonly<Record<string, any>>} params
 * @param {readonly Violation[]} [further]
 * @returns {Request}
 */
export function requestFrom(method, { url, headers = {}, body, body_b64: encoded }, further = []) {
  const broken = [...further, ...judgeHeaders(headers), ...judgeBody(method, body, encoded)];
  const found = parsed(url);
  if (found instanceof UrlError) broken.push({ pointer: "/url", rule: "url" });
  if (broken.length > 0) throw invalid(broken);
  if (found instanceof Error) throw found instanceof SchemeError ? otherScheme(found) : found;
  const named = Object.entries(headers).map(
    ([name, value]) => /** @type {const} */ ([name.toLowerCase(), value]),
  );
  const content = body === undefined ? Buffer.from(encoded ?? "", "base64") : Buffer.from(body);
  return { method, url: found, headers: new Map(named), body: content };
}

/**
 * The refusal of a URL that is not of the web.
 * @param {SchemeError} problem
 * @returns {ToolError}
 */
export function otherScheme({ message, scheme }) {
  return new ToolError("UNSUPPORTED", message, { scheme });
}

/**
 * The headers as they are sent.
 *
 * Spec: NET-11, NET-12
 * @param {Request} request
 * @returns {Record<string, string>}
 */
function completeHeaders({ method, url, headers, body }) {
  const complete = new Map([["host", url.authority], ["connection", "close"], ...DEFAULTS]);
  if (body.length > 0 || !NO_LENGTH.includes(method)) {
    complete.set("content-length", String(body.length));
  }
  return Object.fromEntries([...complete, ...headers]);
}

/**
 * The bytes that are sent (RFC 9112 §2.1).
 * @param {Request} request
 * @returns {Buffer}
 */
export function encode(request) {
  const { method, url, body } = request;
  const lines = Object.entries(completeHeaders(request)).map(([name, value]) => `${name}: ${value}`);
  const head = [`${method} ${url.target} HTTP/1.1`, ...lines, "", ""].join("\r\n");
  return Buffer.concat([Buffer.from(head, "ascii"), body]);
}

/**
 * The request that a redirect asks for.
 *
 * Spec: NET-21 to NET-23
 * @param {Request} request
 * @param {number} status
 * @param {Url} target
 * @returns {Request}
 */
export function redirected(request, status, target) {
  let { method, body } = request;
  const dropped = target.origin === request.url.origin ? [] : [...CREDENTIALS];
  // RFC 9110 §15.4: a POST becomes a GET by custom after 301 and 302; after 303 everything does.
  const becomesGet = status === 303 && !BODILESS.includes(method);
  if (becomesGet || ([301, 302].includes(status) && method === "POST")) {
    method = "GET";
    body = Buffer.alloc(0);
    dropped.push(...OF_BODY);
  }
  const headers = new Map([...request.headers].filter(([name]) => !dropped.includes(name)));
  return { method, url: target, headers, body };
}

/** @param {string} text @returns {Url | UrlError | SchemeError} */
function parsed(text) {
  try {
    return parse(text);
  } catch (problem) {
    if (problem instanceof UrlError || problem instanceof SchemeError) return problem;
    throw problem;
  }
}

/** @param {Record<string, string>} headers @returns {Generator<Violation>} */
function* judgeHeaders(headers) {
  const tokens = Object.keys(headers).filter((name) => TOKEN.test(name));
  const lowered = tokens.map((name) => name.toLowerCase());
  for (const [name, value] of Object.entries(headers)) {
    const pointer = `/headers${pointerTo(name)}`;
    const sameName = lowered.filter((other) => other === name.toLowerCase());
    if (!TOKEN.test(name)) yield { pointer, rule: "header-name" };
    else if (RESERVED.has(name.toLowerCase())) yield { pointer, rule: "header-reserved" };
    else if (sameName.length > 1) yield { pointer, rule: "header-twice" };
    if (!VALUE.test(value)) yield { pointer, rule: "header-value" };
  }
}

/**
 * @param {string} method
 * @param {string | undefined} body
 * @param {string | undefined} encoded
 * @returns {Generator<Violation>}
 */
function* judgeBody(method, body, encoded) {
  const given = { "/body": body, "/body_b64": encoded };
  for (const [pointer, value] of Object.entries(given)) {
    if (value !== undefined && BODILESS.includes(method)) yield { pointer, rule: "method" };
  }
  if (encoded === undefined) return;
  if (body !== undefined) yield { pointer: "/body_b64", rule: "exclusive" };
  if (!BASE64.test(encoded)) yield { pointer: "/body_b64", rule: "base64" };
}
