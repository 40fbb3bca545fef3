import assert from "node:assert/strict";
import { test } from "node:test";

import { SseFrameBuffer } from "hanzo-conformance-js/sse";

import { chunksOf, eventStream } from "../testing/event-streams.js";
import { Random } from "../testing/random.js";
import { END, NUDGE, parserHears, undiciHears } from "../testing/sse-oracles.js";

/** @import { SseFrame } from "../src/sse/index.js" */
/** @import { Heard, HeardEvent } from "../testing/sse-oracles.js" */
/** @typedef {{ frame: SseFrame, lastEventId: string }} Seen a frame, and the buffer's id at it */

// Neither oracle tells the `retry` of a frame nor has our limit: vectors and unit tests show those.
const STREAMS = 6000;

/** What tells a frame as an oracle tells an event. @typedef {(seen: Seen) => HeardEvent} Telling */

/** @type {Telling} */
const likeParser = ({ frame: { event, data, id } }) => ({ type: event, data, id });

// The standard's names for what SSE-35 and SSE-36 leave to the consumer.
/** @type {Telling} */
const likeUndici = ({ frame: { event, data }, lastEventId }) => ({
  type: event ?? "message",
  data,
  id: lastEventId,
});

/**
 * What our buffer makes of a stream that comes in these chunks.
 *
 * A blank line alone moves the last event id, and one chunk may hold several: so a buffer that gets
 * one byte at a time says which id each frame had, and must give the same frames.
 * @param {readonly Buffer[]} chunks
 * @param {Telling} tell
 * @returns {Heard}
 */
function weHear(chunks, tell) {
  const buffer = new SseFrameBuffer();
  const frames = chunks.flatMap((chunk) => buffer.feedBytes(chunk));
  const slow = new SseFrameBuffer();
  /** @param {Buffer} bytes @returns {Seen[]} */
  const slowly = (bytes) =>
    Array.from(bytes, (_, at) =>
      slow
        .feedBytes(bytes.subarray(at, at + 1))
        .map((frame) => ({ frame, lastEventId: slow.lastEventId })),
    ).flat();
  const seen = slowly(Buffer.concat(chunks));
  assert.deepEqual(frames, seen.map(({ frame }) => frame));
  assert.deepEqual(buffer.feedBytes(Buffer.from(NUDGE)), [], "nothing was held back");
  slow.feedBytes(Buffer.from(NUDGE));
  const last = slowly(Buffer.from(END)).map(tell);
  const { lastEventId: id, reconnectionTime: retry } = slow;
  return { events: seen.map(tell), last: { events: last, id, retry } };
}

/**
 * `holds` gives how many events it has compared: a property of silent streams would show nothing.
 * @param {string} what
 * @param {(chunks: readonly Buffer[], stream: Buffer) => number} holds
 */
function everyStream(what, holds) {
  for (const broken of [false, true]) {
    test(`${what}${broken ? ", ill-formed UTF-8 in it" : ""}`, () => {
      const random = new Random(broken ? 2n : 1n);
      let events = 0;
      for (let count = 0; count < STREAMS; count += 1) {
        const stream = eventStream(random, broken);
        const chunks = chunksOf(random, stream);
        try {
          events += holds(chunks, stream);
        } catch (problem) {
          const shown = JSON.stringify(chunks.map((chunk) => chunk.toString("latin1")));
          throw new Error(`stream ${count}, one letter for each byte: ${shown}`, { cause: problem });
        }
      }
      assert.ok(events > STREAMS / 2, `${events} events`);
    });
  }
}

everyStream("eventsource-parser hears the same events and time to reconnect", (chunks) => {
  const ours = weHear(chunks, likeParser);
  assert.deepEqual({ ...ours, last: { ...ours.last, id: null } }, parserHears(chunks));
  return ours.events.length;
});

// An `event` field without a value sets no type back in undici, so that the one before it stays;
// WHATWG HTML §9.2.6 and SSE-21 set the buffer to the empty value. Such a stream's types are not
// compared: https://html.spec.whatwg.org/multipage/server-sent-events.html#dispatchMessage
const EMPTIED = /(?:^|\uFEFF|[\r\n])event(?:: ?)?(?=[\r\n]|$)/;

/** @param {Heard} heard @returns {Heard} */
function withoutTypes({ events, last }) {
  const bare = (/** @type {HeardEvent} */ event) => ({ ...event, type: null });
  return { events: events.map(bare), last: { ...last, events: last.events.map(bare) } };
}

everyStream("undici hears the same events, last event id and time to reconnect", (chunks, stream) => {
  const emptied = EMPTIED.test(stream.toString());
  const shown = emptied ? withoutTypes : (/** @type {Heard} */ all) => all;
  const ours = weHear(chunks, likeUndici);
  assert.deepEqual(shown(ours), shown(undiciHears(chunks)));
  return emptied ? 0 : ours.events.length;
});

test("what is not compared of types is what undici does, and no more", () => {
  const stream = Buffer.from("event: a\nevent:\ndata\n\nevent: b\ndata\n\n");
  const types = (/** @type {Heard} */ heard) => heard.events.map(({ type }) => type);
  assert.deepEqual(types(undiciHears([stream])), ["a", "b"]);
  assert.deepEqual(types(weHear([stream], likeUndici)), ["message", "b"]);
});
