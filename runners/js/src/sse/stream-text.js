// Chunks to well-formed text: UTF-8 decoding, cut surrogate pairs, the byte order mark.

const BYTE_ORDER_MARK = "\ufeff";

/** @param {string} units @returns {boolean} whether the last unit is the first half of a pair */
const endsInHalf = (units) => (units.charCodeAt(units.length - 1) & 0xfc00) === 0xd800;

/** The text of one stream, from chunks of text or of bytes that may be cut anywhere. */
export class StreamText {
  // "ignoreBOM" leaves the mark in the text: it is removed here, for text as for bytes.
  #decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  #decoding = false;
  /** The first half of a surrogate pair whose other half is in a chunk to come. */
  #half = "";
  #atStart = true;

  /**
   * The text of the next chunk of UTF-16 units; a lone surrogate becomes U+FFFD.
   *
   * A UTF-8 sequence that earlier bytes left unfinished becomes U+FFFD first. Spec: SSE-52
   * @param {string} chunk
   * @returns {string}
   */
  fromText(chunk) {
    if (chunk === "") return "";
    const before = this.#decoding ? this.#decoder.decode() : "";
    this.#decoding = false;
    const units = this.#half + chunk;
    const end = endsInHalf(units) ? units.length - 1 : units.length;
    this.#half = units.slice(end);
    return this.#withoutMark(before + units.slice(0, end).toWellFormed());
  }

  /**
   * The text of the next chunk of UTF-8; one U+FFFD for each maximal subpart that is ill-formed.
   *
   * Spec: SSE-2, SSE-3; WHATWG Encoding §8.1.1
   * @param {Uint8Array} chunk
   * @returns {string}
   */
  fromBytes(chunk) {
    if (chunk.length === 0) return "";
    this.#decoding = true;
    const before = this.#half.toWellFormed();
    this.#half = "";
    return this.#withoutMark(before + this.#decoder.decode(chunk, { stream: true }));
  }

  /** @param {string} text @returns {string} */
  #withoutMark(text) {
    if (!this.#atStart || text === "") return text;
    this.#atStart = false;
    return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
  }
}
