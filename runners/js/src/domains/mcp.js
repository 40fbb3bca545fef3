import { integer, list, operation, optional, record, text } from "../adapter.js";
import { isReversible, normalize, parse, Registry } from "../mcp/index.js";

const tool = record({ server: text, tool: text });

export default {
  normalize: operation(tool, (given) => ({
    name: normalize(given.server, given.tool),
    reversible: isReversible(given.server, given.tool),
  })),

  parse: operation(record({ name: text }), ({ name }) => parse(name)),

  registry: operation(
    record({ tools: list(tool), max_length: optional(integer(32, 128)) }),
    ({ tools, maxLength }) => ({ names: new Registry(tools, { maxLength }).entries }),
  ),
};
