// The content hash: which bytes somebody has seen.

import { createHash } from "node:crypto";

/**
 * The hash of a file's bytes as they stand: `sha256:` and 64 lower-case hexadecimal digits.
 *
 * Spec: IDS-48, IDS-49
 * @param {Uint8Array} content
 * @returns {string}
 */
export function contentHash(content) {
  return `sha256:${createHash("sha256").update(content).digest("hex")}`;
}
