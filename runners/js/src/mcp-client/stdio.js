// Servers that are started here and spoken to over their standard input and output.

import { setImmediate as immediate, setTimeout as sleep } from "node:timers/promises";

import { canonicalJson } from "../canonical-json.js";
import { Child } from "../process/child.js";
import { CLIENT, McpConnection, McpError, TIMEOUT_MS } from "./connection.js";
import { McpLines } from "./lines.js";

/** @typedef {import("./message.js").Message} Message */

// What a server is told of where it runs; everything else, keys above all, stays here.
const PASSED_ON = ["HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER"];
// How long a server has to end by itself, and then after SIGTERM.
const GRACE_MS = 2000;
// What may wait to be read by the server before the client reads no more of it.
const MOST_WAITING_BYTES = 1048576;
// How long nothing has to come of a server that has ended before nothing will.
const SILENCE_MS = 50;

/**
 * What a server gets of our variables, and over them its own. Spec: MCPIO-2
 * @param {Readonly<Record<string, string | undefined>>} own
 * @param {Readonly<Record<string, string>>} env
 * @returns {Record<string, string>}
 */
export function serverEnvironment(own, env) {
  const passed = PASSED_ON.flatMap((name) => {
    const value = own[name];
    return value === undefined ? [] : [/** @type {const} */ ([name, value])];
  });
  return { ...Object.fromEntries(passed), ...env };
}

/** Starts a server as a process. Spec: MCPIO-1 to MCPIO-8 */
export class StdioMcpTransport {
  #command;
  #options;

  /**
   * @param {readonly [string, ...string[]]} command
   * @param {{ env?: Readonly<Record<string, string>>, folder?: string } &
   *   import("./connection.js").Manners} [options]
   */
  constructor(command, options = {}) {
    this.#command = /** @type {[string, ...string[]]} */ ([...command]);
    this.#options = { ...options };
  }

  /** Starts the server and greets it; rejects with `McpError`. */
  async connect() {
    const { env = {}, folder = process.cwd(), timeoutMs = TIMEOUT_MS, client = CLIENT } = this.#options;
    const environment = serverEnvironment(process.env, env);
    let child;
    try {
      child = await Child.start(this.#command, { folder, environment, stdout: true });
    } catch {
      throw new McpError("CLOSED");
    }
    const connection = new McpConnection(timeoutMs);
    await connection.begin((inbox) => new Pipes(child, inbox), client);
    return connection;
  }
}

/** A server's standard input and output. */
class Pipes {
  #child;
  #inbox;
  #lines = new McpLines();
  #chunks = 0;
  #isClosing = false;
  #hasTold = false;

  /** @param {Child} child @param {McpConnection} inbox */
  constructor(child, inbox) {
    this.#child = child;
    this.#inbox = inbox;
    const { stdin, stdout } = child;
    stdout.on("data", (chunk) => {
      this.#chunks += 1;
      this.#tell(this.#lines.feed(chunk));
      // A server that asks and does not read must not fill the memory. Spec: MCPIO-5
      if (!this.#isClosing && stdin.writableLength > MOST_WAITING_BYTES) stdout.pause();
    });
    stdin.on("drain", () => stdout.resume());
    stdout.on("error", () => {});
    stdout.once("end", () => this.#end());
    this.ended = this.#watch();
  }

  /** @param {Message} message */
  send(message) {
    if (!this.#isClosing) this.#child.stdin.write(`${canonicalJson(message)}\n`);
  }

  /** Ends the server's input, and then the server, with more and more emphasis. Spec: MCPIO-6 */
  close() {
    if (this.#isClosing) return;
    this.#isClosing = true;
    // What is to be said before the end is said, while somebody listens.
    this.#child.stdin.end();
    this.#child.stdout.resume();
    const urge = async () => {
      for (const signal of /** @type {const} */ (["SIGTERM", "SIGKILL"])) {
        const hurry = new AbortController();
        const late = sleep(GRACE_MS, true, { signal: hurry.signal }).catch(() => false);
        const isLate = await Promise.race([late, this.#child.ended.then(() => false)]);
        hurry.abort();
        if (!isLate) return;
        this.#child.signal(signal);
      }
    };
    void urge();
  }

  /** Whoever has ended has written all; what others still hold open is not waited for. */
  async #watch() {
    await this.#child.ended;
    this.#child.stdout.resume();
    for (let before = -1; before < this.#chunks && !this.#hasTold; ) {
      before = this.#chunks;
      await sleep(SILENCE_MS);
      // Behind the phase in which pipes are read, however late the timer was.
      await immediate();
    }
    this.#end();
    this.#child.stdin.destroy();
    this.#child.stdout.destroy();
  }

  /** Nothing comes any more. Spec: MCPIO-7 */
  #end() {
    this.#tell(this.#lines.close());
    this.close();
  }

  /** @param {readonly import("./lines.js").LineEvent[]} events */
  #tell(events) {
    for (const event of events) {
      if (event.type === "invalid") this.#inbox.invalid(event.id);
      else if (event.type !== "closed") this.#inbox.received(event.message);
      else {
        this.#hasTold = true;
        this.#inbox.closed(event.reason);
        this.close();
      }
    }
  }
}
