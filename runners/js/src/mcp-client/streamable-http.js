// Servers that are reached over streamable HTTP.

import * as http from "node:http";
import * as https from "node:https";

import { CLIENT, McpConnection, TIMEOUT_MS } from "./connection.js";
import { McpExchange } from "./exchange.js";

/** @typedef {import("./exchange.js").HttpAction} HttpAction */
/** @typedef {Extract<HttpAction, { type: "request" }>} RequestAction */
/** @typedef {import("./message.js").Id} Id */
/** @typedef {import("./message.js").Message} Message */

// How long the end of a session may take.
const GRACE_MS = 2000;

/** Reaches a server at an address. Spec: MCPC-60 to MCPC-83 */
export class HttpMcpTransport {
  #url;
  #options;

  /**
   * @param {string | URL} url
   * @param {{ headers?: Readonly<Record<string, string>> } &
   *   import("./connection.js").Manners} [options]
   */
  constructor(url, options = {}) {
    this.#url = new URL(url);
    if (!["http:", "https:"].includes(this.#url.protocol)) {
      throw new TypeError(`${url} is no address of a server: it begins with http:// or https://`);
    }
    this.#options = { ...options };
  }

  /** Greets the server, and listens to it; rejects with `McpError`. */
  async connect() {
    const { headers = {}, timeoutMs = TIMEOUT_MS, client = CLIENT } = this.#options;
    const connection = new McpConnection(timeoutMs);
    const carry = (/** @type {McpConnection} */ inbox) =>
      new Exchanges(this.#url, new McpExchange(headers), inbox, timeoutMs);
    await connection.begin(carry, client);
    return connection;
  }
}

/** The exchanges of a connection. */
class Exchanges {
  #url;
  #machine;
  #inbox;
  #limitMs;
  #steps = 0;
  /** @type {Map<number, Id>} the ids of the requests that exchanges are of */
  #asked = new Map();
  /** @type {Map<number, http.ClientRequest>} */
  #open = new Map();
  /** @type {Map<number, NodeJS.Timeout>} */
  #timers = new Map();
  /** @type {Set<unknown>} requests that nobody waits for any more before they are sent */
  #abandoned = new Set();
  /** @type {Promise<void>} what is sent in order so far */
  #sent = Promise.resolve();
  #isClosing = false;
  /** @type {() => void} */
  #tellEnded = () => {};

  /**
   * @param {URL} url
   * @param {McpExchange} machine
   * @param {McpConnection} inbox
   * @param {number} limitMs
   */
  constructor(url, machine, inbox, limitMs) {
    this.#url = url;
    this.#machine = machine;
    this.#inbox = inbox;
    this.#limitMs = limitMs;
    /** @type {Promise<void>} */
    this.ended = new Promise((resolve) => {
      this.#tellEnded = resolve;
    });
  }

  /**
   * Begins one message after the other; one that wants no answer is done before the next, because a
   * server may refuse what comes before notifications/initialized.
   * @param {Message} message
   */
  send(message) {
    if (message["method"] === "notifications/cancelled") {
      const { requestId } = /** @type {{ requestId: Id }} */ (message["params"]);
      this.#abandon(requestId);
    }
    this.#sent = this.#sent.then(() => this.#begin(message));
  }

  close() {
    if (this.#isClosing) return;
    this.#isClosing = true;
    this.#sent = this.#sent.then(() => this.#end());
    // What is waited for so that the next one can be sent is not waited for any more.
    for (const [step, request] of this.#open) if (!this.#asked.has(step)) request.destroy();
  }

  /** @param {Message} message */
  async #begin(message) {
    const isRequest = "method" in message && "id" in message;
    const id = /** @type {Id} */ (message["id"]);
    if (this.#isClosing || (isRequest && this.#abandoned.delete(id))) return;
    this.#steps += 1;
    const step = this.#steps;
    if (isRequest) this.#asked.set(step, id);
    for (const action of this.#machine.send(step, message)) {
      if (action.type !== "request") continue;
      const exchanged = this.#exchange(action, isRequest ? 0 : this.#limitMs);
      if (!isRequest) await exchanged;
    }
    if (message["method"] === "notifications/initialized" && !this.#isClosing) {
      this.#steps += 1;
      this.#do(this.#machine.listen(this.#steps));
    }
  }

  async #end() {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#steps += 1;
    const actions = this.#machine.close(this.#steps);
    for (const request of this.#open.values()) request.destroy();
    this.#open.clear();
    for (const action of actions) {
      if (action.type === "request") await this.#exchange(action, GRACE_MS);
    }
    this.#tellEnded();
  }

  /** @param {Id} id */
  #abandon(id) {
    const steps = [...this.#asked].filter(([, asked]) => asked === id).map(([step]) => step);
    if (steps.length === 0) this.#abandoned.add(id);
    for (const step of steps) {
      this.#machine.abandon(step);
      this.#forget(step);
    }
  }

  /** @param {number} step */
  #forget(step) {
    this.#asked.delete(step);
    clearTimeout(this.#timers.get(step));
    this.#timers.delete(step);
    const request = this.#open.get(step);
    this.#open.delete(step);
    request?.destroy();
  }

  /**
   * Makes a request, and tells the machine how it goes; settles when it is over. `limitMs` bounds
   * each wait, and 0 does not: how long a request may take is measured by the session.
   * @param {RequestAction} action
   * @param {number} limitMs
   * @returns {Promise<void>}
   */
  #exchange({ to, method, headers, body }, limitMs) {
    return new Promise((resolve) => {
      let isOver = false;
      /** @param {() => HttpAction[]} event */
      const happen = (event) => {
        if (!isOver && this.#open.get(to) === request) this.#do(event());
      };
      /** @param {boolean} isWhole */
      const finish = (isWhole) => {
        happen(() => (isWhole ? this.#machine.end(to) : this.#machine.fail(to)));
        isOver = true;
        resolve();
      };
      /** @type {http.ClientRequest | undefined} */
      let request;
      try {
        const { request: start } = this.#url.protocol === "https:" ? https : http;
        request = start(this.#url, { method, headers, agent: false, timeout: limitMs });
      } catch {
        // A header that HTTP cannot carry.
        this.#do(this.#machine.fail(to));
        resolve();
        return;
      }
      const started = request;
      this.#open.set(to, started);
      started.on("timeout", () => started.destroy());
      started.on("error", () => finish(false));
      started.on("close", () => finish(false));
      started.on("response", (response) => {
        happen(() => this.#machine.response(to, response.statusCode ?? 0, flat(response.headers)));
        response.on("data", (chunk) => happen(() => this.#machine.chunk(to, chunk)));
        response.on("error", () => finish(false));
        // What has a length, and is shorter, has not ended but failed.
        response.on("end", () => finish(response.complete));
      });
      started.end(body ?? undefined);
    });
  }

  /** @param {readonly HttpAction[]} actions */
  #do(actions) {
    for (const action of actions) {
      if (action.type === "request") void this.#exchange(action, 0);
      else if (action.type === "receive") this.#inbox.received(action.message);
      else if (action.type === "wait") {
        this.#open.delete(action.to);
        this.#timers.set(action.to, setTimeout(() => this.#resume(action.to), action.ms));
      } else if (action.type === "expired") {
        for (const step of [...this.#open.keys(), ...this.#timers.keys(), ...this.#asked.keys()]) {
          this.#forget(step);
        }
        this.#inbox.closed("expired");
      } else {
        const asked = this.#asked.get(action.to);
        this.#forget(action.to);
        if (action.type === "failed" && asked !== undefined) this.#inbox.failed(asked, action.code);
      }
    }
  }

  /** @param {number} step */
  #resume(step) {
    this.#timers.delete(step);
    this.#do(this.#machine.resume(step));
  }
}

/**
 * Headers with one value each.
 * @param {http.IncomingHttpHeaders} headers
 * @returns {Record<string, string>}
 */
function flat(headers) {
  const entries = Object.entries(headers);
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value ?? "")]));
}
