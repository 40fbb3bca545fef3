// A connection to an MCP server: a session, its clock, and who waits for what. How messages travel is
// the transport's.

import { McpSession } from "./session.js";
import { canonicalJson } from "../canonical-json.js";

/** @typedef {import("./actions.js").Action} Action */
/** @typedef {import("./message.js").Id} Id */
/** @typedef {import("./message.js").Message} Message */

/**
 * What carries messages to a server; what comes back is told to the connection.
 * @typedef {object} Carrier
 * @property {(message: Message) => void} send
 * @property {() => void} close begins to end it
 * @property {Promise<void>} ended settles when nothing is left of it
 */
/**
 * How long answers are waited for, in ms, and what the client calls itself.
 * @typedef {{ timeoutMs?: number, client?: { name: string, version: string } }} Manners
 */

export const CLIENT = { name: "hanzo-conformance", version: "0.1.0" };
export const TIMEOUT_MS = 60_000;
// More than a timer holds.
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** What was asked for will not come; `code` says why, `details` what the server said. */
export class McpError extends Error {
  /** @param {string} code @param {Message | null} [details] */
  constructor(code, details = null) {
    super(details ? `${code}: ${details["message"]}` : code);
    this.name = "McpError";
    this.code = code;
    this.details = details;
  }
}

/** A session that is carried by somebody. Spec: MCPC-15 to MCPC-58 */
export class McpConnection {
  #session;
  #began = performance.now();
  #steps = 0;
  /** @type {Map<number, { resolve: (value: any) => void, reject: (error: McpError) => void }>} */
  #waiting = new Map();
  /** @type {Carrier | null} */
  #carrier = null;
  /** @type {NodeJS.Timeout | undefined} */
  #timer;

  /** @param {number} timeoutMs */
  constructor(timeoutMs) {
    this.#session = new McpSession(timeoutMs);
  }

  /**
   * Is carried from now on, and greets; gives what `connect` resolves. Rejects with `McpError`, and
   * then nothing is left.
   * @param {(connection: McpConnection) => Carrier} carrier
   * @param {{ name: string, version: string }} client
   */
  async begin(carrier, client) {
    this.#carrier = carrier(this);
    try {
      return await this.#ask((step, at) => this.#session.connect(step, client, at));
    } catch (refused) {
      await this.close();
      throw refused;
    }
  }

  /**
   * The tools; rejects with `McpError`.
   * @returns {Promise<import("./tool-cache.js").Tools>}
   */
  listTools() {
    return this.#ask((step, at) => this.#session.listTools(step, at));
  }

  /**
   * What a tool says; rejects with `McpError`, and with TypeError for arguments that JSON cannot carry.
   * @param {string} name
   * @param {Message} args
   * @returns {Promise<{ output: string, error: string | null, is_error: boolean }>}
   */
  async callTool(name, args) {
    canonicalJson(args);
    return this.#ask((step, at) => this.#session.callTool(step, name, args, at));
  }

  /**
   * The response to a request with a method and, if it has any, params.
   *
   * It goes out under an id of the connection's own, and the response bears the request's. Rejects
   * with `McpError` where there is no response. Spec: MCPC-58
   * @param {{ id?: Id, method: string, params?: Message }} request
   * @returns {Promise<Message>}
   */
  async send({ id = "", method, params = {} }) {
    canonicalJson(params);
    const response = { jsonrpc: "2.0", id };
    try {
      const asked = this.#ask((step, at) => this.#session.request(step, method, params, at));
      return { ...response, result: await asked };
    } catch (refused) {
      if (!(refused instanceof McpError) || !refused.details) throw refused;
      return { ...response, error: refused.details };
    }
  }

  /** Ends it, and settles when nothing is left. */
  async close() {
    this.#happen((at) => this.#session.close(at));
    this.#carrier?.close();
    await this.#carrier?.ended;
  }

  /**
   * A message has come.
   * @param {Message} message
   */
  received(message) {
    this.#happen((at) => this.#session.receive(message, at));
  }

  /**
   * What has come is no message.
   * @param {Id | null} id
   */
  invalid(id) {
    this.#happen((at) => this.#session.invalid(id, at));
  }

  /**
   * A request has ended without an answer.
   * @param {Id} id
   * @param {string} code
   */
  failed(id, code) {
    this.#happen((at) => this.#session.failed(id, code, at));
  }

  /**
   * The carrier has ended, or lost its session: see `McpSession.closed`.
   * @param {string} reason
   */
  closed(reason) {
    this.#happen((at) => this.#session.closed(reason, at));
  }

  /** @param {(step: number, at: number) => Action[]} ask @returns {Promise<any>} */
  #ask(ask) {
    const step = this.#steps;
    this.#steps += 1;
    return new Promise((resolve, reject) => {
      this.#waiting.set(step, { resolve, reject });
      this.#happen((at) => ask(step, at));
    });
  }

  /** @param {(at: number) => Action[]} event */
  #happen(event) {
    for (const action of event(Math.floor(performance.now() - this.#began))) this.#do(action);
    this.#wind();
  }

  /** @param {Action} action */
  #do(action) {
    if (action.type === "send") this.#carrier?.send(action.message);
    else if (action.type === "close") this.#carrier?.close();
    else {
      const waiting = this.#waiting.get(action.step);
      this.#waiting.delete(action.step);
      if (action.type === "resolve") waiting?.resolve(action.value);
      else waiting?.reject(new McpError(action.code, action.details));
    }
  }

  /** Lets time pass when something is due. */
  #wind() {
    clearTimeout(this.#timer);
    const due = this.#session.dueMs;
    if (due === null) return;
    const left = Math.max(0, Math.ceil(due - (performance.now() - this.#began)));
    const tick = () => this.#happen((at) => this.#session.tick(at));
    this.#timer = setTimeout(tick, Math.min(left, LONGEST_TIMER_MS));
  }
}
