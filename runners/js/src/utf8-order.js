// The order of texts that is the same in every language: that of their UTF-8 bytes.

/**
 * Compares two texts by their UTF-8 bytes, for `sort`.
 *
 * JavaScript's own order is that of UTF-16 units: it puts U+10000 and above before U+E000.
 * @param {string} left
 * @param {string} right
 * @returns {number}
 */
export function compareUtf8(left, right) {
  return Buffer.compare(Buffer.from(left), Buffer.from(right));
}
