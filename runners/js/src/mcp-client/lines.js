// Bytes of a server's standard output to messages: one a line.

import { readMessage } from "./message.js";

// As much as a tool's answer with a picture in it takes, and no more than a client can hold.
export const MAX_LINE_BYTES = 10485760;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** @typedef {{ type: "closed", reason: "end" | "truncated" | "too_long" }} Closed */
/** @typedef {import("./message.js").Received | import("./message.js").Invalid | Closed} LineEvent */

/** Takes a stream in chunks of any size and gives what its lines say. */
export class McpLines {
  #maxLine;
  /** @type {Buffer[]} pieces of the unfinished line, joined once when its end arrives */
  #rest = [];
  #size = 0;
  #isClosed = false;

  /**
   * `maxLine` bounds a line in bytes, its line feed not counted.
   * @param {number} [maxLine]
   */
  constructor(maxLine = MAX_LINE_BYTES) {
    this.#maxLine = maxLine;
  }

  /**
   * What the lines say that this chunk completes.
   *
   * Spec: MCPC-1 to MCPC-14
   * @param {Uint8Array} chunk
   * @returns {LineEvent[]}
   */
  feed(chunk) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    /** @type {LineEvent[]} */
    const events = [];
    for (let start = 0; !this.#isClosed; ) {
      const end = bytes.indexOf(LINE_FEED, start);
      this.#hold(bytes.subarray(start, end < 0 ? bytes.length : end), events);
      if (end < 0 || this.#isClosed) break;
      const line = this.#line();
      if (line.length > 0) events.push(readMessage(line));
      start = end + 1;
    }
    return events;
  }

  /**
   * The end of the stream, unless it has ended before.
   * @returns {LineEvent[]}
   */
  close() {
    if (this.#isClosed) return [];
    this.#isClosed = true;
    return [{ type: "closed", reason: this.#size > 0 ? "truncated" : "end" }];
  }

  /** @returns {Buffer} the line that has ended, without its carriage return */
  #line() {
    const line = Buffer.concat(this.#rest);
    this.#rest = [];
    this.#size = 0;
    return line.at(-1) === CARRIAGE_RETURN ? line.subarray(0, -1) : line;
  }

  /**
   * Lengthens the unfinished line, which ends all when it is too long. Spec: MCPC-4
   * @param {Buffer} part
   * @param {LineEvent[]} events
   */
  #hold(part, events) {
    this.#size += part.length;
    if (this.#size > this.#maxLine) {
      this.#isClosed = true;
      this.#rest = [];
      events.push({ type: "closed", reason: "too_long" });
    } else if (part.length > 0) {
      this.#rest.push(part);
    }
  }
}
