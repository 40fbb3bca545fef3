// From a tool call to its result, past everybody who may object, and the turn loop around it.

export { Cancelled, Gate } from "./gate.js";
export { AgentLoop, InvalidLimit } from "./loop.js";
export { gateName } from "./names.js";
export { route, UnknownTool } from "./routing.js";

/** @typedef {import("./gate.js").Hooks} Hooks */
/** @typedef {import("./gate.js").Passage} Passage */
/** @typedef {import("./gate.js").PermissionDecision} PermissionDecision */
/** @typedef {import("./gate.js").PermissionPrompter} PermissionPrompter */
/** @typedef {import("./gate.js").ToolExecutor} ToolExecutor */
/** @typedef {import("./loop.js").ApiClient} ApiClient */
/** @typedef {import("./loop.js").Conversation} Conversation */
/** @typedef {import("./turn.js").StreamEvent} StreamEvent */
