// Permission rules for tools: which rule decides about a name, and what is logged about it.

export { audit, EARLIEST_MS, LATEST_MS } from "./audit.js";
export { Glob, matches } from "./glob.js";
export { parseMode, PermissionPolicy } from "./policy.js";

/** @typedef {import("./audit.js").AuditRecord} AuditRecord */
/** @typedef {import("./policy.js").Evaluation} Evaluation */
/** @typedef {import("./policy.js").PermissionMode} PermissionMode */
/** @typedef {import("./policy.js").PermissionRule} PermissionRule */
