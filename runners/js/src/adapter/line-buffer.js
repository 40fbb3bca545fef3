// From chunks of bytes to complete lines of text.

import { isUtf8 } from "node:buffer";

const LINE_FEED = 0x0a;

/** Collects bytes and gives back the lines that are complete, without their line feeds. */
export class LineBuffer {
  /** @type {Buffer[]} pieces of the unfinished line, joined once when its end arrives */
  #rest = [];

  /**
   * The lines that this chunk completes; a line that is not UTF-8 is given as "".
   * @param {Buffer} chunk
   * @returns {string[]}
   */
  push(chunk) {
    const end = chunk.lastIndexOf(LINE_FEED);
    if (end < 0) {
      if (chunk.length > 0) this.#rest.push(chunk);
      return [];
    }
    const complete = Buffer.concat([...this.#rest, chunk.subarray(0, end)]);
    this.#rest = end + 1 < chunk.length ? [chunk.subarray(end + 1)] : [];
    return decodeLines(complete);
  }

  /**
   * The line that the end of input left without a line feed, if there is one.
   * @returns {string[]}
   */
  end() {
    const rest = Buffer.concat(this.#rest);
    this.#rest = [];
    return rest.length > 0 ? decodeLines(rest) : [];
  }
}

/** @param {Buffer} bytes @returns {string[]} */
function decodeLines(bytes) {
  if (isUtf8(bytes)) return bytes.toString("utf8").split("\n");
  // Only the damaged lines are lost: "" is no JSON, so it is answered as a parse error.
  const lines = [];
  for (let start = 0; start <= bytes.length; ) {
    const found = bytes.indexOf(LINE_FEED, start);
    const end = found < 0 ? bytes.length : found;
    const line = bytes.subarray(start, end);
    lines.push(isUtf8(line) ? line.toString("utf8") : "");
    start = end + 1;
  }
  return lines;
}
