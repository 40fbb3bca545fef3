// Where a tool lives: with a server, or behind the Hanzo API.

import { DomainError } from "../domain-error.js";
import { Registry } from "../mcp/index.js";

const PREFIX = "mcp__";

/** No server has a tool of this name: code `UNKNOWN_TOOL`. */
export class UnknownTool extends DomainError {
  /** @param {string} name */
  constructor(name) {
    super("UNKNOWN_TOOL", `no server has a tool ${JSON.stringify(name)}`);
  }
}

/**
 * The server and its tool behind a name, null for the Hanzo API; throws `UnknownTool`.
 *
 * Spec: GATE-38 to GATE-41
 * @param {Iterable<{ name: string, tools: readonly string[] }>} servers
 * @param {string} name
 * @returns {{ server: string, tool: string } | null}
 */
export function route(servers, name) {
  if (!name.startsWith(PREFIX)) return null;
  const pairs = [...servers].flatMap(({ name: server, tools }) =>
    tools.map((tool) => ({ server, tool })),
  );
  const named = pairs.filter(({ server, tool }) => server !== "" && tool !== "");
  const found = new Registry(named).find(name);
  if (!found) throw new UnknownTool(name);
  return { server: found.server, tool: found.tool };
}
