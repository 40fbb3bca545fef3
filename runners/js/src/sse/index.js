// SSE frame parsing: a stream cut into chunks anywhere, read as WHATWG HTML §9.2 says.

export { SseBufferOverflow, SseFrameBuffer } from "./frame-buffer.js";

/** @typedef {import("./block-reader.js").SseFrame} SseFrame */
