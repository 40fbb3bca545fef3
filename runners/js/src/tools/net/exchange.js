// One request and its answer over a connection of its own. What HTTP is lives in `response`.

import net from "node:net";
import tls from "node:tls";

import { encode } from "./messages.js";
import { ResponseReader } from "./response.js";

/** @typedef {import("./messages.js").Request} Request */
/** @typedef {import("./response.js").Head} Head */

/**
 * The head of an answer, and its body while the connection is open.
 * @typedef {object} Answer
 * @property {Head} head
 * @property {() => AsyncGenerator<Buffer>} pieces the body as it comes
 * @property {() => void} close
 */

/**
 * The answer to a request; rejects with whatever keeps it from coming, and when `signal` says so.
 * @param {Request} request
 * @param {AbortSignal} signal
 * @returns {Promise<Answer>}
 */
export async function exchanged(request, signal) {
  signal.throwIfAborted();
  const line = connected(request);
  const abort = () => line.destroy(new Error("the time limit has passed"));
  signal.addEventListener("abort", abort);
  const close = () => {
    signal.removeEventListener("abort", abort);
    line.destroy();
  };
  // Who does not wait for the body any more does not hear how the connection ended either.
  line.on("error", () => {});
  line.write(encode(request));
  const events = eventsOf(line, request.method);
  try {
    const first = await events.next();
    const head = /** @type {Head} */ (first.value);
    return { head, pieces: () => /** @type {AsyncGenerator<Buffer>} */ (events), close };
  } catch (problem) {
    close();
    throw problem;
  }
}

/** @param {Request} request @returns {net.Socket} */
function connected({ url }) {
  const host = url.host.replace(/^\[|\]$/g, "");
  const { port } = url;
  if (url.scheme === "http") return net.connect({ host, port, noDelay: true });
  // Names of servers are no addresses (RFC 6066 §3).
  return tls.connect({ host, port, ...(net.isIP(host) ? {} : { servername: host }) });
}

/**
 * The head, then the pieces of the body.
 * @param {net.Socket} line
 * @param {string} method
 * @returns {AsyncGenerator<Head | Buffer>}
 */
async function* eventsOf(line, method) {
  const reader = new ResponseReader(method);
  for await (const data of line) {
    yield* reader.feed(data);
    if (reader.done) return;
  }
  reader.close();
}
