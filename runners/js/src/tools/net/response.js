// HTTP/1.1 responses from bytes: what a head says, where a body ends, and what is neither. Pure.

// More than that of a head, of a trailer section or of a line of a chunk is no answer but an attack.
const SECTION_BYTES = 64 * 1024;
// RFC 9112 §4: status-line = HTTP-version SP status-code SP [ reason-phrase ]. A higher minor
// version is read as the one that is known (RFC 9110 §2.5).
const STATUS_LINE = /^HTTP\/1\.([0-9]) ([1-9][0-9]{2})(?: [\t -~\x80-\xff]*)?$/;
// RFC 9112 §5: field-line = field-name ":" OWS field-value OWS
const FIELD_LINE = /^([A-Za-z0-9!#$%&'*+.^_`|~-]+):([^]*)$/;
// RFC 9112 §7.1: chunk-size = 1*HEXDIG, and what an extension says is nobody's concern here.
const CHUNK_LINE = /^([0-9A-Fa-f]{1,16})(?:[ \t]*;[^]*)?$/;
const SWITCHING = 101;
const BODILESS = [204, 304];
const LINE_FEED = 0x0a;

/** @typedef {{ name: string, value: string }} Header names as they were sent, values in Latin-1 */

/** These bytes are no response, or none whose end is certain. */
export class ResponseError extends Error {}

/**
 * The head of a final answer; `length` is how many bytes of body follow, where the head tells.
 * @typedef {object} Head
 * @property {number} status
 * @property {Header[]} headers
 * @property {number | null} length
 */

/** @typedef {"head" | "body" | "rest" | "chunk-line" | "chunk" | "chunk-end" | "trailers" | "done"} State */

/**
 * Reads one response to a request of this method; what comes behind its end is left alone.
 *
 * Spec: NET-17, NET-44 to NET-53
 */
export class ResponseReader {
  /** @type {State} */
  #state = "head";
  /** @type {Buffer} */
  #buffer = Buffer.alloc(0);
  #method;
  #left = 0;
  // Of the section or line that is being read: how far it was searched, what it had so far.
  #searched = 0;
  #used = 0;
  /** @type {string[]} */
  #lines = [];

  /** @param {string} method */
  constructor(method) {
    this.#method = method;
  }

  /** Whether the response is there to its end. */
  get done() {
    return this.#state === "done";
  }

  /**
   * Take what has come over the connection; gives the head of the final answer once, then pieces
   * of its body. Throws `ResponseError`.
   * @param {Buffer} data
   * @returns {(Head | Buffer)[]}
   */
  feed(data) {
    this.#buffer = this.#buffer.length === 0 ? data : Buffer.concat([this.#buffer, data]);
    return [...this.#read()];
  }

  /** Take that the connection has ended. Throws `ResponseError`. */
  close() {
    if (this.#state === "rest") this.#state = "done";
    if (!this.done) throw new ResponseError("the connection ended before the answer did");
  }

  /** @returns {Generator<Head | Buffer>} */
  *#read() {
    while (!this.done) {
      if (this.#state === "head" || this.#state === "trailers") {
        const lines = this.#section();
        if (lines === null) return;
        if (this.#state === "head") {
          yield* this.#begun(lines);
        } else {
          headersOf(lines);
          this.#state = "done";
        }
      } else if (this.#state === "chunk-line" || this.#state === "chunk-end") {
        if (!this.#framed()) return;
      } else if (this.#left === 0 && this.#state !== "rest") {
        this.#state = this.#state === "body" ? "done" : "chunk-end";
      } else {
        if (this.#buffer.length === 0) return;
        yield this.#piece();
      }
    }
  }

  /**
   * What the head of an answer means for what comes next.
   * @param {string[]} lines
   * @returns {Generator<Head>}
   */
  *#begun(lines) {
    const first = STATUS_LINE.exec(lines[0] ?? "");
    if (first === null) throw new ResponseError("the status line is none of HTTP/1");
    const status = Number(first[2]);
    const headers = headersOf(lines.slice(1));
    if (status === SWITCHING) {
      throw new ResponseError("it switches to a protocol that nobody asked for");
    }
    if (status < 200) return;
    /** @type {number | null} */
    let length = 0;
    if (this.#method === "HEAD" || BODILESS.includes(status)) {
      this.#state = "done";
    } else if (isChunked(headers, first[1] === "0")) {
      this.#state = "chunk-line";
      length = null;
    } else {
      length = lengthOf(headers);
      this.#state = length === null ? "rest" : "body";
    }
    this.#left = length ?? 0;
    yield { status, headers, length };
  }

  #piece() {
    const count =
      this.#state === "rest" ? this.#buffer.length : Math.min(this.#buffer.length, this.#left);
    if (this.#state !== "rest") this.#left -= count;
    const piece = this.#buffer.subarray(0, count);
    this.#buffer = this.#buffer.subarray(count);
    return piece;
  }

  /** Read what stands around chunks; false where more of it has to come. */
  #framed() {
    const whole = this.#line();
    if (whole === null) return false;
    this.#used = 0;
    // The single line feed that heads may have is not for what frames a body.
    if (!whole.endsWith("\r")) {
      throw new ResponseError("the line of a chunk ends in a single line feed");
    }
    const line = whole.slice(0, -1);
    if (this.#state === "chunk-end") {
      if (line !== "") throw new ResponseError("a chunk is longer than it says");
      this.#state = "chunk-line";
      return true;
    }
    const found = CHUNK_LINE.exec(line);
    if (found === null || line.includes("\r") || line.includes("\0")) {
      throw new ResponseError("the size of a chunk is no hexadecimal number");
    }
    // Beyond 2^53 it is not exact, and no such chunk comes to its end.
    this.#left = Number.parseInt(found[1] ?? "", 16);
    this.#state = this.#left === 0 ? "trailers" : "chunk";
    return true;
  }

  /** The lines up to an empty one, which goes too; null where it has not come yet. */
  #section() {
    for (;;) {
      const whole = this.#line();
      if (whole === null) return null;
      const line = whole.endsWith("\r") ? whole.slice(0, -1) : whole;
      // RFC 9112 §2.2: a bare CR is refused; RFC 9110 §5.5: so is NUL.
      if (line.includes("\r") || line.includes("\0")) {
        throw new ResponseError("a line has a carriage return or NUL in it");
      }
      if (line === "" && (this.#lines.length > 0 || this.#state === "trailers")) {
        const lines = this.#lines;
        this.#lines = [];
        this.#used = 0;
        return lines;
      }
      this.#lines.push(line);
    }
  }

  /** The next line without its line feed; null where that has not come yet. */
  #line() {
    const end = this.#buffer.indexOf(LINE_FEED, this.#searched);
    this.#searched = end < 0 ? this.#buffer.length : 0;
    if (this.#used + (end < 0 ? this.#buffer.length : end) >= SECTION_BYTES) {
      throw new ResponseError("the head, or a line of a chunk, is too long");
    }
    if (end < 0) return null;
    const line = this.#buffer.toString("latin1", 0, end);
    this.#buffer = this.#buffer.subarray(end + 1);
    this.#used += end + 1;
    return line;
  }
}

/** @param {string} text without the spaces and tabs around it */
function trimmed(text) {
  let start = 0;
  let end = text.length;
  while (start < end && isBlank(text.charAt(start))) start += 1;
  while (end > start && isBlank(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** @param {string} character */
function isBlank(character) {
  return character === " " || character === "\t";
}

/** @param {string[]} lines @returns {Header[]} */
function headersOf(lines) {
  /** @type {Header[]} */
  const headers = [];
  for (const line of lines) {
    // RFC 9112 §5.2: a line that goes on is one value with a space in the place of its fold.
    if (isBlank(line.charAt(0))) {
      const last = headers.at(-1);
      if (last === undefined) throw new ResponseError("a line goes on that has not begun");
      last.value = trimmed(`${last.value} ${trimmed(line)}`);
      continue;
    }
    const found = FIELD_LINE.exec(line);
    if (found === null) throw new ResponseError("a line of the head is no header");
    headers.push({ name: found[1] ?? "", value: trimmed(found[2] ?? "") });
  }
  return headers;
}

/**
 * The members of all lines of a list-valued header.
 * @param {Header[]} headers
 * @param {string} name
 */
function valuesOf(headers, name) {
  return headers
    .filter((header) => header.name.toLowerCase() === name)
    .flatMap((header) => header.value.split(",").map(trimmed));
}

/** @param {Header[]} headers @param {boolean} old */
function isChunked(headers, old) {
  const codings = valuesOf(headers, "transfer-encoding");
  if (codings.length === 0) return false;
  if (old) throw new ResponseError("HTTP/1.0 has no transfer codings");
  if (valuesOf(headers, "content-length").length > 0) {
    throw new ResponseError("it states a transfer coding and a length");
  }
  if (codings.length > 1 || codings[0]?.toLowerCase() !== "chunked") {
    throw new ResponseError("a transfer coding that nobody asked for");
  }
  return true;
}

/** @param {Header[]} headers @returns {number | null} */
function lengthOf(headers) {
  const stated = valuesOf(headers, "content-length");
  if (stated.length === 0) return null;
  if (!stated.every((value) => /^[0-9]+$/.test(value))) {
    throw new ResponseError("a length that is no number");
  }
  const numbers = new Set(stated.map((value) => value.replace(/^0+/, "") || "0"));
  if (numbers.size > 1) throw new ResponseError("several lengths");
  // No body is that long; what is compared with it is bounded anyway.
  return Number([...numbers].join().slice(0, 19));
}
