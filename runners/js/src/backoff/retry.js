// How long to wait before each retry: a doubling ceiling and a delay drawn below it. Who sleeps and
// what is worth a retry is not known here.

import { systemWord } from "./entropy.js";
import { SplitMix64 } from "./splitmix64.js";
import { requireUint64, UINT64_MAX } from "./uint64.js";

const ATTEMPT_MAX = 2 ** 32 - 1;
const MAX_SHIFT = 64;

/**
 * The longest delay before retry number `attempt`, counted from 0, in milliseconds.
 *
 * Throws RangeError for milliseconds outside 64 bits or an attempt outside 32 bits, unsigned.
 * Spec: BACKOFF-1 to BACKOFF-8
 * @param {bigint} baseMs
 * @param {bigint} maxMs
 * @param {number} attempt
 * @returns {bigint}
 */
export function ceiling(baseMs, maxMs, attempt) {
  requireUint64("baseMs", baseMs);
  requireUint64("maxMs", maxMs);
  if (attempt >>> 0 !== attempt) throw new RangeError(`attempt is 0 to ${ATTEMPT_MAX}`);
  // From 64 doublings on any base but 0 exceeds 64 bits; 2^(2^32 − 1) would cost 512 MiB.
  const exact = baseMs << BigInt(Math.min(attempt, MAX_SHIFT));
  const longest = exact < UINT64_MAX ? exact : UINT64_MAX;
  return longest < maxMs ? longest : maxMs;
}

/**
 * The delay that a 64-bit word picks from 0 to `ceilingMs`, both included, in milliseconds.
 *
 * Reads the word as a fraction of 2^64 and scales it. Throws RangeError for values outside 64 bits.
 * Spec: BACKOFF-15 to BACKOFF-17
 * @param {bigint} ceilingMs
 * @param {bigint} word
 * @returns {bigint}
 */
export function delay(ceilingMs, word) {
  requireUint64("ceilingMs", ceilingMs);
  requireUint64("word", word);
  return (word * (ceilingMs + 1n)) >> 64n;
}

/**
 * The attempt so many attempts after this one; the last one, 2^32 − 1, is followed by itself.
 *
 * Spec: BACKOFF-10
 * @param {number} attempt
 * @param {number} steps
 * @returns {number}
 */
export function laterAttempt(attempt, steps) {
  return Math.min(attempt + steps, ATTEMPT_MAX);
}

/**
 * The delays of one task that is retried; `seed` makes their sequence reproducible.
 *
 * Spec: BACKOFF-9 to BACKOFF-19, BACKOFF-25
 */
export class Backoff {
  #baseMs;
  #maxMs;
  #words;
  #attempt = 0;

  /**
   * All three are 0 to 2^64 − 1, else RangeError; without a seed the system's randomness gives it.
   * @param {bigint} baseMs
   * @param {bigint} maxMs
   * @param {bigint} [seed]
   */
  constructor(baseMs, maxMs, seed = systemWord()) {
    this.#baseMs = requireUint64("baseMs", baseMs);
    this.#maxMs = requireUint64("maxMs", maxMs);
    this.#words = new SplitMix64(seed);
  }

  /** How many delays were given since the start or the last `reset`, at most 2^32 − 1. */
  get attempt() {
    return this.#attempt;
  }

  /**
   * The delay before the next retry, in milliseconds; counts one attempt.
   * @returns {bigint}
   */
  nextDelay() {
    const longest = ceiling(this.#baseMs, this.#maxMs, this.#attempt);
    // A word is drawn at ceiling 0 too, so that the stream depends on the calls alone.
    const chosen = delay(longest, this.#words.nextWord());
    this.#attempt = laterAttempt(this.#attempt, 1);
    return chosen;
  }

  /** Goes back to attempt 0, after a success; the random stream goes on where it is. */
  reset() {
    this.#attempt = 0;
  }
}

/**
 * `count` delays, all for the same attempt, in milliseconds.
 *
 * `nextWord` gives 0 to 2^64 − 1, every value equally likely, each call independent.
 * Spec: BACKOFF-20 to BACKOFF-24
 * @param {bigint} baseMs
 * @param {bigint} maxMs
 * @param {number} attempt
 * @param {number} count
 * @param {() => bigint} nextWord
 * @returns {bigint[]}
 */
export function sample(baseMs, maxMs, attempt, count, nextWord) {
  const longest = ceiling(baseMs, maxMs, attempt);
  return Array.from({ length: count }, () => delay(longest, nextWord()));
}
