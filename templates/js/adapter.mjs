// Adapter: lets hanzo-conformance ask this implementation over standard input and output.
//
// One JSON-RPC 2.0 message a line. Standard output is for the protocol only; logs go to standard
// error (console.error).

const PROTOCOL = 1;
// How deep a message may nest, its own object counted.
const DEEPEST = 64;
const IMPLEMENTATION = { name: "my-implementation", version: "0.1.0", language: "javascript" };

/** A specified failure: `code` is compared with the vector, the message is for people. */
class DomainError extends Error {
  /** @param {string} code @param {string} message @param {object} [details] */
  constructor(code, message, details) {
    super(message);
    this.code = code;
    this.details = details;
  }
}

/** Params that are not as the operation's input is specified. */
class InvalidParams extends Error {}

/** @typedef {Record<string, unknown>} Params */

/**
 * Answers `example.operation`: call your implementation here and return its result.
 *
 * What it is asked, and what it has to answer: hanzo-conformance show example-file/example-vector
 * @param {Params} params
 * @returns {unknown}
 */
function firstOperation(params) {
  const [value] = take(params, { example_member: "string" });
  throw new Error(`example.operation of ${value} is not written yet`);
}

/**
 * Every operation that this implementation has. What is not here is "unsupported" in a run.
 * @type {Map<string, (params: Params) => unknown>}
 */
const OPERATIONS = new Map([
  // ["example.operation", firstOperation],
]);

/**
 * The values of exactly these members, each of its type: "string", "number", "boolean", "object".
 * @param {Params} params
 * @param {Record<string, string>} members
 * @returns {any[]}
 */
function take(params, members) {
  const unknown = Object.keys(params).find((name) => !Object.hasOwn(members, name));
  if (unknown !== undefined) throw new InvalidParams(`unknown member ${unknown}`);
  return Object.entries(members).map(([name, type]) => {
    const value = Object.hasOwn(params, name) ? params[name] : undefined;
    if (typeof value !== type || value === null) {
      throw new InvalidParams(`${name} is missing or no ${type}`);
    }
    return value;
  });
}

/** @param {Params} params */
function initialize(params) {
  if (params.protocol !== PROTOCOL) {
    throw new InvalidParams(`this adapter speaks protocol ${PROTOCOL}`);
  }
  return {
    protocol: PROTOCOL,
    implementation: IMPLEMENTATION,
    operations: [...OPERATIONS.keys()],
  };
}

/**
 * The answer to one line; null to a notification, which has no id and gets none.
 * @param {Buffer} line
 * @returns {object | null}
 */
function answer(line) {
  let request;
  try {
    request = read(new TextDecoder("utf-8", { fatal: true }).decode(line));
  } catch {
    return refusal(null, -32700, "the line is not JSON as the protocol has it");
  }
  const { id, method, params } = request ?? {};
  if (!(id === undefined || id === null || typeof id === "string" || Number.isSafeInteger(id))) {
    return refusal(null, -32600, "id is neither an integer nor a text");
  }
  if (typeof method !== "string") return refusal(id ?? null, -32600, "not a request");
  if (id === undefined) return null;
  const operation = method === "initialize" ? initialize : OPERATIONS.get(method);
  if (!operation) return refusal(id, -32601, `no operation ${method}`);
  if (typeof params !== "object" || params === null || Array.isArray(params)) {
    return refusal(id, -32602, "params is not an object");
  }
  try {
    return { jsonrpc: "2.0", id, result: operation(params) };
  } catch (thrown) {
    return explain(id, thrown);
  }
}

/**
 * Strict JSON: not too deep, and no half of a pair of surrogates, which only an escape can be.
 * @param {string} text
 */
function read(text) {
  let depth = 0;
  for (const [mark] of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"?|[[\]{}]/gs)) {
    if (mark === "[" || mark === "{") depth += 1;
    if (mark === "]" || mark === "}") depth -= 1;
    if (depth > DEEPEST) throw new SyntaxError(`nested more than ${DEEPEST} deep`);
  }
  const whole = /\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}/g;
  if (/\\u[dD][89a-fA-F]/.test(text.replaceAll("\\\\", "").replaceAll(whole, ""))) {
    throw new SyntaxError("a text has half of a pair of surrogates");
  }
  return JSON.parse(text);
}

/** @param {unknown} id @param {unknown} thrown */
function explain(id, thrown) {
  if (thrown instanceof InvalidParams) return refusal(id, -32602, thrown.message);
  if (thrown instanceof DomainError) {
    const { code, details } = thrown;
    return refusal(id, -32000, thrown.message, { code, details });
  }
  console.error(thrown);
  return refusal(id, -32603, String(thrown));
}

/** @param {unknown} id @param {number} code @param {string} message @param {object} [data] */
function refusal(id, code, message, data) {
  return { jsonrpc: "2.0", id, error: { code, message, data } };
}

// A console.log of the implementation must not end up between the answers.
console.log = console.error;

/** @type {Buffer[]} pieces of the line whose end has not come yet */
let rest = [];
for await (const chunk of process.stdin) {
  const answers = [];
  let start = 0;
  for (let end; (end = chunk.indexOf(10, start)) >= 0; start = end + 1) {
    const line = Buffer.concat([...rest, chunk.subarray(start, end)]);
    rest = [];
    const said = line.length > 0 ? answer(line) : null;
    if (said !== null) answers.push(JSON.stringify(said));
  }
  rest.push(chunk.subarray(start));
  // One write for all that was there.
  if (answers.length > 0) process.stdout.write(`${answers.join("\n")}\n`);
}
