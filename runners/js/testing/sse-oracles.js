// Two parsers of event streams that others wrote, to hold ours against. Both take bytes.
//
// As a program, it reads one JSON object {"chunks_b64": [...]} a line and answers each with a line
// {"parser": Heard, "undici": Heard}, so that implementations in other languages can be held
// against the same two.

import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

import { createParser } from "eventsource-parser";

/** @typedef {{ type: string | null, data: string, id: string | null }} HeardEvent */
/**
 * What an oracle makes of a stream. `events` are those of the stream as it stands, `last` is the
 * state once two line feeds have ended what the stream left open, with the event of that if any.
 * @typedef {{ events: HeardEvent[], last: {
 *   events: HeardEvent[], id: string | null, retry: number | null } }} Heard
 */

// Not part of what undici exports by name: its parser without the connection around it.
const { EventSourceStream } = createRequire(import.meta.url)(
  "undici/lib/web/eventsource/eventsource-stream.js",
);

// Ends nothing but a wait: a comment behind a whole line, and never a valid field behind a part of
// one. eventsource-parser holds a CR back until it sees what follows (SSE-9 does not), undici does
// so with a lone first byte.
export const NUDGE = ":\n";
export const END = "\n\n";

/** Stands for what the specification bounds (SSE-27) and the oracles do not. */
const LARGEST = Number.MAX_SAFE_INTEGER;

/** @param {number | undefined} retry @returns {number | null} */
const bounded = (retry) => (retry === undefined ? null : Math.min(retry, LARGEST));

/**
 * What `eventsource-parser` makes of a stream, behind the platform's own decoder.
 *
 * `id` is that of the event's own block. The parser keeps no last event id, so `last.id` is null.
 * @param {readonly Uint8Array[]} chunks
 * @returns {Heard}
 */
export function parserHears(chunks) {
  /** @type {HeardEvent[]} */
  let events = [];
  /** @type {number | undefined} */
  let retry;
  const parser = createParser({
    onEvent: ({ event, data, id }) => events.push({ type: event ?? null, data, id: id ?? null }),
    onRetry: (value) => {
      retry = value;
    },
  });
  const decoder = new TextDecoder();
  for (const chunk of chunks) parser.feed(decoder.decode(chunk, { stream: true }));
  parser.feed(decoder.decode() + NUDGE);
  const seen = events;
  events = [];
  parser.feed(END);
  return { events: seen, last: { events, id: null, retry: bounded(retry) } };
}

/**
 * What the parser behind undici's `EventSource` makes of a stream.
 *
 * `type` is "message" where none was sent, `id` is the last event id as of the event.
 * @param {readonly Uint8Array[]} chunks
 * @returns {Heard}
 */
export function undiciHears(chunks) {
  /** @type {HeardEvent[]} */
  let events = [];
  /** @type {{ lastEventId?: string, reconnectionTime?: number }} */
  const state = {};
  const stream = new EventSourceStream({
    eventSourceSettings: state,
    /** @param {{ type: string, options: { data: string, lastEventId?: string } }} told */
    push({ type, options: { data, lastEventId } }) {
      return events.push({ type, data, id: lastEventId ?? "" });
    },
  });
  for (const chunk of chunks) stream.write(chunk);
  stream.write(Buffer.from(NUDGE));
  const seen = events;
  events = [];
  stream.write(Buffer.from(END));
  const last = { events, id: state.lastEventId ?? "", retry: bounded(state.reconnectionTime) };
  return { events: seen, last };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for await (const line of createInterface({ input: process.stdin })) {
    const chunks = JSON.parse(line).chunks_b64.map((/** @type {string} */ text) =>
      Buffer.from(text, "base64"),
    );
    const heard = { parser: parserHears(chunks), undici: undiciHears(chunks) };
    process.stdout.write(`${JSON.stringify(heard)}\n`);
  }
}
