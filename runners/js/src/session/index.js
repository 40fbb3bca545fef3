// Session compaction: a conversation with a model, brought back under its token budget.

export { InvalidBudget, SessionCompactor } from "./compactor.js";
export { InvalidMessage } from "./message.js";

/** @typedef {import("./compactor.js").CompactionResult} CompactionResult */
/** @typedef {import("./message.js").Block} Block */
/** @typedef {import("./message.js").Message} Message */
