// What a tool is given beside its parameters: workspace, environment, and what is kept.

import { ToolError } from "../envelope/index.js";
import { Workspace } from "./workspace.js";

/** @typedef {import("../envelope/index.js").Envelope} Envelope */

/**
 * From tool, action and params to an envelope.
 * @typedef {(tool: string, action: string, params: Record<string, unknown>) => Promise<Envelope>} Call
 */

/**
 * Everything around a call. One context serves all tools of one workspace, so that a later call
 * finds the processes, test runs and contents of earlier ones.
 */
export class Context {
  /** @type {Map<new () => unknown, unknown>} */
  #kept = new Map();
  #call;

  /**
   * @param {string} root
   * @param {Readonly<Record<string, string | undefined>>} environment the server's own variables
   * @param {Call} call
   */
  constructor(root, environment, call) {
    this.workspace = new Workspace(root);
    this.environment = environment;
    this.#call = call;
  }

  /**
   * The one object of a kind that this workspace has, made when it is first asked for.
   * @template T
   * @param {new () => T} kind
   * @returns {T}
   */
  keep(kind) {
    if (!this.#kept.has(kind)) this.#kept.set(kind, new kind());
    return /** @type {T} */ (this.#kept.get(kind));
  }

  /**
   * The data of another tool's action; its error is thrown as `ToolError`.
   * @param {string} tool
   * @param {string} action
   * @param {Record<string, unknown>} params
   * @returns {Promise<any>}
   */
  async call(tool, action, params) {
    const { data, error } = await this.#call(tool, action, params);
    if (error) throw new ToolError(error.code, error.message, error.details);
    return data;
  }
}
