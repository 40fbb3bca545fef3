// Event streams at random, for properties that must hold of all of them.

/** @import { Random } from "./random.js" */

const NAMES = ["data", "data", "data", "event", "id", "retry", "", "Data", "data ", "\ufeffdata", "x"];
const COLONS = [":", ": ", ":  ", "", "::", ": :"];
const VALUES = [
  "", "a", "b c", " ", "message", "7", "250", "007", "-1", "1e3", "٣", "\0", "x\0y", "é", "€", "😀",
  "\u2028", "\u0085", "\v\f", "\ufeff", "\ufffd", "9007199254740991", "9007199254740993",
  "9".repeat(30), "[DONE]", "data: a",
];
const ENDS = ["\n", "\n", "\n", "\r", "\r\n", "\n\n", "\r\r", "\r\n\r\n", "\n\r", "\r\n\r", ""];
// Each begins or breaks off a UTF-8 sequence.
const BROKEN = [[0xe2], [0xe2, 0x82], [0xf0, 0x9f, 0x98], [0xff], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0x80]];

/**
 * A stream, ill-formed UTF-8 among its bytes if that is wanted.
 *
 * It never begins with U+00EF U+00BB U+00BF: eventsource-parser takes these three letters for a
 * byte order mark that nobody has decoded.
 * @param {Random} random
 * @param {boolean} broken
 * @returns {Buffer}
 */
export function eventStream(random, broken) {
  const parts = [Buffer.from(random.below(4) === 0 ? "\ufeff".repeat(1 + random.below(2)) : "")];
  for (let left = random.below(12); left >= 0; left -= 1) {
    const line = random.pick(NAMES) + random.pick(COLONS) + random.pick(VALUES) + random.pick(ENDS);
    const bytes = Buffer.from(line);
    if (broken && random.below(3) === 0) {
      const at = random.below(bytes.length + 1);
      parts.push(bytes.subarray(0, at), Buffer.from(random.pick(BROKEN)), bytes.subarray(at));
    } else {
      parts.push(bytes);
    }
  }
  return Buffer.concat(parts);
}

/**
 * A stream cut at random, at every byte now and then; empty chunks too.
 * @param {Random} random
 * @param {Buffer} stream
 * @returns {Buffer[]}
 */
export function chunksOf(random, stream) {
  const most = random.pick([1, 2, 3, 8, 64]);
  const chunks = [];
  for (let at = 0; at < stream.length; ) {
    const size = most === 1 ? 1 : random.below(most + 1);
    chunks.push(stream.subarray(at, at + size));
    at += size;
  }
  return chunks;
}
