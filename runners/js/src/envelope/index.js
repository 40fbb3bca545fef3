// The unified envelope: how tools answer, how calls find their action, how lists come in pages.

export { error, intended, InvalidParams, success } from "./builder.js";
export { check } from "./checker.js";
export { dispatch } from "./dispatcher.js";
export { page } from "./pager.js";
export { ToolError } from "./tool.js";

/** @typedef {import("./builder.js").Envelope} Envelope */
/** @typedef {import("./builder.js").Paging} Paging */
/** @typedef {import("./builder.js").SuccessMeta} SuccessMeta */
/** @typedef {import("./pager.js").Item} Item */
/** @typedef {import("./pager.js").Page} Page */
/** @typedef {import("./parameters.js").ParameterSchema} ParameterSchema */
/** @typedef {import("./tool.js").Action} Action */
/** @typedef {import("./tool.js").Outcome} Outcome */
/** @typedef {import("./tool.js").Tool} Tool */
/** @typedef {import("./violation.js").Violation} Violation */
