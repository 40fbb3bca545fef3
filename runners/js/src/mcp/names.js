// Joining a server and a tool into one name, and splitting such a name. Neither direction knows of
// other tools: collisions and lengths are the registry's business.

import { DomainError } from "../domain-error.js";

const PREFIX = "mcp__";
const SEPARATOR = "__";
// The u flag makes one match of a code point outside the Basic Multilingual Plane. Spec: MCP-4
const FOREIGN = /[^A-Za-z0-9_-]/gu;

/** A server, a tool or a name cannot be joined or split: code `INVALID_NAME`. */
export class InvalidName extends DomainError {
  /** @param {string} message */
  constructor(message) {
    super("INVALID_NAME", message);
  }
}

/**
 * The name `mcp__<server>__<tool>`, of ASCII letters, digits, `_` and `-` only.
 *
 * Each code point outside that alphabet becomes one `_`. Throws `InvalidName` when server or tool
 * is empty. Spec: MCP-1 to MCP-9; HIP-0301 §1
 * @param {string} server
 * @param {string} tool
 * @returns {string}
 */
export function normalize(server, tool) {
  if (server === "" || tool === "") {
    throw new InvalidName("a server and a tool have at least one code point each");
  }
  return PREFIX + server.replace(FOREIGN, "_") + SEPARATOR + tool.replace(FOREIGN, "_");
}

/**
 * The server and the tool as they stand in a name, split at the first `__` behind the prefix.
 *
 * Throws `InvalidName` when prefix, separator or one of the parts is missing. What comes back need
 * not be what was joined: see `isReversible`. Spec: MCP-11 to MCP-15
 * @param {string} name
 * @returns {{ server: string, tool: string }}
 */
export function parse(name) {
  if (!name.startsWith(PREFIX)) throw new InvalidName(`a tool name begins with ${PREFIX}`);
  const split = name.indexOf(SEPARATOR, PREFIX.length);
  if (split < 0) throw new InvalidName(`no ${SEPARATOR} between a server and a tool`);
  const server = name.slice(PREFIX.length, split);
  const tool = name.slice(split + SEPARATOR.length);
  if (server === "" || tool === "") {
    throw new InvalidName(`the server or the tool beside ${SEPARATOR} is empty`);
  }
  return { server, tool };
}

/**
 * Whether parsing the joined name gives back exactly this server and this tool.
 *
 * Throws `InvalidName` when server or tool is empty. Spec: MCP-10
 * @param {string} server
 * @param {string} tool
 * @returns {boolean}
 */
export function isReversible(server, tool) {
  const name = normalize(server, tool);
  try {
    const parsed = parse(name);
    return parsed.server === server && parsed.tool === tool;
  } catch (error) {
    // A server such as "_" leaves nothing before the first separator.
    if (error instanceof InvalidName) return false;
    throw error;
  }
}
