import { base64, integer, list, operation, optional, record, text, union } from "../adapter.js";
import { SseFrameBuffer } from "../sse/index.js";

const max_buffer = optional(integer(0));
const stream = union(
  record({ chunks: list(text), max_buffer }),
  record({ chunks_b64: list(base64), max_buffer }),
);

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
};
