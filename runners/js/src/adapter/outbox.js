// Answers that wait for their write: one write for many, and none while the reader is behind.

import { once } from "node:events";

/** Gathers text and writes it to a stream in as few writes as possible. */
export class Outbox {
  #stream;
  #waiting = "";
  /** @type {Promise<unknown> | null} one wait for all who flush while the pipe is full */
  #drained = null;

  /** @param {import("node:stream").Writable} stream */
  constructor(stream) {
    this.#stream = stream;
  }

  /** @param {string} text */
  add(text) {
    this.#waiting += text;
  }

  /** Writes what waits; resolves when the stream takes more. */
  async flush() {
    const text = this.#waiting;
    this.#waiting = "";
    if (text !== "" && !this.#stream.write(text)) {
      this.#drained ??= once(this.#stream, "drain").finally(() => {
        this.#drained = null;
      });
    }
    if (this.#drained) await this.#drained;
  }
}
