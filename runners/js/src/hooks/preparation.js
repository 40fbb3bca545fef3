// What a hook is given: its variables and its input.

import { canonicalJson } from "../canonical-json.js";
import { checkEvent, InvalidCall, POST } from "./hook.js";

/** @typedef {{ output: string, error: string | null, isError: boolean }} ToolResult */

/**
 * One call of a tool, as hooks are told of it.
 * @typedef {object} Call
 * @property {string} event
 * @property {string} toolName
 * @property {Readonly<Record<string, unknown>>} input
 * @property {string} sessionId
 * @property {ToolResult | null | undefined} [result] what the tool returned, afterwards
 */

// What a parent may have been given as a hook's child itself.
const OWN = /^HANZO_(?:TOOL_|SESSION_ID)/;
// Half of what Linux lets one variable hold, its name included.
const LONGEST_VALUE_BYTES = 65536;

/**
 * What the hooks of a call are given, all of them the same; throws `InvalidCall`.
 *
 * `env` is the whole environment of a hook, `stdin` canonical JSON and a line feed.
 * Spec: HOOK-14 to HOOK-27
 * @param {Call} call
 * @param {Readonly<Record<string, string | undefined>>} parent
 * @returns {{ env: Record<string, string | undefined>, stdin: string }}
 */
export function prepare({ event, toolName, input, sessionId, result = null }, parent) {
  if ((checkEvent(event) === POST) !== (result !== null)) {
    throw new InvalidCall("there is a result behind the tool, and before it there is none");
  }
  if (toolName.includes("\0") || sessionId.includes("\0")) {
    throw new InvalidCall("neither the tool's name nor the session's holds a NUL");
  }
  const told = { event, input, session_id: sessionId, tool_name: toolName };
  const own = [
    ...variable("HANZO_TOOL_NAME", toolName),
    ...variable("HANZO_TOOL_INPUT", canonical(input)),
    ...variable("HANZO_SESSION_ID", sessionId),
    ...(result ? variable("HANZO_TOOL_OUTPUT", result.output) : []),
  ];
  const others = Object.entries(parent).filter(([name]) => !OWN.test(name));
  return {
    // By entries, so that a variable called __proto__ is one.
    env: Object.fromEntries([...others, ...own]),
    stdin: `${canonical({ ...told, ...(result ? members(result) : {}) })}\n`,
  };
}

/** @param {ToolResult} result */
const members = ({ output, error, isError }) => ({ output, error, is_error: isError });

/**
 * One variable, or an empty one and another that says so.
 *
 * Spec: HOOK-24, HOOK-25
 * @param {string} name
 * @param {string} value
 * @returns {[string, string][]}
 */
function variable(name, value) {
  const fits = Buffer.byteLength(value) <= LONGEST_VALUE_BYTES && !value.includes("\0");
  return fits ? [[name, value]] : [[name, ""], [`${name}_TRUNCATED`, "1"]];
}

/** @param {unknown} value */
function canonical(value) {
  try {
    return canonicalJson(value);
  } catch (problem) {
    throw new InvalidCall(String(problem));
  }
}
