// Which actions fit a mode. Modes are hints of a caller, no permissions.

/** @typedef {"inspect" | "apply" | "verify" | "ship"} Mode */

/** @type {readonly Mode[]} */
export const MODES = ["inspect", "apply", "verify", "ship"];

// HIP-0300, The 8 Core Tools, and the optional ones below them.
const TOOLS = new Set([
  "ws", "fs", "code", "proc", "test", "vcs", "net", "ui", "llm", "memory", "hanzo",
]);
// Every tool answers these, and they change nothing.
const BUILT_IN = new Set(["help", "schema", "status"]);

/** By mode, what it adds to what reads, as `tool.action`. @type {Record<Mode, Set<string>>} */
const ADDED = {
  inspect: new Set(),
  apply: new Set(["fs.apply_patch", "code.rename"]),
  verify: new Set(["proc.exec", "test.run"]),
  ship: new Set(["vcs.commit"]),
};

const READING = new Set([
  "ws.detect", "ws.capabilities",
  "fs.read", "fs.stat", "fs.list", "fs.search_text", "fs.diff",
  "code.definition", "code.references", "code.diagnostics", "code.search_symbol", "code.hover",
  "code.completion",
  "proc.ps", "proc.logs",
  "test.list", "test.status",
  "vcs.status", "vcs.diff", "vcs.log",
]);

/**
 * Whether an action of a tool fits a mode; no name that nobody knows does.
 *
 * Spec: MIGRATE-13 to MIGRATE-19
 * @param {Mode} mode
 * @param {string} tool
 * @param {string} action
 * @returns {boolean}
 */
export function allowed(mode, tool, action) {
  // A name with a dot in it could pass for a tool and an action.
  if (!TOOLS.has(tool)) return false;
  const name = `${tool}.${action}`;
  return BUILT_IN.has(action) || READING.has(name) || ADDED[mode].has(name);
}
