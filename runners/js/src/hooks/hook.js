// Hooks as they are configured: which rules each keeps, and which ones a tool concerns.

import { DomainError } from "../domain-error.js";
import { matches } from "../permissions/index.js";

/** @typedef {"pre_tool_use" | "post_tool_use"} HookEvent */

/**
 * One hook; `timeoutMs` is 5000 where it is absent.
 * @typedef {object} HookConfig
 * @property {HookEvent} event
 * @property {string} command what /bin/sh runs
 * @property {string} toolPattern a glob over tool names
 * @property {number | null} [timeoutMs]
 */

/** @typedef {Readonly<Required<HookConfig> & { timeoutMs: number }>} Hook */

export const PRE = "pre_tool_use";
export const POST = "post_tool_use";
const DEFAULT_TIMEOUT_MS = 5000;
const LONGEST_TIMEOUT_MS = 600_000;

/** A hook that cannot be meant: code `INVALID_HOOK`, with its index and member. */
export class InvalidHook extends DomainError {
  /** @param {number} index @param {string} member */
  constructor(index, member) {
    super("INVALID_HOOK", `hook ${index}: ill-formed or missing ${member}`, { index, member });
  }
}

/** A question that hooks cannot be asked: code `INVALID_CALL`. */
export class InvalidCall extends DomainError {
  /** @param {string} message */
  constructor(message) {
    super("INVALID_CALL", message);
  }
}

/** @param {unknown} value @returns {value is HookEvent} */
const isEvent = (value) => value === PRE || value === POST;

/** @param {unknown} value @returns {value is string} */
const isText = (value) => typeof value === "string";

/** @param {unknown} value */
const isTimeout = (value) =>
  value === undefined ||
  value === null ||
  (typeof value === "number" &&
    Number.isInteger(value) &&
    value >= 1 &&
    value <= LONGEST_TIMEOUT_MS);

/**
 * The hooks as a list of their own, each of them judged; throws `InvalidHook`.
 *
 * Spec: HOOK-1 to HOOK-9
 * @param {Iterable<unknown>} hooks objects with the members of HookConfig
 * @returns {readonly Hook[]}
 */
export function readHooks(hooks) {
  return Array.from(hooks, (hook, index) => {
    const { event, command, toolPattern, timeoutMs } = /** @type {Record<string, unknown>} */ (hook);
    if (!isEvent(event)) throw new InvalidHook(index, "event");
    // No system takes a NUL in an argument.
    if (!isText(command) || command.includes("\0")) throw new InvalidHook(index, "command");
    if (!isText(toolPattern)) throw new InvalidHook(index, "tool_pattern");
    if (!isTimeout(timeoutMs)) throw new InvalidHook(index, "timeout_ms");
    const limit = typeof timeoutMs === "number" ? timeoutMs : DEFAULT_TIMEOUT_MS;
    return Object.freeze({ event, command, toolPattern, timeoutMs: limit });
  });
}

/**
 * The event, if it is one of the two; throws `InvalidCall`.
 *
 * Spec: HOOK-10
 * @param {string} event
 * @returns {HookEvent}
 */
export function checkEvent(event) {
  if (isEvent(event)) return event;
  throw new InvalidCall(`no event ${JSON.stringify(event)}`);
}

/**
 * The places of the hooks that are asked, in their order.
 *
 * Spec: HOOK-11 to HOOK-13
 * @param {readonly Hook[]} hooks
 * @param {HookEvent} event
 * @param {string} toolName
 * @returns {number[]}
 */
export function select(hooks, event, toolName) {
  return [...hooks.keys()].filter((index) => {
    const hook = /** @type {Hook} */ (hooks[index]);
    return hook.event === event && matches(hook.toolPattern, toolName);
  });
}
