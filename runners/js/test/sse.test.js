import assert from "node:assert/strict";
import { test } from "node:test";

import { SseBufferOverflow, SseFrameBuffer } from "hanzo-conformance-js/sse";

import { cuts } from "../testing/cuts.js";

/** @typedef {import("../src/sse/index.js").SseFrame} SseFrame */

/** @param {Partial<SseFrame>} given @returns {SseFrame} */
const frame = (given) => ({ event: null, data: "", id: null, retry: null, ...given });

const TWO = [frame({ data: "a" }), frame({ data: "b" })];

/** @type {readonly [string, string, SseFrame[]][]} what it shows, stream, frames */
const STREAMS = [
  ["line feeds", "data: a\n\ndata: b\n\n", TWO],
  ["carriage returns", "data: a\r\rdata: b\r\r", TWO],
  ["both together", "data: a\r\n\r\ndata: b\r\n\r\n", TWO],
  ["a mix of line ends", "data: a\r\n\rdata: b\n\r\n", TWO],
  ["a byte order mark", "\ufeffdata: a\n\n", [frame({ data: "a" })]],
  ["a second byte order mark", "\ufeff\ufeffdata: a\n\n", []],
  ["several data lines", "data: a\ndata\ndata:b\n\n", [frame({ data: "a\n\nb" })]],
  ["empty data", "data\n\ndata:\n\n", [frame({}), frame({})]],
  ["an astral code point", "data: \u{1f600}\n\n", [frame({ data: "\u{1f600}" })]],
  [
    "line breaks of Unicode",
    "data: a\u2028\u0085\v\fb\n\n",
    [frame({ data: "a\u2028\u0085\v\fb" })],
  ],
  [
    "all fields",
    ": note\nevent: e\nid: 1\nretry: 20\ndata:  x\nother: y\n\ndata: z\n\n",
    [frame({ event: "e", data: " x", id: "1", retry: 20 }), frame({ data: "z" })],
  ],
  ["an unfinished block", "data: a\n\ndata: b\n", [frame({ data: "a" })]],
];

for (const [what, stream, frames] of STREAMS) {
  test(`${what}: text cut anywhere gives the same frames`, () => {
    for (const chunks of cuts(stream)) {
      const buffer = new SseFrameBuffer();
      assert.deepEqual(chunks.flatMap((chunk) => buffer.feed(chunk)), frames);
    }
  });

  test(`${what}: bytes cut anywhere give the same frames`, () => {
    for (const chunks of cuts(Buffer.from(stream))) {
      const buffer = new SseFrameBuffer();
      assert.deepEqual(chunks.flatMap((chunk) => buffer.feedBytes(chunk)), frames);
    }
  });
}

/** @type {readonly [number[], string][]} ill-formed bytes, and what they become */
const ILL_FORMED = [
  [[0xe2, 0x82], "\ufffd"],
  [[0xed, 0xa0, 0x80], "\ufffd\ufffd\ufffd"],
  [[0xc0, 0xaf], "\ufffd\ufffd"],
  [[0xff, 0xfe], "\ufffd\ufffd"],
  [[0xf0, 0x9f, 0x98, 0x41], "\ufffdA"],
  [[0xf4, 0x90, 0x80, 0x80], "\ufffd\ufffd\ufffd\ufffd"],
  [[0xe2, 0xe2, 0x82, 0xac], "\ufffd€"],
];

for (const [bytes, data] of ILL_FORMED) {
  const name = Buffer.from(bytes).toString("hex");
  test(`${name} is ${data.length} code points wherever it is cut`, () => {
    const stream = Buffer.from([...Buffer.from("data:"), ...bytes, 0x0a, 0x0a]);
    for (const chunks of cuts(stream)) {
      const buffer = new SseFrameBuffer();
      assert.deepEqual(chunks.flatMap((chunk) => buffer.feedBytes(chunk)), [frame({ data })]);
    }
  });
}

test("a lone surrogate becomes U+FFFD, also when bytes come next", () => {
  const buffer = new SseFrameBuffer();
  assert.deepEqual(buffer.feed("data: \ude00\ud83d"), []);
  assert.deepEqual(buffer.feedBytes(Buffer.from("\n\n")), [frame({ data: "\ufffd\ufffd" })]);
});

test("retry is bounded at 2^53-1 whatever its number of digits", () => {
  const bound = Number.MAX_SAFE_INTEGER;
  for (const value of [`${bound}`, `${bound}0`, "9007199254740992", "9".repeat(400)]) {
    assert.equal(new SseFrameBuffer().feed(`retry: ${value}\ndata\n\n`)[0]?.retry, bound);
  }
  const zeros = `retry: ${"0".repeat(400)}5\ndata\n\n`;
  assert.equal(new SseFrameBuffer().feed(zeros)[0]?.retry, 5);
});

test("a block without data moves the last event id and the reconnection time", () => {
  const buffer = new SseFrameBuffer();
  assert.equal(buffer.lastEventId, "");
  assert.equal(buffer.reconnectionTime, null);
  assert.deepEqual(buffer.feed("id: 7\nretry: 250\n"), []);
  assert.equal(buffer.lastEventId, "");
  assert.equal(buffer.reconnectionTime, 250);
  assert.deepEqual(buffer.feed("\n"), []);
  assert.equal(buffer.lastEventId, "7");
});

test("the limit counts UTF-8 bytes of line and data, at every cut alike", () => {
  const stream = "\ufeffdata: é\r\ndata: \u{1f600}\r\n\r\ndata: abcdefg\r\n\r\n";
  // At the end of the second line: "é" and its line feed, and a line of ten bytes.
  for (const chunks of cuts(stream)) {
    const fits = new SseFrameBuffer({ maxBuffer: 13 });
    assert.equal(chunks.flatMap((chunk) => fits.feed(chunk)).length, 2);
    const tight = new SseFrameBuffer({ maxBuffer: 12 });
    assert.throws(() => chunks.forEach((chunk) => tight.feed(chunk)), {
      code: "SSE_BUFFER_OVERFLOW",
    });
  }
});

test("a line that was too long for a moment is an overflow even if its end is there", () => {
  assert.throws(() => new SseFrameBuffer({ maxBuffer: 4 }).feed(":note\n"), SseBufferOverflow);
  assert.deepEqual(new SseFrameBuffer({ maxBuffer: 5 }).feed(":note\n"), []);
});

test("close and reset forget half a surrogate pair, which no vector can hold", () => {
  const buffer = new SseFrameBuffer();
  buffer.feed("\ud83d");
  buffer.close();
  assert.deepEqual(buffer.feed("data: a\n\n\ud83d"), [frame({ data: "a" })]);
  buffer.reset();
  assert.deepEqual(buffer.feed("data: b\n\n"), [frame({ data: "b" })]);
});

test("a limit is a number of bytes, zero or more", () => {
  assert.throws(() => new SseFrameBuffer({ maxBuffer: -1 }), RangeError);
  assert.throws(() => new SseFrameBuffer({ maxBuffer: NaN }), RangeError);
  assert.deepEqual(new SseFrameBuffer({ maxBuffer: 0 }).feed("\n\r\n"), []);
});
