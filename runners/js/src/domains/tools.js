// Of the tools, what is about finding an action. Each action is an operation of its own, too: they
// come from the tools' declarations, as the last of `loadOperations`.

import { json, map, nullable, oneOf, operation, optional, record, text } from "../adapter.js";
import { intended } from "../envelope/index.js";
import { MODES } from "../migration/index.js";
import { declared, Toolbox, toolNames } from "../tools/toolbox.js";

/** @typedef {import("../adapter/operation.js").Operation} Operation */

const toolbox = new Toolbox(process.env);
// Its name is that of a domain with other operations: its actions are asked by `tools.call` alone.
const APART = "memory";
const orNothing = optional(nullable(text));
const intention = optional(nullable(oneOf(...MODES)));

const call = record({
  workspace: text,
  tool: oneOf(...toolNames),
  action: orNothing,
  params: optional(map(json)),
  trace_id: orNothing,
  intent: intention,
});
const actionCall = record({
  workspace: text,
  params: map(json),
  trace_id: orNothing,
  intent: intention,
});

export default {
  call: operation(
    call,
    async ({ workspace, tool, action, params = {}, traceId = null, intent }) =>
      intended(await toolbox.call(workspace, tool, action, params, traceId), intent),
  ),
};

/**
 * The actions of tools as operations, by full name.
 * @returns {Promise<[name: string, operation: Operation][]>}
 */
export async function actionOperations() {
  const asked = toolNames.filter((name) => name !== APART);
  const declarations = await Promise.all(asked.map(declared));
  return declarations.flatMap(({ name: tool, actions }) =>
    Object.keys(actions).map((action) => /** @type {[string, Operation]} */ ([
      `${tool}.${action}`,
      operation(actionCall, async ({ workspace, params, traceId = null, intent }) =>
        intended(await toolbox.call(workspace, tool, action, params, traceId), intent),
      ),
    ])),
  );
}
