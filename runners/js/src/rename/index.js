// The renaming of hanzo-repl: which name is which, and what the old ones publish until they go.

export { GRACE_S, NAMES, REGISTRIES, resolve } from "./names.js";
export { InvalidVersion, shim } from "./shim.js";

/** @typedef {import("./names.js").Registry} Registry */
/** @typedef {import("./names.js").Resolved} Resolved */
/** @typedef {import("./names.js").State} State */
/** @typedef {import("./shim.js").Shim} Shim */
