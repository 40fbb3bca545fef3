// SplitMix64, the generator behind reproducible jitter. Not for secrets: a delay that is seen gives
// much of the state away.

import { requireUint64 } from "./uint64.js";

// The odd integer nearest to 2^64 divided by the golden ratio.
const GOLDEN_GAMMA = 0x9e3779b97f4a7c15n;

/**
 * A stream of 64-bit words that its seed alone decides; any seed of 64 bits is a good one.
 *
 * Spec: BACKOFF-13, BACKOFF-14; Steele, Lea and Flood 2014
 */
export class SplitMix64 {
  #state;

  /** @param {bigint} seed 0 to 2^64 − 1, else RangeError */
  constructor(seed) {
    this.#state = requireUint64("seed", seed);
  }

  /** @returns {bigint} the next word, 0 to 2^64 − 1 */
  nextWord() {
    // The state moves before it is read, so the seed itself is never mixed.
    this.#state = BigInt.asUintN(64, this.#state + GOLDEN_GAMMA);
    return mixed(this.#state);
  }
}

/**
 * The word of a state: variant 13 of Stafford's finalizers, all arithmetic modulo 2^64.
 * @param {bigint} state
 * @returns {bigint}
 */
function mixed(state) {
  let word = BigInt.asUintN(64, (state ^ (state >> 30n)) * 0xbf58476d1ce4e5b9n);
  word = BigInt.asUintN(64, (word ^ (word >> 27n)) * 0x94d049bb133111ebn);
  return word ^ (word >> 31n);
}
