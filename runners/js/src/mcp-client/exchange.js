// The client's side of the streamable HTTP transport, as a machine: what is requested, and what
// responses mean. Who opens connections, and waits, is elsewhere; how events lie in a stream is sse.

import { canonicalJson } from "../canonical-json.js";
import { SseBufferOverflow, SseFrameBuffer } from "../sse/index.js";
import {
  byName, EVENT_STREAM, JSON_TYPE, LAST_EVENT, mediaType, OWN, PROTOCOL, SESSION,
} from "./headers.js";
import { MAX_LINE_BYTES } from "./lines.js";
import { idOf, isObject, isReceived, judge, member, readMessage } from "./message.js";

/** @typedef {import("./headers.js").Headers} Headers */
/** @typedef {import("./headers.js").Method} Method */
/** @typedef {import("./message.js").Message} Message */
/** @typedef {import("./message.js").Received} Received */

/**
 * What is to be done; `to` names the exchange.
 *
 * `request`: to the endpoint. `receive`: a message of the server. `wait`: resume after so long.
 * `done`: the exchange has ended as it should, and its response is of no interest any more.
 * `failed`: nothing is to be had from it. `expired`: the server has forgotten the session.
 * @typedef {{ type: "request", to: number, method: Method, headers: Record<string, string>,
 *     body: string | null } |
 *   { type: "receive", message: Message } |
 *   { type: "wait", to: number, ms: number } |
 *   { type: "done", to: number } |
 *   { type: "failed", to: number, code: string, status: number | null } |
 *   { type: "expired" }} HttpAction
 */

// What a stream without a word of its own about it waits before it is resumed.
const RETRY_MS = 1000;
// How often running a stream is resumed that brings nothing.
const MOST_RESUMED = 2;
const GONE = 404;
const NOT_ALLOWED = 405;

/** A request with its responses. */
class Exchange {
  /**
   * What is expected next: a response, its body (events, one message, or what an error says), the
   * time to resume.
   * @type {"asked" | "events" | "json" | "error" | "waiting"}
   */
  state = "asked";
  bearsSession = false;
  isResumed = false;
  status = 0;
  resumed = 0;
  /** @type {Uint8Array[]} */
  body = [];
  bodyBytes = 0;

  /**
   * `asked` is the request that an answer is waited for.
   * @param {number} to
   * @param {"send" | "listen"} kind
   * @param {Message | null} asked
   * @param {number} maxBody
   */
  constructor(to, kind, asked, maxBody) {
    this.to = to;
    this.kind = kind;
    this.asked = asked;
    this.frames = new SseFrameBuffer({ maxBuffer: maxBody });
  }

  get isInitialize() {
    return this.asked?.["method"] === "initialize";
  }

  /**
   * Spec: MCPC-68, MCPC-70
   * @param {Received} received
   */
  isAnsweredBy({ type, message }) {
    if (!this.asked || (type !== "result" && type !== "error")) return false;
    return idOf(this.asked) === idOf(message);
  }
}

/** All exchanges with one endpoint; every method gives actions in their order. */
export class McpExchange {
  #headers;
  #maxBody;
  /** @type {string | null} */
  #session = null;
  /** @type {string | null} */
  #version = null;
  /** @type {Map<number, Exchange>} */
  #exchanges = new Map();
  #isClosed = false;

  /**
   * `headers` are the caller's. `maxBody` bounds, in bytes, a message that is a body, and what is
   * held back of an event. Spec: MCPC-60 to MCPC-83
   * @param {Headers} headers
   * @param {number} [maxBody]
   */
  constructor(headers, maxBody = MAX_LINE_BYTES) {
    this.#headers = byName(headers);
    this.#maxBody = maxBody;
  }

  /**
   * Sends a message; what is none is not sent. Spec: MCPC-60
   * @param {number} to
   * @param {Message} message
   * @returns {HttpAction[]}
   */
  send(to, message) {
    const judged = judge(message);
    if (this.#isClosed || !isReceived(judged)) return [];
    const exchange = this.#begin(to, "send", judged.type === "request" ? message : null);
    return [this.#request(exchange, "POST", canonicalJson(message))];
  }

  /**
   * Asks for what the server has to say by itself. Spec: MCPC-78
   * @param {number} to
   * @returns {HttpAction[]}
   */
  listen(to) {
    return this.#isClosed ? [] : [this.#request(this.#begin(to, "listen", null), "GET")];
  }

  /**
   * Ends the session; nothing happens any more. Spec: MCPC-79
   * @param {number} to
   * @returns {HttpAction[]}
   */
  close(to) {
    if (this.#isClosed) return [];
    this.#isClosed = true;
    this.#exchanges.clear();
    if (this.#session === null) return [];
    const headers = Object.fromEntries(this.#ownHeaders("DELETE"));
    return [{ type: "request", to, method: "DELETE", headers, body: null }];
  }

  /**
   * A response has begun. Spec: MCPC-63, MCPC-66 to MCPC-73, MCPC-78
   * @param {number} to
   * @param {number} status
   * @param {Headers} headers
   * @returns {HttpAction[]}
   */
  response(to, status, headers) {
    const exchange = this.#exchanges.get(to);
    if (exchange?.state !== "asked") return [];
    exchange.status = status;
    if (status === GONE && exchange.bearsSession) return this.#expire();
    if (status < 200 || status > 299) return this.#takeRefusal(exchange);
    if (exchange.isInitialize && !exchange.isResumed) {
      // An empty one names no session.
      this.#session = byName(headers).get(SESSION) || null;
    }
    if (exchange.kind === "send" && !exchange.asked) return this.#done(exchange);
    const media = mediaType(headers);
    if (media === EVENT_STREAM) exchange.state = "events";
    else if (media === JSON_TYPE && exchange.kind === "send" && !exchange.isResumed) {
      exchange.state = "json";
    } else return this.#failed(exchange, "BAD_CONTENT_TYPE");
    return [];
  }

  /**
   * Some more of a body. Spec: MCPC-69, MCPC-70, MCPC-80
   * @param {number} to
   * @param {Uint8Array} data
   * @returns {HttpAction[]}
   */
  chunk(to, data) {
    const exchange = this.#exchanges.get(to);
    if (!exchange || exchange.state === "asked" || exchange.state === "waiting") return [];
    if (exchange.state === "events") return this.#takeEvents(exchange, data);
    exchange.body.push(data);
    exchange.bodyBytes += data.length;
    return exchange.bodyBytes > this.#maxBody ? this.#overflow(exchange) : [];
  }

  /**
   * The end of a body. Spec: MCPC-68, MCPC-73 to MCPC-78
   * @param {number} to
   * @returns {HttpAction[]}
   */
  end(to) {
    const exchange = this.#exchanges.get(to);
    if (!exchange || exchange.state === "waiting") return [];
    if (exchange.state === "asked" || exchange.state === "events") return this.#interrupted(exchange);
    const received = readMessage(Buffer.concat(exchange.body));
    const isJson = exchange.state === "json";
    if (
      isReceived(received) && exchange.isAnsweredBy(received) &&
      (isJson || received.type === "error")
    ) {
      return [this.#receive(exchange, received), ...this.#done(exchange)];
    }
    return this.#failed(exchange, isJson ? "INVALID_RESPONSE" : "HTTP_ERROR");
  }

  /**
   * The connection is broken, or never was. Spec: MCPC-73 to MCPC-78
   * @param {number} to
   * @returns {HttpAction[]}
   */
  fail(to) {
    const exchange = this.#exchanges.get(to);
    if (!exchange || exchange.state === "waiting") return [];
    if (exchange.state === "error") return this.#failed(exchange, "HTTP_ERROR");
    if (exchange.state === "json") return this.#failed(exchange, "STREAM_ENDED");
    return this.#interrupted(exchange);
  }

  /**
   * The time of a wait is over. Spec: MCPC-75
   * @param {number} to
   * @returns {HttpAction[]}
   */
  resume(to) {
    const exchange = this.#exchanges.get(to);
    if (exchange?.state !== "waiting") return [];
    exchange.state = "asked";
    exchange.isResumed = true;
    return [this.#request(exchange, "GET")];
  }

  /**
   * Nobody waits for this exchange any more. Spec: MCPC-83
   * @param {number} to
   * @returns {HttpAction[]}
   */
  abandon(to) {
    this.#exchanges.delete(to);
    return [];
  }

  /** @param {number} to @param {"send" | "listen"} kind @param {Message | null} asked */
  #begin(to, kind, asked) {
    const exchange = new Exchange(to, kind, asked, this.#maxBody);
    this.#exchanges.set(to, exchange);
    return exchange;
  }

  /**
   * @param {Exchange} exchange
   * @param {Method} method
   * @param {string | null} [body]
   * @returns {HttpAction}
   */
  #request(exchange, method, body = null) {
    const headers = this.#ownHeaders(method);
    if (exchange.isInitialize && method === "POST") {
      headers.delete(SESSION);
      headers.delete(PROTOCOL);
    }
    if (exchange.frames.lastEventId) headers.set(LAST_EVENT, exchange.frames.lastEventId);
    exchange.bearsSession = this.#session !== null && headers.has(SESSION);
    return { type: "request", to: exchange.to, method, headers: Object.fromEntries(headers), body };
  }

  /**
   * Spec: MCPC-61, MCPC-63, MCPC-64
   * @param {Method} method
   */
  #ownHeaders(method) {
    const headers = new Map([...this.#headers, ...Object.entries(OWN[method])]);
    if (this.#session !== null) headers.set(SESSION, this.#session);
    if (this.#version !== null) headers.set(PROTOCOL, this.#version);
    return headers;
  }

  /**
   * Spec: MCPC-72, MCPC-73, MCPC-78
   * @param {Exchange} exchange
   */
  #takeRefusal(exchange) {
    if (exchange.kind === "listen" && exchange.status === NOT_ALLOWED) return this.#done(exchange);
    if (!exchange.asked || exchange.isResumed) return this.#failed(exchange, "HTTP_ERROR");
    exchange.state = "error";
    return [];
  }

  /**
   * Spec: MCPC-69, MCPC-70, MCPC-76, MCPC-80
   * @param {Exchange} exchange
   * @param {Uint8Array} data
   */
  #takeEvents(exchange, data) {
    /** @type {HttpAction[]} */
    const actions = [];
    const { frames, overflows } = feed(exchange.frames, data);
    for (const frame of frames) {
      exchange.resumed = 0;
      const received = messageOf(frame);
      if (!received) continue;
      actions.push(this.#receive(exchange, received));
      if (exchange.isAnsweredBy(received)) return [...actions, ...this.#done(exchange)];
    }
    return overflows ? [...actions, ...this.#overflow(exchange)] : actions;
  }

  /**
   * Spec: MCPC-64
   * @param {Exchange} exchange
   * @param {Received} received
   * @returns {HttpAction}
   */
  #receive(exchange, received) {
    if (exchange.isInitialize && exchange.isAnsweredBy(received)) {
      const result = received.message["result"];
      const version = isObject(result) ? member(result, "protocolVersion") : null;
      this.#version = typeof version === "string" ? version : null;
    }
    return { type: "receive", message: received.message };
  }

  /**
   * A stream, or a request, that has ended too early. Spec: MCPC-74, MCPC-76 to MCPC-78
   * @param {Exchange} exchange
   * @returns {HttpAction[]}
   */
  #interrupted(exchange) {
    const { frames } = exchange;
    frames.close();
    if (!frames.lastEventId && exchange.kind === "listen") return this.#done(exchange);
    if (!frames.lastEventId || exchange.resumed === MOST_RESUMED) {
      return this.#failed(exchange, "STREAM_ENDED");
    }
    exchange.resumed += 1;
    exchange.state = "waiting";
    return [{ type: "wait", to: exchange.to, ms: frames.reconnectionTime ?? RETRY_MS }];
  }

  /**
   * Spec: MCPC-80
   * @param {Exchange} exchange
   */
  #overflow(exchange) {
    return this.#failed(exchange, exchange.state === "error" ? "HTTP_ERROR" : "INVALID_RESPONSE");
  }

  /** @param {Exchange} exchange @returns {HttpAction[]} */
  #done({ to }) {
    this.#exchanges.delete(to);
    return [{ type: "done", to }];
  }

  /** @param {Exchange} exchange @param {string} code @returns {HttpAction[]} */
  #failed({ to, status }, code) {
    this.#exchanges.delete(to);
    return [{ type: "failed", to, code, status: code === "HTTP_ERROR" ? status : null }];
  }

  /**
   * Spec: MCPC-71
   * @returns {HttpAction[]}
   */
  #expire() {
    this.#exchanges.clear();
    this.#session = null;
    this.#version = null;
    return [{ type: "expired" }];
  }
}

/**
 * The frames that some bytes complete, and whether they are too much.
 * @param {SseFrameBuffer} buffer
 * @param {Uint8Array} data
 */
function feed(buffer, data) {
  try {
    return { frames: buffer.feedBytes(data), overflows: false };
  } catch (overflow) {
    if (!(overflow instanceof SseBufferOverflow)) throw overflow;
    return { frames: overflow.frames, overflows: true };
  }
}

/**
 * The message that an event holds. Spec: MCPC-69
 * @param {import("../sse/index.js").SseFrame} frame
 */
function messageOf({ event, data }) {
  if (event !== null && event !== "message") return null;
  const received = readMessage(Buffer.from(data));
  return isReceived(received) ? received : null;
}
