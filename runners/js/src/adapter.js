// The adapter: serves operations on standard input and output, protocol version 1.

import { setImmediate as endOfTurn } from "node:timers/promises";

import { answer } from "./adapter/answer.js";
import { map, optional, record } from "./adapter/composite-shape.js";
import { LineBuffer } from "./adapter/line-buffer.js";
import { operation } from "./adapter/operation.js";
import { Outbox } from "./adapter/outbox.js";
import { integer, json } from "./adapter/shape.js";

export { DomainError } from "./domain-error.js";
export { answer } from "./adapter/answer.js";
export { InvalidParams, operation } from "./adapter/operation.js";
export {
  base64, boolean, integer, json, nonEmpty, oneOf, pattern, text, uint64,
} from "./adapter/shape.js";
export {
  list, map, nullable, optional, record, recursive, union,
} from "./adapter/composite-shape.js";

/** @typedef {import("./adapter/answer.js").Operations} Operations */
/** @typedef {{ name: string, version: string }} Identity */

const PROTOCOL = 1;

/**
 * Answers requests until the input has ended and the last answer is written.
 *
 * `operations` are keyed by full name, such as `sse.parse`. The answers to one chunk of input leave
 * in one write; nothing is read while the output is full. Rejects when either stream breaks.
 * @param {Operations} operations
 * @param {Identity} identity
 * @param {import("node:stream").Readable} stdin bytes, one JSON-RPC 2.0 request a line
 * @param {import("node:stream").Writable} stdout
 * @returns {Promise<void>}
 */
export async function serve(operations, identity, stdin, stdout) {
  const known = new Map([...operations, ["initialize", handshake(operations, identity)]]);
  const lines = new LineBuffer();
  const outbox = new Outbox(stdout);
  /** @type {Set<Promise<void>>} */
  const running = new Set();
  // Without a reader for the answers there is no reason to read on.
  stdout.once("error", (error) => stdin.destroy(error));

  /** @param {string} line */
  const take = (line) => {
    const given = answer(line, known);
    if (typeof given === "string") outbox.add(given);
    else keep(running, deliver(given, outbox));
  };

  for await (const chunk of stdin) {
    lines.push(chunk).forEach(take);
    await outbox.flush();
  }
  lines.end().forEach(take);
  await outbox.flush();
  await Promise.all(running);
}

/**
 * Writes a late answer, together with the others that got ready in the same turn.
 * @param {Promise<string>} given
 * @param {Outbox} outbox
 */
async function deliver(given, outbox) {
  outbox.add(await given);
  await endOfTurn();
  await outbox.flush();
}

/** @param {Set<Promise<void>>} running @param {Promise<void>} task */
function keep(running, task) {
  const forget = () => running.delete(task);
  running.add(task);
  // A delivery fails only with the output, and that ends the loop in `serve`.
  task.then(forget, forget);
}

/** @param {Operations} operations @param {Identity} identity */
function handshake(operations, { name, version }) {
  const params = record({ protocol: integer(PROTOCOL, PROTOCOL), harness: optional(map(json)) });
  return operation(params, () => ({
    protocol: PROTOCOL,
    implementation: { name, version, language: "javascript" },
    operations: [...operations.keys()],
  }));
}
