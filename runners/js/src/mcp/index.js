// MCP tool names: one name for each tool of each server, and the registry that keeps them apart.

export { InvalidName, isReversible, normalize, parse } from "./names.js";
export { DEFAULT_MAX_LENGTH, Registry } from "./registry.js";

/** @typedef {import("./registry.js").Tool} Tool */
/** @typedef {import("./registry.js").Entry} Entry */
