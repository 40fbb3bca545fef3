// The domain's one door to the system's randomness; everything else here is a function of its
// arguments.

import { randomFillSync } from "node:crypto";

// Many words for one request, which costs far more than the words do.
const pool = new BigUint64Array(128);
let used = pool.length;

/** @returns {bigint} a word that nobody can predict, 0 to 2^64 − 1, each equally likely */
export function systemWord() {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const word = /** @type {bigint} */ (pool[used]);
  used += 1;
  return word;
}
