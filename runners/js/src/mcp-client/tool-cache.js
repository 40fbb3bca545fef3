// A server's tools: which are kept, which are being fetched, for whom, and of which generation.

import { Refused } from "./answers.js";

/** @typedef {{ tools: import("./answers.js").ToolDefinition[], generation: number }} Tools */

/** Pages of one generation on their way, and the steps that wait for them. */
export class Fetch {
  /** @type {Map<string, import("./answers.js").ToolDefinition>} */
  #tools = new Map();
  /** @type {Set<string>} */
  #cursors = new Set();

  /** @param {number} generation @param {number} step */
  constructor(generation, step) {
    this.generation = generation;
    this.waiting = [step];
  }

  /**
   * Adds a page; the params of the next one, or null behind the last. Throws `Refused`.
   *
   * Spec: MCPC-41, MCPC-44, MCPC-46
   * @param {import("./answers.js").Page} page
   * @returns {{ cursor: string } | null}
   */
  take({ tools, nextCursor }) {
    for (const tool of tools) {
      if (!this.#tools.has(tool.name)) this.#tools.set(tool.name, tool);
    }
    if (nextCursor === null) return null;
    if (this.#cursors.has(nextCursor)) throw new Refused("PAGING_LOOP");
    this.#cursors.add(nextCursor);
    return { cursor: nextCursor };
  }

  /** @returns {Tools} what those who wait for it get */
  value() {
    return { tools: [...this.#tools.values()], generation: this.generation };
  }
}

/**
 * What is known of a server's tools; a generation ends when they may have changed.
 *
 * Spec: MCPC-40, MCPC-45, MCPC-48, MCPC-49
 */
export class ToolCache {
  generation = 0;
  /** @type {Tools | null} the tools of this generation, once they have been fetched */
  kept = null;
  /** @type {Fetch | null} */
  #fetch = null;

  /** Whatever is known, or on its way, is of the past. */
  beginGeneration() {
    this.generation += 1;
    this.kept = null;
    this.#fetch = null;
  }

  /**
   * Waits for what is being fetched of this generation; false where nothing is.
   * @param {number} step
   */
  join(step) {
    this.#fetch?.waiting.push(step);
    return this.#fetch !== null;
  }

  /** @param {number} step @returns {Fetch} for this step and whoever joins it */
  begin(step) {
    this.#fetch = new Fetch(this.generation, step);
    return this.#fetch;
  }

  /**
   * A fetch is over; its value is kept unless there is none, or it is of the past.
   * @param {Fetch} fetch
   * @param {Tools | null} value
   */
  end(fetch, value) {
    if (fetch !== this.#fetch) return;
    this.kept = value;
    this.#fetch = null;
  }
}
