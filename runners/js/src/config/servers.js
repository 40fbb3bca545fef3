// MCP servers of a merged configuration: which of them are started, and with what words.

import { compareUtf8 } from "../utf8-order.js";

/** @typedef {import("../strict-json.js").Json} Json */

/**
 * The names of the servers that are not disabled, sorted by their UTF-8 bytes.
 *
 * Spec: CONFIG-46 to CONFIG-49
 * @param {ReadonlyMap<string, Json>} mcpServers
 * @returns {string[]}
 */
export function activeServers(mcpServers) {
  const active = Array.from(mcpServers).filter(
    ([, server]) => !(server instanceof Map && server.get("disabled") === true),
  );
  return active.map(([name]) => name).sort(compareUtf8);
}

/**
 * The words that start a server: the command's, then the arguments.
 *
 * A command that is one text is one word; nothing is split or quoted. Spec: CONFIG-50
 * @param {string | readonly string[]} command
 * @param {readonly string[]} [args]
 * @returns {string[]}
 */
export function argv(command, args = []) {
  return typeof command === "string" ? [command, ...args] : [...command, ...args];
}
