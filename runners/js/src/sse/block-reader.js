// Lines to frames: what each field does, and what a blank line does (WHATWG HTML §9.2.6).

/**
 * One dispatched event: its data, and what else its own block said.
 *
 * `event` is null when the block names no type; `id` and `retry` (milliseconds) are null when the
 * block has no valid one.
 * @typedef {object} SseFrame
 * @property {string | null} event
 * @property {string} data
 * @property {string | null} id
 * @property {number | null} retry
 */

const ASCII_DIGITS = /^[0-9]+$/;

/**
 * The time in milliseconds that a `retry` value means, at most 2^53−1, or null if it means nothing.
 *
 * Spec: SSE-25, SSE-26, SSE-27
 * @param {string} value
 * @returns {number | null}
 */
function parseRetry(value) {
  if (!ASCII_DIGITS.test(value)) return null;
  // Rounding and Infinity happen above the bound only, so they cannot show.
  return Math.min(Number(value), Number.MAX_SAFE_INTEGER);
}

/** Takes complete lines and gives a frame for each blank line that dispatches one. */
export class BlockReader {
  /** What a reconnecting client would send; "" when no id was established. */
  lastEventId = "";
  /** @type {number | null} milliseconds to wait before reconnecting, if the stream named any */
  reconnectionTime = null;

  #idBuffer = "";
  #data = "";
  #dataSize = 0;
  #event = "";
  /** @type {string | null} */
  #id = null;
  /** @type {number | null} */
  #retry = null;

  /** UTF-8 bytes of the data buffer, each data line's line feed included. */
  get dataSize() {
    return this.#dataSize;
  }

  /**
   * Interprets one line, given without its line end.
   * @param {string} line
   * @returns {SseFrame | null}
   */
  take(line) {
    if (line === "") return this.#dispatch();
    const colon = line.indexOf(":");
    if (colon === 0) return null;
    if (colon < 0) {
      this.#field(line, "");
    } else {
      // field = 1*name-char [ colon [ space ] *any-char ] end-of-line
      const start = line[colon + 1] === " " ? colon + 2 : colon + 1;
      this.#field(line.slice(0, colon), line.slice(start));
    }
    return null;
  }

  /** Forgets the undispatched block, as at the end of a stream. Spec: SSE-40 */
  abandon() {
    this.#idBuffer = this.lastEventId;
    this.#beginBlock();
  }

  #beginBlock() {
    this.#data = "";
    this.#dataSize = 0;
    this.#event = "";
    this.#id = null;
    this.#retry = null;
  }

  /** @param {string} name @param {string} value */
  #field(name, value) {
    if (name === "data") {
      this.#data += `${value}\n`;
      this.#dataSize += Buffer.byteLength(value) + 1;
    } else if (name === "event") {
      this.#event = value;
    } else if (name === "id") {
      if (!value.includes("\0")) {
        this.#id = value;
        this.#idBuffer = value;
      }
    } else if (name === "retry") {
      const milliseconds = parseRetry(value);
      if (milliseconds !== null) {
        this.#retry = milliseconds;
        // Not held back for the blank line, unlike the id. Spec: SSE-28
        this.reconnectionTime = milliseconds;
      }
    }
  }

  /** @returns {SseFrame | null} */
  #dispatch() {
    // Before the data is looked at, so that a block without data moves it too. Spec: SSE-33
    this.lastEventId = this.#idBuffer;
    let frame = null;
    if (this.#data !== "") {
      frame = {
        event: this.#event === "" ? null : this.#event,
        data: this.#data.slice(0, -1),
        id: this.#id,
        retry: this.#retry,
      };
    }
    this.#beginBlock();
    return frame;
  }
}
