// What an agent remembers, as a value: texts with tags, and facts, in three scopes. Where it is kept
// between calls is the business of the tool `memory`.

export { ACTIONS, Memory } from "./memory.js";

/** @typedef {import("./applied.js").Applied} Applied */
/** @typedef {import("./applied.js").Entry} Entry */
/** @typedef {import("./applied.js").Fact} Fact */
/** @typedef {import("./applied.js").Scope} Scope */
/** @typedef {import("./applied.js").State} State */
