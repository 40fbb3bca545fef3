// Participants that do what a vector says, and note that they were asked.

import { Cancelled, Gate } from "../../gate/index.js";

/** @typedef {import("./shapes.js").Outcomes} Outcomes */
/** @typedef {import("../../permissions/index.js").PermissionPolicy} PermissionPolicy */

/** @type {Outcomes} */
const NOTHING = {
  prompters: [], pre: null, execute: { output: "", error: null, isError: false }, post: null,
};

/**
 * The gate before one call, which notes in `asked` whom it has asked.
 * @param {Outcomes} outcomes
 * @param {PermissionPolicy} policy
 * @param {{ sessionId: string, nowMs: () => number }} session
 * @param {string[]} asked
 */
export function gateOf({ prompters, pre, execute, post }, policy, session, asked) {
  const chain = prompters.map((answer) => ({
    async requestPermission() {
      asked.push("prompter");
      if (answer.type === "raise") throw new Error("as it was said");
      return answer;
    },
  }));
  const hooks = {
    async runPre() {
      if (pre) asked.push("pre");
      return pre ?? /** @type {const} */ ({ decision: "allow", reason: null });
    },
    async runPost() {
      if (post) asked.push("post");
      if (post === "raise") throw new Error("as it was said");
    },
  };
  const executor = {
    async execute() {
      asked.push("execute");
      if ("raise" in execute) throw new Error(execute.raise);
      if ("cancel" in execute) throw new Cancelled();
      return execute;
    },
  };
  return new Gate({ policy, executor, prompters: chain, hooks, ...session });
}

/**
 * A gate that knows for each tool use whom it will meet; nobody reads its audit records.
 * @param {PermissionPolicy} policy
 * @param {Readonly<Record<string, Outcomes>>} byId
 */
export function scriptedGate(policy, byId) {
  const session = { sessionId: "", nowMs: () => 0 };
  return {
    /** @param {import("../../gate/turn.js").ToolUse} use */
    async admit(use) {
      const known = Object.hasOwn(byId, use.id) ? byId[use.id] : undefined;
      return gateOf(known ?? NOTHING, policy, session, []).admit(use);
    },
  };
}
