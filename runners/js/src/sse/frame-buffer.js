// Chunks to lines to frames: the buffer that a response body is fed into.

import { DomainError } from "../domain-error.js";
import { BlockReader } from "./block-reader.js";
import { StreamText } from "./stream-text.js";

/** @typedef {import("./block-reader.js").SseFrame} SseFrame */

// end-of-line = ( cr lf / cr / lf ); everything else, U+2028 and U+0085 too, belongs to a line.
const PIECE = /[^\r\n]+|\r|\n/g;

/**
 * More is held back than `maxBuffer` allows: code `SSE_BUFFER_OVERFLOW`.
 *
 * `frames` are those that the failing call had completed before. Spec: SSE-42, SSE-53
 */
export class SseBufferOverflow extends DomainError {
  /** @param {SseFrame[]} frames */
  constructor(frames) {
    super(
      "SSE_BUFFER_OVERFLOW",
      "the unfinished line and the data that waits for its blank line exceed maxBuffer",
    );
    this.frames = frames;
  }
}

/**
 * Takes a stream in chunks of any size and gives its frames as they become complete.
 *
 * Spec: WHATWG HTML §9.2.5, §9.2.6; HIP-0301 §3
 */
export class SseFrameBuffer {
  #maxBuffer;
  #blocks = new BlockReader();
  #text = new StreamText();
  #line = "";
  #lineSize = 0;
  #afterCarriageReturn = false;
  #overflown = false;

  /**
   * `maxBuffer` bounds, in UTF-8 bytes, the unfinished line together with the data that waits for
   * its blank line; there is no bound without it.
   * @param {{ maxBuffer?: number | undefined }} [options]
   */
  constructor({ maxBuffer = Infinity } = {}) {
    if (!(maxBuffer >= 0)) throw new RangeError("maxBuffer is a number of bytes, zero or more");
    this.#maxBuffer = maxBuffer;
  }

  /** The id that a reconnecting client would send; "" when none was established. */
  get lastEventId() {
    return this.#blocks.lastEventId;
  }

  /** Milliseconds to wait before reconnecting, or null when the stream named none. */
  get reconnectionTime() {
    return this.#blocks.reconnectionTime;
  }

  /**
   * The frames that this text completes; throws `SseBufferOverflow`.
   * @param {string} chunk
   * @returns {SseFrame[]}
   */
  feed(chunk) {
    return this.#take(this.#text.fromText(chunk));
  }

  /**
   * The frames that these UTF-8 bytes complete; throws `SseBufferOverflow`.
   * @param {Uint8Array} chunk
   * @returns {SseFrame[]}
   */
  feedBytes(chunk) {
    return this.#take(this.#text.fromBytes(chunk));
  }

  /**
   * End of the stream: discards what is incomplete, and the next feed begins a new stream.
   *
   * `lastEventId` and `reconnectionTime` stay, and so does an overflow. Spec: SSE-51
   */
  close() {
    this.#blocks.abandon();
    this.#beginStream();
  }

  /** Forgets everything but the limit, an overflow too. Spec: SSE-50 */
  reset() {
    this.#blocks = new BlockReader();
    this.#overflown = false;
    this.#beginStream();
  }

  #beginStream() {
    this.#text = new StreamText();
    this.#afterCarriageReturn = false;
    this.#beginLine();
  }

  #beginLine() {
    this.#line = "";
    this.#lineSize = 0;
  }

  /** @param {string} text @returns {SseFrame[]} */
  #take(text) {
    /** @type {SseFrame[]} */
    const frames = [];
    if (this.#overflown) throw new SseBufferOverflow(frames);
    for (const piece of text.match(PIECE) ?? []) {
      const swallowed = piece === "\n" && this.#afterCarriageReturn;
      this.#afterCarriageReturn = piece === "\r";
      // The carriage return has ended that line already, perhaps chunks ago.
      if (swallowed) continue;
      if (piece === "\r" || piece === "\n") {
        const frame = this.#blocks.take(this.#line);
        this.#beginLine();
        if (frame) frames.push(frame);
      } else {
        this.#hold(piece, frames);
      }
    }
    return frames;
  }

  /**
   * Lengthens the unfinished line, and checks the limit.
   *
   * Once for each piece is as good as at every code point: within a piece the size only grows, and
   * a line end never makes it larger. Spec: SSE-46
   * @param {string} piece
   * @param {SseFrame[]} frames
   */
  #hold(piece, frames) {
    this.#line += piece;
    this.#lineSize += Buffer.byteLength(piece);
    if (this.#lineSize + this.#blocks.dataSize > this.#maxBuffer) {
      this.#overflown = true;
      throw new SseBufferOverflow(frames);
    }
  }
}
