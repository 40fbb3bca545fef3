// A session with an MCP server, as a machine: what happens goes in, what is to be done comes out.
// Time is an argument, in ms, and never runs back. Bytes, processes and connections are elsewhere.

import { inOrder } from "./actions.js";
import { PROTOCOL_VERSIONS, readCall, readInitialize, readPage, Refused } from "./answers.js";
import { idOf, isObject, isReceived, judge, member, METHOD_NOT_FOUND, VERSION } from "./message.js";
import { ToolCache } from "./tool-cache.js";

/** @typedef {import("./actions.js").Action} Action */
/** @typedef {import("./message.js").Message} Message */
/** @typedef {import("./message.js").Id} Id */
/** @typedef {import("./tool-cache.js").Fetch} Fetch */

/**
 * What an answer is waited for: its kind, until when, and for whom; null for an initialize that
 * nobody asked for.
 * @typedef {object} Request
 * @property {"initialize" | "page" | "call" | "request"} kind
 * @property {number} dueMs
 * @property {number | null} step
 * @property {Fetch | null} fetch
 */

const LIST_CHANGED = "notifications/tools/list_changed";

/**
 * One session, from connect to its end; every method gives actions in their order.
 *
 * A step is a number that the caller gives to whatever it asks for, and gets back with its end. `at`
 * is the time in ms. Spec: MCPC-15 to MCPC-58
 */
export class McpSession {
  #timeoutMs;
  /** @type {"new" | "initializing" | "ready" | "ended"} */
  #phase = "new";
  #nowMs = 0;
  #sent = 0;
  /** @type {Message} */
  #client = {};
  /** @type {Message} */
  #capabilities = {};
  /** @type {Map<string, Request>} in the order in which they were sent, and are due */
  #pending = new Map();
  #tools = new ToolCache();
  /** @type {Action[]} those of the event that goes on */
  #actions = [];

  /** @param {number} timeoutMs */
  constructor(timeoutMs) {
    this.#timeoutMs = timeoutMs;
  }

  /** When the next request is given up, in ms, or null while nothing is waited for. */
  get dueMs() {
    const [next] = this.#pending.values();
    return next?.dueMs ?? null;
  }

  /**
   * Time passes. Spec: MCPC-15, MCPC-16
   * @param {number} at
   */
  tick(at) {
    return this.#event(at, () => {});
  }

  /**
   * Greets the server as this client. Spec: MCPC-20, MCPC-25
   * @param {number} step
   * @param {{ name: string, version: string }} client
   * @param {number} at
   */
  connect(step, client, at) {
    return this.#event(at, () => {
      if (this.#phase !== "new") return this.#reject([step], "NOT_CONNECTED");
      this.#client = { name: client.name, version: client.version };
      return this.#initialize(step);
    });
  }

  /**
   * Asks for the server's tools. Spec: MCPC-40 to MCPC-50
   * @param {number} step
   * @param {number} at
   */
  listTools(step, at) {
    return this.#whenReady(step, at, () => {
      const none = { tools: [], generation: this.#tools.generation };
      const kept = this.#hasTools() ? this.#tools.kept : none;
      if (kept) this.#actions.push({ type: "resolve", step, value: kept });
      else if (!this.#tools.join(step)) {
        this.#ask("page", "tools/list", {}, null, this.#tools.begin(step));
      }
    });
  }

  /**
   * Calls a tool. Spec: MCPC-50 to MCPC-57
   * @param {number} step
   * @param {string} name
   * @param {Message} args
   * @param {number} at
   */
  callTool(step, name, args, at) {
    return this.#whenReady(step, at, () => {
      if (!this.#hasTools()) this.#reject([step], "NO_TOOLS");
      else this.#ask("call", "tools/call", { name, arguments: args }, step);
    });
  }

  /**
   * Asks anything else; the result is given as it comes. Spec: MCPC-58
   * @param {number} step
   * @param {string} method
   * @param {Message} params
   * @param {number} at
   */
  request(step, method, params, at) {
    return this.#whenReady(step, at, () => this.#ask("request", method, params, step));
  }

  /**
   * Ends it. Spec: MCPC-35, MCPC-39
   * @param {number} at
   */
  close(at) {
    return this.#event(at, () => {
      if (this.#phase === "ended") return;
      this.#end();
      this.#actions.push({ type: "close" });
    });
  }

  /**
   * The transport has ended; or it is `expired`: the server has forgotten us.
   *
   * Spec: MCPC-36 to MCPC-39
   * @param {string} reason
   * @param {number} at
   */
  closed(reason, at) {
    return this.#event(at, () => {
      if (reason !== "expired") return this.#end();
      if (this.#phase === "initializing") {
        // Nothing else is on its way before it is answered.
        const [[id, request] = []] = this.#pending;
        if (id === undefined || request === undefined) return;
        this.#pending.delete(id);
        this.#fail(request, "SESSION_EXPIRED");
      } else if (this.#phase === "ready") {
        this.#rejectAll("SESSION_EXPIRED");
        this.#tools.beginGeneration();
        this.#initialize(null);
      }
    });
  }

  /**
   * A message has come; what is none is ignored. Spec: MCPC-26 to MCPC-31
   * @param {unknown} message
   * @param {number} at
   */
  receive(message, at) {
    return this.#event(at, () => {
      const received = judge(message);
      if (this.#phase === "ended" || !isReceived(received)) return;
      if (received.type === "request") this.#answer(received.message);
      else if (received.type !== "notification") this.#settle(received);
      else if (received.message["method"] === LIST_CHANGED) this.#tools.beginGeneration();
    });
  }

  /**
   * What has come is no message. Spec: MCPC-31
   * @param {Id | null} id
   * @param {number} at
   */
  invalid(id, at) {
    return this.failed(id, "INVALID_RESPONSE", at);
  }

  /**
   * A request has ended without an answer. Spec: MCPC-32
   * @param {Id | null} id
   * @param {string} code
   * @param {number} at
   */
  failed(id, code, at) {
    return this.#event(at, () => {
      const request = this.#takeOut(id);
      if (request) this.#fail(request, code);
    });
  }

  /**
   * What is due by then, and what happens behind it.
   *
   * Spec: MCPC-15, MCPC-16, MCPC-33, MCPC-34
   * @param {number} at
   * @param {() => void} happen
   * @returns {Action[]}
   */
  #event(at, happen) {
    this.#nowMs = Math.max(this.#nowMs, at);
    const before = [];
    for (const [id, request] of this.#pending) {
      if (request.dueMs > this.#nowMs) break;
      this.#pending.delete(id);
      if (request.kind !== "initialize") {
        const params = { requestId: id, reason: "timeout" };
        this.#send({ method: "notifications/cancelled", params });
      }
      this.#fail(request, "TIMEOUT");
      before.push(...this.#taken());
    }
    happen();
    return [...before, ...this.#taken()];
  }

  /** @param {number} step @param {number} at @param {() => void} happen */
  #whenReady(step, at, happen) {
    return this.#event(at, () => {
      if (this.#phase === "ready") happen();
      else this.#reject([step], "NOT_CONNECTED");
    });
  }

  /** @returns {Action[]} those of the event that ends here */
  #taken() {
    const actions = inOrder(this.#actions);
    this.#actions = [];
    return actions;
  }

  #hasTools() {
    return isObject(member(this.#capabilities, "tools"));
  }

  /** @param {Message} message */
  #send(message) {
    this.#actions.push({ type: "send", message: { jsonrpc: VERSION, ...message } });
  }

  /**
   * Sends a request. Spec: MCPC-19
   * @param {Request["kind"]} kind
   * @param {string} method
   * @param {Message} params
   * @param {number | null} step
   * @param {Fetch | null} fetch
   */
  #ask(kind, method, params, step, fetch = null) {
    this.#sent += 1;
    const id = String(this.#sent);
    this.#pending.set(id, { kind, dueMs: this.#nowMs + this.#timeoutMs, step, fetch });
    this.#send({ id, method, params });
  }

  /** @param {number | null} step */
  #initialize(step) {
    this.#phase = "initializing";
    const offer = { protocolVersion: PROTOCOL_VERSIONS[0], capabilities: {}, clientInfo: this.#client };
    this.#ask("initialize", "initialize", offer, step);
  }

  /**
   * Spec: MCPC-26, MCPC-27
   * @param {Message} message
   */
  #answer(message) {
    const missing = { error: { code: METHOD_NOT_FOUND, message: "Method not found" } };
    this.#send({ id: idOf(message), ...(message["method"] === "ping" ? { result: {} } : missing) });
  }

  /**
   * What waits for an answer with this id. Spec: MCPC-29
   * @param {Id | null} id
   */
  #takeOut(id) {
    const request = typeof id === "string" ? this.#pending.get(id) : undefined;
    if (request) this.#pending.delete(String(id));
    return request;
  }

  /** @param {import("./message.js").Received} received */
  #settle({ type, message }) {
    const request = this.#takeOut(idOf(message));
    if (!request) return;
    try {
      if (type === "error") throw told(/** @type {Message} */ (message["error"]));
      this.#succeed(request, /** @type {Message} */ (message["result"]));
    } catch (refused) {
      if (!(refused instanceof Refused)) throw refused;
      this.#fail(request, refused.code, refused.details);
    }
  }

  /** @param {Request} request @param {Message} result */
  #succeed(request, result) {
    /** @type {unknown} */
    let value = result;
    if (request.kind === "initialize") {
      const greeted = readInitialize(result);
      this.#phase = "ready";
      this.#capabilities = greeted.capabilities;
      this.#send({ method: "notifications/initialized" });
      value = greeted;
    } else if (request.kind === "call") {
      value = readCall(result);
    } else if (request.fetch) {
      const following = request.fetch.take(readPage(result));
      if (following) return this.#ask("page", "tools/list", following, null, request.fetch);
      const tools = request.fetch.value();
      this.#tools.end(request.fetch, tools);
      value = tools;
    }
    for (const step of waiting(request)) this.#actions.push({ type: "resolve", step, value });
  }

  /** @param {Request} request @param {string} code @param {Message | null} [details] */
  #fail(request, code, details = null) {
    this.#reject(waiting(request), code, details);
    if (request.fetch) this.#tools.end(request.fetch, null);
    if (request.kind === "initialize") {
      this.#phase = "ended";
      this.#actions.push({ type: "close" });
    }
  }

  /** @param {readonly number[]} steps @param {string} code @param {Message | null} [details] */
  #reject(steps, code, details = null) {
    for (const step of steps) this.#actions.push({ type: "reject", step, code, details });
  }

  /** @param {string} code */
  #rejectAll(code) {
    for (const request of this.#pending.values()) this.#reject(waiting(request), code);
    this.#pending.clear();
  }

  #end() {
    this.#rejectAll("CLOSED");
    this.#phase = "ended";
  }
}

/** @param {Request} request @returns {readonly number[]} the steps that its end is the end of */
function waiting({ step, fetch }) {
  if (fetch) return fetch.waiting;
  return step === null ? [] : [step];
}

/**
 * What a server says of its failure. Spec: MCPC-30
 * @param {Message} error
 */
function told(error) {
  const { code, message } = error;
  return new Refused("RPC_ERROR", { code, message, data: member(error, "data") ?? null });
}
