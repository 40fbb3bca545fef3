// From the names of the old tools to tools and actions, by the consolidation map.

import { DomainError } from "../domain-error.js";

/** @typedef {Record<string, unknown>} Args */

/**
 * A call as it is made now.
 * @typedef {{ tool: string, action: string, args: Args }} Call
 */

/** @typedef {(args: Args, old: string) => Call} Row */

/** @type {ReadonlyMap<string, Row>} */
const ROWS = new Map([
  ["read", one("fs", "read")],
  ["write", one("fs", "write")],
  ["edit", one("fs", "apply_patch", "base_hash")],
  ["tree", one("fs", "list")],
  ["find", one("fs", "list", "pattern")],
  ["search", one("fs", "search_text")],
  ["ast", one("code", "search_symbol")],
  ["zsh", one("proc", "exec")],
  ["bash", one("proc", "exec")],
  ["ps", one("proc", "ps")],
  ["npx", program],
  ["uvx", program],
  ["open", open],
  ["curl", one("net", "request")],
  ["wget", one("net", "download")],
  ["computer", several("ui", "click", "type", "screenshot", "focus")],
  ["screen", several("ui", "session", "record", "stop")],
  ["lsp", several("code", "definition", "references", "diagnostics", "hover", "completion")],
  ["refactor", several("code", "rename", "format")],
  ["git", several("vcs", "status", "diff", "apply", "commit", "branch", "checkout", "log")],
  ["test", several("test", "run", "list", "status")],
]);

/**
 * Tool, action and arguments of an old call.
 *
 * Throws `NOT_FOUND` when no old tool has this name, `UNKNOWN_ACTION` with `available` when it had no
 * such action, `INVALID_PARAMS` with `violations` for an argument that decides and is missing or of
 * another type.
 * Spec: MIGRATE-1 to MIGRATE-12
 * @param {string} tool
 * @param {Args} args
 * @returns {Call}
 */
export function migrate(tool, args) {
  const row = ROWS.get(tool);
  if (!row) throw new DomainError("NOT_FOUND", `no old tool is called ${tool}`, { tool });
  return row(args, tool);
}

/** @param {string} tool @param {string} action @param {string[]} needed @returns {Row} */
function one(tool, action, ...needed) {
  return (args) => {
    for (const name of needed) {
      if (!Object.hasOwn(args, name)) throw violation(`/${name}`, "required");
    }
    return { tool, action, args };
  };
}

/** @param {string} tool @param {string[]} actions @returns {Row} */
function several(tool, ...actions) {
  return (args) => {
    if (!Object.hasOwn(args, "action")) throw violation("/action", "required");
    const { action, ...others } = args;
    if (typeof action !== "string") throw violation("/action", "type");
    if (!actions.includes(action)) {
      const available = actions.toSorted();
      throw new DomainError("UNKNOWN_ACTION", `there was no action ${action}`, { available });
    }
    return { tool, action, args: others };
  };
}

/** @type {Row} */
function program(args, old) {
  return { tool: "proc", action: "exec", args: { ...args, command: led(old, args) } };
}

/**
 * The command with the program in front, text or list as it was.
 * @param {string} name
 * @param {Args} args
 * @returns {string | string[]}
 */
function led(name, args) {
  if (!Object.hasOwn(args, "command")) throw violation("/command", "required");
  const { command } = args;
  if (typeof command === "string") return `${name} ${command}`;
  if (Array.isArray(command) && command.every((word) => typeof word === "string")) {
    return [name, ...command];
  }
  throw violation("/command", "type");
}

/** @type {Row} */
function open(args) {
  const page = Object.hasOwn(args, "url");
  const window = Object.hasOwn(args, "title") || Object.hasOwn(args, "pid");
  // Which of the two was meant cannot be told, and both would do something.
  if (page && window) throw violation("", "oneOf");
  if (page) return { tool: "net", action: "open", args };
  if (window) return { tool: "ui", action: "focus", args };
  throw violation("/url", "required");
}

/** @param {string} pointer @param {string} rule */
function violation(pointer, rule) {
  const message = `${pointer || "the arguments"}: ${rule}`;
  return new DomainError("INVALID_PARAMS", message, { violations: [{ pointer, rule }] });
}
