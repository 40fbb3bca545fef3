// A service that speaks JSON over HTTP, at an endpoint that the caller or the environment names.

import { canonicalJson } from "../canonical-json.js";
import { ToolError } from "../envelope/index.js";
import { violation } from "./failures.js";

/** @typedef {import("./context.js").Context} Context */

/** Where a service is, and the key that is sent along, if there is one. */
export class Endpoint {
  #context;
  #base;
  #key;
  #isGiven;

  /**
   * The endpoint of the call, else that of the variable; throws `UNSUPPORTED` without one.
   *
   * The key goes to the endpoint that whoever started the server has named, and to no other.
   * Spec: LLM-1, LLM-7, HANZO-1, HANZO-5
   * @param {Context} context
   * @param {string | undefined} given
   * @param {string} variable
   * @param {string} key the name of the variable with the key
   */
  constructor(context, given, variable, key) {
    const named = given ?? context.environment[variable];
    if (given === undefined && !named) {
      throw new ToolError("UNSUPPORTED", `${variable} names no endpoint`, { missing: "endpoint" });
    }
    this.#context = context;
    this.#base = (named ?? "").replace(/\/+$/, "");
    this.#key = given === undefined ? context.environment[key] : undefined;
    this.#isGiven = given !== undefined;
  }

  /**
   * Status and text of the answer; `body` is sent as canonical JSON unless it is undefined.
   *
   * Throws `ERROR` for a status that is not 2xx, which details have, and for text that is not
   * UTF-8; else as `net.request`.
   * @param {string} method
   * @param {string} path
   * @param {unknown} body
   * @param {string} accept
   * @returns {Promise<{ status: number, text: string }>}
   */
  async ask(method, path, body, accept) {
    const headers = {
      accept,
      ...(this.#key && { authorization: `Bearer ${this.#key}` }),
      ...(body !== undefined && { "content-type": "application/json" }),
    };
    const { status, text } = await this.#requested({
      url: `${this.#base}/${path}`,
      method,
      headers,
      ...(body !== undefined && { body: canonicalJson(body) }),
    });
    if (status < 200 || status > 299) {
      throw new ToolError("ERROR", `the endpoint answered ${status}`, { status });
    }
    if (text === null) throw unreadable("not UTF-8");
    return { status, text };
  }

  /** @param {Record<string, unknown>} params */
  async #requested(params) {
    try {
      return await this.#context.call("net", "request", params);
    } catch (problem) {
      if (problem instanceof ToolError && problem.code === "INVALID_PARAMS" && this.#isGiven) {
        throw violation("/endpoint", "url", problem.message);
      }
      throw problem;
    }
  }
}

/**
 * The JSON of an answer (RFC 8259); throws `ERROR` for anything else, and for half a character.
 * @param {string} text
 * @returns {any}
 */
export function jsonIn(text) {
  try {
    return JSON.parse(text, (name, value) => {
      // An escape may name a surrogate that has no other half; such text cannot be passed on.
      if (!name.isWellFormed() || (typeof value === "string" && !value.isWellFormed())) {
        throw new SyntaxError("half a character");
      }
      return value;
    });
  } catch (problem) {
    throw unreadable(problem instanceof Error ? problem.message : String(problem));
  }
}

/**
 * The refusal of an answer that does not say what it should.
 * @param {string} problem
 */
export function unreadable(problem) {
  return new ToolError("ERROR", `the endpoint's answer is unreadable: ${problem}`);
}
