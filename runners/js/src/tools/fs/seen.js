// The contents that answers have named by their hash, so that two of them can be compared.

import { contentHash } from "../../ids/index.js";

// The contents named longest ago are forgotten beyond this.
const MOST_BYTES = 64 * 1024 * 1024;

/** Contents by hash. */
export class SeenContents {
  // In the order in which they were named.
  /** @type {Map<string, Buffer>} */
  #contents = new Map();
  #bytes = 0;

  /**
   * The hash of a content, by which it can be found from now on.
   * @param {Buffer} content
   * @returns {string}
   */
  remember(content) {
    const name = contentHash(content);
    if (!this.#contents.delete(name)) this.#bytes += content.length;
    this.#contents.set(name, content);
    for (const [oldest, { length }] of this.#contents) {
      if (this.#bytes <= MOST_BYTES) break;
      this.#contents.delete(oldest);
      this.#bytes -= length;
    }
    return name;
  }

  /**
   * The content with this hash; undefined when it was never seen or is forgotten.
   * @param {string} name
   * @returns {Buffer | undefined}
   */
  find(name) {
    return this.#contents.get(name);
  }
}
