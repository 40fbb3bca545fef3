// Random draws that a seed decides, for properties over many inputs.

import { SplitMix64 } from "../src/backoff/index.js";

/** A stream of draws, the same for the same seed on every machine. */
export class Random {
  #words;

  /** @param {bigint} seed */
  constructor(seed) {
    this.#words = new SplitMix64(seed);
  }

  /**
   * A whole number from 0 up to and without `limit`, which is at most 2^32.
   * @param {number} limit
   * @returns {number}
   */
  below(limit) {
    return Number((this.#words.nextWord() >> 32n) % BigInt(limit));
  }

  /**
   * @template T
   * @param {readonly T[]} choices
   * @returns {T}
   */
  pick(choices) {
    return /** @type {T} */ (choices[this.below(choices.length)]);
  }

  /**
   * From 0 to `most` picks in a row.
   * @template T
   * @param {readonly T[]} choices
   * @param {number} most
   * @returns {T[]}
   */
  some(choices, most) {
    return Array.from({ length: this.below(most + 1) }, () => this.pick(choices));
  }
}
