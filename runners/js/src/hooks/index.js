// Shell commands that are asked before a tool runs, and told after it has: which ones, what each is
// given, what their ends amount to, and the runner that starts them.

export { checkEvent, InvalidCall, InvalidHook, readHooks, select } from "./hook.js";
export { judge, Judgement } from "./judgement.js";
export { prepare } from "./preparation.js";
export { HookRunner } from "./runner.js";

/** @typedef {import("./hook.js").HookConfig} HookConfig */
/** @typedef {import("./hook.js").HookEvent} HookEvent */
/** @typedef {import("./judgement.js").End} End */
/** @typedef {import("./judgement.js").HookResult} HookResult */
/** @typedef {import("./preparation.js").Call} Call */
/** @typedef {import("./preparation.js").ToolResult} ToolResult */
