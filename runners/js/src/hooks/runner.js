// The runner of hooks: starts those that a call concerns, and tells what they decide.

import { constants } from "node:os";

import { Child } from "../process/child.js";
import { exchange } from "../process/exchange.js";
import { POST, PRE, readHooks, select } from "./hook.js";
import { Judgement, LONGEST_REASON_BYTES } from "./judgement.js";
import { prepare } from "./preparation.js";

/** @typedef {import("./hook.js").Hook} Hook */
/** @typedef {import("./judgement.js").End} End */
/** @typedef {import("./judgement.js").HookResult} HookResult */
/** @typedef {import("./preparation.js").ToolResult} ToolResult */
/** @typedef {Readonly<Record<string, unknown>>} Input */

/**
 * Where hooks run, for which session, and with which variables: the runner's own.
 * @typedef {object} Surroundings
 * @property {string} workspace
 * @property {string} sessionId
 * @property {Readonly<Record<string, string | undefined>>} environment
 */

const SHELL = "/bin/sh";

/** The hooks of one session, run in one workspace. */
export class HookRunner {
  #hooks;
  #around;

  /**
   * @param {Iterable<import("./hook.js").HookConfig>} hooks throws `InvalidHook`
   * @param {Surroundings} around
   */
  constructor(hooks, around) {
    this.#hooks = readHooks(hooks);
    this.#around = { ...around, environment: { ...around.environment } };
  }

  /**
   * Asks the hooks before a tool; rejects with `InvalidCall`, which is to be taken for a denial.
   *
   * Spec: HOOKRUN-1 to HOOKRUN-19
   * @param {string} toolName
   * @param {Input} input
   * @returns {Promise<HookResult>}
   */
  runPre(toolName, input) {
    return this.run(PRE, toolName, input);
  }

  /**
   * Tells the hooks behind a tool, none of which blocks; rejects with `InvalidCall`.
   *
   * Spec: HOOKRUN-1 to HOOKRUN-19
   * @param {string} toolName
   * @param {Input} input
   * @param {ToolResult} result
   * @returns {Promise<HookResult>}
   */
  runPost(toolName, input, result) {
    return this.run(POST, toolName, input, result);
  }

  /**
   * Runs the hooks of an event one after the other; rejects with `InvalidCall`.
   *
   * Spec: HOOKRUN-1 to HOOKRUN-19
   * @param {string} event
   * @param {string} toolName
   * @param {Input} input
   * @param {ToolResult | null} [result]
   * @returns {Promise<HookResult>}
   */
  async run(event, toolName, input, result = null) {
    const { sessionId, environment } = this.#around;
    const judgement = new Judgement(event);
    const { env, stdin } = prepare({ event, toolName, input, sessionId, result }, environment);
    for (const place of select(this.#hooks, event === PRE ? PRE : POST, toolName)) {
      if (judgement.isDecided) break;
      const hook = /** @type {Hook} */ (this.#hooks[place]);
      judgement.take(place, await this.#endOf(hook, env, stdin));
    }
    return judgement.result();
  }

  /**
   * How one hook ends.
   *
   * Spec: HOOKRUN-4 to HOOKRUN-12, HOOKRUN-15 to HOOKRUN-18
   * @param {Hook} hook
   * @param {Readonly<Record<string, string | undefined>>} environment
   * @param {string} stdin
   * @returns {Promise<End>}
   */
  async #endOf({ command, timeoutMs }, environment, stdin) {
    const start = { folder: this.#around.workspace, environment, stderr: true };
    let child;
    try {
      child = await Child.start([SHELL, "-c", command], start);
    } catch {
      return { cause: "spawn", number: null, stderr: new Uint8Array() };
    }
    const ended = await exchange(child, stdin, timeoutMs, LONGEST_REASON_BYTES);
    const { code, signal, stderr } = ended;
    if (ended.timedOut) return { cause: "timeout", number: null, stderr };
    if (signal !== null) return { cause: "signal", number: constants.signals[signal], stderr };
    return { cause: "exit", number: code, stderr };
  }
}
