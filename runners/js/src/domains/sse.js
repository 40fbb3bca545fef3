import {
  base64, integer, list, oneOf, operation, optional, record, text, union,
} from "../adapter.js";
import { SseBufferOverflow, SseFrameBuffer } from "../sse/index.js";

/** @typedef {import("../sse/index.js").SseFrame} SseFrame */

const max_buffer = optional(integer(0));
const stream = union(
  record({ chunks: list(text), max_buffer }),
  record({ chunks_b64: list(base64), max_buffer }),
);
const step = union(
  record({ type: oneOf("feed"), text }),
  record({ type: oneOf("feed_bytes"), data_b64: base64 }),
  record({ type: oneOf("close", "reset") }),
);

/** @typedef {import("../adapter/composite-shape.js").TypeOf<typeof step>} Step */

/**
 * Does with a buffer what a step says, and gives the frames that it completed.
 * @param {SseFrameBuffer} buffer
 * @param {Step} step
 * @returns {SseFrame[]}
 */
function take(buffer, step) {
  switch (step.type) {
    case "feed":
      return buffer.feed(step.text);
    case "feed_bytes":
      return buffer.feedBytes(step.data);
    case "close":
      buffer.close();
      return [];
    case "reset":
      buffer.reset();
      return [];
  }
}

/**
 * What a step shows, and what the buffer then has established.
 * @param {SseFrameBuffer} buffer
 * @param {Step} step
 */
function turn(buffer, step) {
  let frames;
  let error = null;
  try {
    frames = take(buffer, step);
  } catch (problem) {
    if (!(problem instanceof SseBufferOverflow)) throw problem;
    ({ frames, code: error } = problem);
  }
  return {
    frames,
    error,
    last_event_id: buffer.lastEventId,
    reconnection_time: buffer.reconnectionTime,
  };
}

export default {
  parse: operation(stream, ({ chunks, maxBuffer }) => {
    const buffer = new SseFrameBuffer({ maxBuffer });
    const frames = chunks.flatMap((chunk) =>
      typeof chunk === "string" ? buffer.feed(chunk) : buffer.feedBytes(chunk),
    );
    buffer.close();
    const { lastEventId, reconnectionTime } = buffer;
    return { frames, lastEventId, reconnectionTime };
  }),

  buffer: operation(
    record({ script: list(step), max_buffer }),
    ({ script, maxBuffer }) => {
      const buffer = new SseFrameBuffer({ maxBuffer });
      return { turns: script.map((step) => turn(buffer, step)) };
    },
  ),
};
