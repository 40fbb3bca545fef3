// The domain's one door to the system's randomness; everything else here is a function of its
// arguments.

import { randomBytes } from "node:crypto";

/** @returns {bigint} a word that nobody can predict, 0 to 2^64 − 1, each equally likely */
export function systemWord() {
  return randomBytes(8).readBigUInt64LE();
}
