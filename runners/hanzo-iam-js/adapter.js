/**
 * The adapter: JSON-RPC 2.0 by lines over @hanzo/iam, installed in the folder that is given as the
 * argument. Here live the framing, the dispatch and the translation of outcomes.
 */
import { Console } from "node:console";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

import * as oauth from "./oauth.js";
import { DomainError, InvalidParamsError } from "./outcomes.js";

const PROTOCOL = 1;
const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
const UNKNOWN_METHOD = -32601;
const INVALID_PARAMS = -32602;
const OWN_FAILURE = -32603;
const DOMAIN_ERROR = -32000;
const LINE_FEED = 10;
// How deep a message may nest, its own object counted.
const DEEPEST = 64;

/** @typedef {{code: number, message: string, data?: unknown}} Refusal */
/** @typedef {(params: unknown) => Promise<Record<string, unknown>>} Operation */

// stdout belongs to the protocol.
globalThis.console = new Console(process.stderr);

const build = resolve(process.argv[2] ?? ".");
const { name, version } = JSON.parse(
  readFileSync(join(build, "node_modules", "@hanzo", "iam", "package.json"), "utf8"),
);
const published = await import(pathToFileURL(join(build, "published.js")).href);
/** @type {Map<string, Operation>} */
const methods = new Map(Object.entries(oauth.operations(published)));
const declared = [...methods.keys()].sort();
methods.set("initialize", initialize);

/** @type {Operation} */
async function initialize(params) {
  const wanted = /** @type {{protocol?: unknown} | null | undefined} */ (params)?.protocol;
  if (wanted !== PROTOCOL) throw new InvalidParamsError(`protocol ${PROTOCOL} is spoken here`);
  const implementation = { name, version, language: "javascript" };
  return { protocol: PROTOCOL, implementation, operations: declared };
}

/**
 * Strict JSON: not too deep, and no half of a pair of surrogates, which only an escape can be.
 *
 * @param {string} line
 * @returns {any}
 */
function read(line) {
  let depth = 0;
  for (const [mark] of line.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"?|[[\]{}]/gs)) {
    if (mark === "[" || mark === "{") depth += 1;
    if (mark === "]" || mark === "}") depth -= 1;
    if (depth > DEEPEST) throw new SyntaxError(`nested more than ${DEEPEST} deep`);
  }
  const whole = /\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}/g;
  if (/\\u[dD][89a-fA-F]/.test(line.replaceAll("\\\\", "").replaceAll(whole, ""))) {
    throw new SyntaxError("a text has half of a pair of surrogates");
  }
  return JSON.parse(line);
}

/**
 * The line that answers a line; empty to a notification, which has no id.
 *
 * @param {string} line
 * @returns {Promise<string>}
 */
async function answer(line) {
  let request;
  try {
    request = read(line);
  } catch (problem) {
    return refuse(null, { code: PARSE_ERROR, message: String(problem) });
  }
  const id = request?.id ?? null;
  if (!(id === null || typeof id === "string" || Number.isSafeInteger(id))) {
    return refuse(null, { code: INVALID_REQUEST, message: "id is neither an integer nor a text" });
  }
  if (typeof request?.method !== "string") {
    return refuse(id, { code: INVALID_REQUEST, message: "not a request" });
  }
  if (request.id === undefined) return "";
  const method = methods.get(request.method);
  if (method === undefined) {
    return refuse(id, { code: UNKNOWN_METHOD, message: `unknown method ${request.method}` });
  }
  try {
    return toLine(id, "result", sendable(await method(request.params)));
  } catch (problem) {
    return refuse(id, refusal(problem));
  }
}

/**
 * @param {unknown} problem
 * @returns {Refusal}
 */
function refusal(problem) {
  if (problem instanceof DomainError) {
    const { code, details, message } = problem;
    return { code: DOMAIN_ERROR, message, data: { code, ...(details && { details }) } };
  }
  if (problem instanceof InvalidParamsError) {
    return { code: INVALID_PARAMS, message: problem.message };
  }
  return { code: OWN_FAILURE, message: String(problem) };
}

/**
 * The result, unless it holds what the protocol's values cannot carry: sent as it is, that would
 * be a breach of the protocol, and rounded or cut, an answer that the build did not give.
 *
 * @param {Record<string, unknown>} result
 */
function sendable(result) {
  for (const [member, value] of Object.entries(result)) {
    const strange =
      value === undefined ||
      (typeof value === "number" && !Number.isSafeInteger(value)) ||
      // Since Node 20; the types of older targets do not have it.
      (typeof value === "string" && !(/** @type {any} */ (value).isWellFormed()));
    if (strange) throw new Error(`the build's ${member} is ${JSON.stringify(value) ?? value}`);
  }
  return result;
}

/**
 * @param {unknown} id
 * @param {Refusal} error
 */
function refuse(id, error) {
  const message = /** @type {any} */ (error.message).toWellFormed();
  return toLine(id, "error", { ...error, message });
}

/**
 * @param {unknown} id
 * @param {"result" | "error"} outcome
 * @param {unknown} value
 */
function toLine(id, outcome, value) {
  return `${JSON.stringify({ jsonrpc: "2.0", id, [outcome]: value })}\n`;
}

let pending = Buffer.alloc(0);
for await (const chunk of process.stdin) {
  pending = Buffer.concat([pending, chunk]);
  const end = pending.lastIndexOf(LINE_FEED);
  if (end < 0) continue;
  const lines = pending.toString("utf8", 0, end).split("\n");
  pending = pending.subarray(end + 1);
  let answers = "";
  // One after the other: a request may replace parts of the world while it runs.
  for (const line of lines) answers += await answer(line);
  if (!process.stdout.write(answers)) {
    await new Promise((drained) => process.stdout.once("drain", drained));
  }
}
