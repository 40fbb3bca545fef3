// The name under which rules, prompters and hooks know a call.

/** The tools of HIP-0300, whose actions are told apart; other tools are one thing each. */
const TOOLS = new Set([
  "browser", "code", "fs", "hanzo", "llm", "memory", "mode", "net", "plan", "proc", "search", "test",
  "think", "ui", "vcs", "ws",
]);
/** What a call without an action asks for. */
const DEFAULT_ACTION = "help";

/**
 * `fs.write` for a tool of HIP-0300, else the tool's name; null where the action is no text.
 *
 * Spec: GATE-13 to GATE-16
 * @param {string} name
 * @param {Readonly<Record<string, unknown>>} input
 * @returns {string | null}
 */
export function gateName(name, input) {
  if (!TOOLS.has(name)) return name;
  const action = input["action"] ?? DEFAULT_ACTION;
  return typeof action === "string" ? `${name}.${action}` : null;
}
