import { json, map, nullable, oneOf, operation, optional, record, text } from "../adapter.js";
import { intended } from "../envelope/index.js";
import { allowed, migrate, MODES } from "../migration/index.js";
import { Toolbox, toolNames } from "../tools/toolbox.js";

const toolbox = new Toolbox(process.env);
const orNothing = optional(nullable(text));

const call = record({
  workspace: text,
  tool: oneOf(...toolNames),
  action: orNothing,
  params: optional(map(json)),
  trace_id: orNothing,
  intent: optional(nullable(oneOf(...MODES))),
});

export default {
  call: operation(
    call,
    async ({ workspace, tool, action, params = {}, traceId = null, intent }) =>
      intended(await toolbox.call(workspace, tool, action, params, traceId), intent),
  ),

  migrate: operation(record({ tool: text, args: map(json) }), ({ tool, args }) =>
    migrate(tool, args),
  ),

  allowed: operation(record({ mode: oneOf(...MODES), tool: text, action: text }), (given) => ({
    allowed: allowed(given.mode, given.tool, given.action),
  })),
};
