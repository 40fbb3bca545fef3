// Calls by the name of a tool, in one workspace after the other. Every folder here is a tool.

import { readdirSync } from "node:fs";

import { dispatch } from "../envelope/index.js";
import { Context } from "./context.js";
import { within } from "./declaring.js";

/** @typedef {import("../envelope/index.js").Envelope} Envelope */

const FOLDER = new URL("./", import.meta.url);

/** The names of all tools, sorted. */
export const toolNames = readdirSync(FOLDER, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name)
  .sort();

/**
 * What a tool declares, which is loaded when it is first asked for.
 * @param {string} tool one of `toolNames`
 * @returns {Promise<import("./declaring.js").Declaration>}
 */
export async function declared(tool) {
  return (await import(new URL(`${tool}/index.js`, FOLDER).href)).tool;
}

/** The tools; what their calls leave is kept by workspace. */
export class Toolbox {
  /** @type {Map<string, Context>} */
  #contexts = new Map();
  #environment;

  /** @param {Readonly<Record<string, string | undefined>>} environment what tools may pass on */
  constructor(environment) {
    this.#environment = environment;
  }

  /**
   * The envelope that answers a call; without an action, that of `help`.
   * @param {string} root the folder that the call may touch
   * @param {string} tool one of `toolNames`
   * @param {string | null | undefined} action
   * @param {Readonly<Record<string, unknown>>} params
   * @param {string | null} [traceId]
   * @returns {Promise<Envelope>}
   */
  async call(root, tool, action, params, traceId = null) {
    return dispatch(within(await declared(tool), this.#context(root)), action, params, traceId);
  }

  /** @param {string} root */
  #context(root) {
    const found =
      this.#contexts.get(root) ??
      new Context(root, this.#environment, (tool, action, params) =>
        this.call(root, tool, action, params),
      );
    this.#contexts.set(root, found);
    return found;
  }
}
