import { json, map, oneOf, operation, record, text } from "../adapter.js";
import { allowed, migrate, MODES } from "../migration/index.js";

export default {
  migrate: operation(record({ tool: text, args: map(json) }), ({ tool, args }) =>
    migrate(tool, args),
  ),

  allowed: operation(record({ mode: oneOf(...MODES), tool: text, action: text }), (given) => ({
    allowed: allowed(given.mode, given.tool, given.action),
  })),
};
