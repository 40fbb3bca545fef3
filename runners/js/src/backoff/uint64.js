// Unsigned integers of 64 bits, which a number cannot hold exactly.

export const UINT64_MAX = 2n ** 64n - 1n;

/**
 * The value as it is; throws RangeError outside 0 to 2^64 − 1 and TypeError for a number.
 * @param {string} name for the message
 * @param {bigint} value
 * @returns {bigint}
 */
export function requireUint64(name, value) {
  if (BigInt.asUintN(64, value) !== value) {
    throw new RangeError(`${name} is 0 to 2^64 - 1, not ${value}`);
  }
  return value;
}
