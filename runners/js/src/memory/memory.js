// A memory as a value: what is remembered, and the one way to ask it or to change it.

import { ToolError } from "../envelope/index.js";
import { effective, violations } from "../envelope/parameters.js";
import { refuse } from "./applied.js";
import { create, forget, manage, recall, summarize, update } from "./entries.js";
import { facts } from "./facts.js";
import { SCHEMAS } from "./schemas.js";

/** @typedef {import("./applied.js").Applied} Applied */
/** @typedef {import("./applied.js").State} State */
/** @typedef {(state: State, params: any, nowMs: number) => Applied} Run */

/**
 * The actions by name, sorted, each with the schema of its parameters.
 * @type {ReadonlyMap<string, { params: import("../envelope/index.js").ParameterSchema, run: Run }>}
 */
export const ACTIONS = new Map([
  ["create", { params: SCHEMAS.create, run: create }],
  ["delete", { params: SCHEMAS.delete, run: forget }],
  ["facts", { params: SCHEMAS.facts, run: facts }],
  ["manage", { params: SCHEMAS.manage, run: manage }],
  ["recall", { params: SCHEMAS.recall, run: recall }],
  ["summarize", { params: SCHEMAS.summarize, run: summarize }],
  ["update", { params: SCHEMAS.update, run: update }],
]);

/** What is remembered; a call gives a new state and leaves this one. */
export class Memory {
  /** @param {State} state */
  constructor(state) {
    this.state = state;
  }

  /**
   * What a call answers, and the state afterwards; `nowMs` is its time.
   *
   * Throws `ToolError`: `UNKNOWN_ACTION` with the actions that are `available`, `INVALID_PARAMS`
   * with `violations`, `NOT_FOUND` with the `id`.
   * Spec: MEMORY-1 to MEMORY-6
   * @param {string} action
   * @param {Readonly<Record<string, unknown>>} params
   * @param {number} nowMs
   * @returns {Applied}
   */
  apply(action, params, nowMs) {
    const found = ACTIONS.get(action);
    if (!found) {
      const available = [...ACTIONS.keys()];
      const message = `a memory has no action ${JSON.stringify(action)}`;
      throw new ToolError("UNKNOWN_ACTION", message, { available });
    }
    refuse(violations(effective(found.params), params));
    return found.run(this.state, params, nowMs);
  }
}
