// A call of a tool: from the name of an action and its parameters to an envelope.

import { inspect } from "node:util";

import { error, success } from "./builder.js";
import { availableActions, findAction } from "./built-in.js";
import { ERROR, INVALID_PARAMS, UNKNOWN_ACTION } from "./codes.js";
import { effective, violations } from "./parameters.js";
import { ToolError } from "./tool.js";

/** @typedef {import("./builder.js").Envelope} Envelope */

/**
 * The envelope that answers a call; no action means help.
 *
 * A failure is an envelope, too; the promise rejects only when what the tool declares is no schema.
 * Spec: ENVELOPE-27 to ENVELOPE-51
 * @param {import("./tool.js").Tool} tool
 * @param {string | null | undefined} action
 * @param {Readonly<Record<string, unknown>>} params
 * @param {string | null} [traceId]
 * @returns {Promise<Envelope>}
 */
export async function dispatch(tool, action, params, traceId = null) {
  const asked = action ?? "help";
  /** @param {string} code @param {string} message @param {ToolError["details"]} details */
  const failed = (code, message, details) =>
    error(tool.name, asked, code, message, details, traceId);

  const found = findAction(tool, asked);
  if (!found) {
    const message = `${tool.name} has no action ${JSON.stringify(asked)}`;
    return failed(UNKNOWN_ACTION, message, { available: availableActions(tool) });
  }
  const broken = violations(effective(found.params), params);
  if (broken.length > 0) {
    const message = broken.map(({ pointer, rule }) => `${pointer} breaks ${rule}`).join("; ");
    return failed(INVALID_PARAMS, message, { violations: broken });
  }
  try {
    const { data, backend, paging } = await found.run(params);
    return success(tool.name, asked, data, { traceId, backend: backend ?? tool.backend, paging });
  } catch (failure) {
    if (failure instanceof ToolError) {
      return failed(failure.code, failure.message, failure.details);
    }
    return failed(ERROR, textOf(failure), null);
  }
}

/**
 * The text of a failure, whatever was thrown.
 *
 * Spec: ENVELOPE-44
 * @param {unknown} failure
 * @returns {string}
 */
function textOf(failure) {
  if (failure instanceof Error) return failure.message;
  return typeof failure === "string" ? failure : inspect(failure);
}
