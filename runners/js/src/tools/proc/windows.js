// Which part of a stream is shown, and how its bytes become text. Here lives the arithmetic;
// reading is done by whoever calls.

// A page of output that a conversation can bear.
const MOST_BYTES = 65536;
const LINE_FEED = 0x0a;

/**
 * A part of a stream, in bytes from its beginning, and whether it leaves out what is around.
 * @typedef {{ start: number, end: number, cutBefore: boolean, cutAfter: boolean }} Window
 */

/**
 * A stream as `logs` shows it.
 * @typedef {object} Shown
 * @property {string | null} text
 * @property {string | null} bytes_b64
 * @property {"utf-8" | "base64"} encoding
 * @property {number} start
 * @property {number} end
 * @property {number} size
 */

/**
 * The part to read of a stream of `size` bytes; what comes before `since` is known.
 *
 * Spec: PROC-30, PROC-32
 * @param {number} size
 * @param {number | null} since
 * @param {{ fromEnd: boolean, growing: boolean }} how
 * @returns {Window}
 */
export function windowOf(size, since, { fromEnd, growing }) {
  const first = Math.min(since ?? 0, size);
  if (since === null || fromEnd) {
    const start = Math.max(first, size - MOST_BYTES);
    return { start, end: size, cutBefore: start > first, cutAfter: growing };
  }
  const end = Math.min(first + MOST_BYTES, size);
  return { start: first, end, cutBefore: false, cutAfter: growing || end < size };
}

/**
 * The last lines; what follows the last line feed is one, too, unless it is nothing.
 *
 * Spec: PROC-31
 * @param {Buffer} data
 * @param {number} count
 * @returns {Buffer}
 */
export function lastLines(data, count) {
  let place = data.at(-1) === LINE_FEED ? data.length - 1 : data.length;
  for (let left = count; left > 0; left -= 1) {
    // From -1 on it would be looked for from the end.
    place = place === 0 ? -1 : data.lastIndexOf(LINE_FEED, place - 1);
    if (place < 0) return data;
  }
  return data.subarray(place + 1);
}

/**
 * The bytes of a window as they are shown.
 *
 * Spec: PROC-29, PROC-31, PROC-33, PROC-34
 * @param {Window} part
 * @param {Buffer} data
 * @param {number} size
 * @param {number | null} tail
 * @returns {Shown}
 */
export function shown(part, data, size, tail) {
  const end = part.start + data.length;
  let kept = part.cutBefore ? data.subarray(continued(data)) : data;
  const left = part.cutAfter ? begun(kept) : 0;
  kept = kept.subarray(0, kept.length - left);
  if (tail !== null) kept = lastLines(kept, tail);
  const text = decoded(kept);
  if (text !== null) {
    const stop = end - left;
    const start = stop - kept.length;
    return { text, bytes_b64: null, encoding: "utf-8", start, end: stop, size };
  }
  const raw = tail === null ? data : lastLines(data, tail);
  const bytes = raw.toString("base64");
  return { text, bytes_b64: bytes, encoding: "base64", start: end - raw.length, end, size };
}

/** @param {Buffer} data @returns {string | null} null for what is no UTF-8 */
function decoded(data) {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(data);
  } catch {
    return null;
  }
}

/**
 * How many bytes at the beginning belong to a character that began before.
 *
 * RFC 3629 §3: a byte 10xxxxxx continues a character, which has three of them at most.
 * @param {Buffer} data
 */
function continued(data) {
  let count = 0;
  while (count < 3 && isContinuation(data[count])) count += 1;
  return count;
}

/**
 * How many bytes at the end begin a character that is not complete.
 *
 * RFC 3629 §3: the first byte tells how many there are, 110xxxxx two to 11110xxx four.
 * @param {Buffer} data
 */
function begun(data) {
  for (let back = 1; back <= 3; back += 1) {
    const byte = data.at(-back);
    if (byte === undefined) return 0;
    if (!isContinuation(byte)) {
      const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
      return needed > back ? back : 0;
    }
  }
  return 0;
}

/** @param {number | undefined} byte */
const isContinuation = (byte) => byte !== undefined && (byte & 0xc0) === 0x80;
