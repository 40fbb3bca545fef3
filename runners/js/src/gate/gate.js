// The gate: from a call of a tool to its result, past everybody who may object.

import { audit } from "../permissions/index.js";
import { gateName } from "./names.js";

/** @typedef {import("../hooks/index.js").ToolResult} ToolResult */
/** @typedef {import("../permissions/index.js").AuditRecord} AuditRecord */
/** @typedef {Readonly<Record<string, unknown>>} Input */
/** @typedef {"policy" | "prompter" | "hook"} Blocker */

/** @typedef {{ type: "allow" } | { type: "deny", reason: string } | { type: "escalate" }} PermissionDecision */

/**
 * Executes a tool by its name; throws `Cancelled`, and anything else for a failure.
 * @typedef {object} ToolExecutor
 * @property {(name: string, input: Input, sessionId: string) => Promise<ToolResult>} execute
 */
/**
 * Asks a person, or something that decides for one; whatever it throws denies.
 * @typedef {object} PermissionPrompter
 * @property {(name: string, input: Input) => Promise<PermissionDecision>} requestPermission
 */
/**
 * Commands before and after a tool; `HookRunner` is one. Whatever `runPre` throws denies.
 * @typedef {object} Hooks
 * @property {(name: string, input: Input) =>
 *   Promise<{ decision: "allow" | "deny" | "error", reason: string | null }>} runPre
 * @property {(name: string, input: Input, result: ToolResult) => Promise<unknown>} runPost
 */
/**
 * What became of a call: its result, who blocked it, the record of the policy's decision.
 * @typedef {object} Passage
 * @property {ToolResult} result
 * @property {Blocker | null} blockedBy
 * @property {AuditRecord | null} audit
 * @property {boolean} cancelled
 */
/**
 * Everybody whom a call has to pass, for one session; `nowMs` tells the time of each record.
 * @typedef {object} Participants
 * @property {import("../permissions/index.js").PermissionPolicy} policy
 * @property {ToolExecutor} executor
 * @property {readonly PermissionPrompter[]} [prompters]
 * @property {Hooks | null} [hooks]
 * @property {string} sessionId
 * @property {() => number} nowMs
 */

/** Thrown by an executor whose call, and turn, the user has called off. */
export class Cancelled extends Error {}

/** Ends a call on its way to the tool. */
class Blocked extends Error {
  /** @param {Blocker} by @param {string} message */
  constructor(by, message) {
    super(message);
    this.by = by;
  }
}

/** Everybody whom a call has to pass. */
export class Gate {
  #with;

  /** @param {Participants} participants */
  constructor(participants) {
    const { prompters = [], hooks = null } = participants;
    this.#with = { ...participants, prompters: [...prompters], hooks };
  }

  /**
   * Passes a call that the model wants made, as `call` does.
   * @param {{ name: string, input: Input }} use
   * @returns {Promise<Passage>}
   */
  admit({ name, input }) {
    return this.call(name, input);
  }

  /**
   * Passes a call; nothing that anybody throws comes out of here.
   *
   * Spec: GATE-1 to GATE-21
   * @param {string} name
   * @param {Input} input
   * @returns {Promise<Passage>}
   */
  async call(name, input) {
    // Nobody can change under the others' eyes what they have agreed to.
    const given = structuredClone(input);
    const known = gateName(name, given);
    const passage = { blockedBy: null, audit: null, cancelled: false };
    if (known === null) return { ...passage, result: failed("invalid action") };
    const { policy, executor, sessionId, nowMs } = this.#with;
    const record = audit(policy, known, sessionId, nowMs());
    try {
      await this.#askPolicy(known, given);
      await this.#askHooks(known, given);
    } catch (thrown) {
      if (!(thrown instanceof Blocked)) throw thrown;
      const result = failed(thrown.message);
      return { ...passage, result, blockedBy: thrown.by, audit: record };
    }
    let result;
    try {
      result = await executor.execute(name, structuredClone(given), sessionId);
    } catch (thrown) {
      if (thrown instanceof Cancelled) {
        return { ...passage, result: failed("cancelled"), audit: record, cancelled: true };
      }
      result = failed(thrown instanceof Error ? thrown.message : String(thrown));
    }
    await this.#tellHooks(known, given, result);
    return { ...passage, result, audit: record };
  }

  /**
   * Spec: GATE-3 to GATE-8
   * @param {string} name
   * @param {Input} given
   */
  async #askPolicy(name, given) {
    const { policy, prompters } = this.#with;
    const { mode, reason } = policy.explain(name);
    if (mode === "deny") throw new Blocked("policy", `denied by policy${reason ? `: ${reason}` : ""}`);
    if (mode === "allow") return;
    for (const prompter of prompters) {
      const decision = await asked(
        () => prompter.requestPermission(name, structuredClone(given)), "prompter",
      );
      // Whatever is no decision leaves it to the next one.
      if (decision?.type === "allow") return;
      if (decision?.type === "deny") throw new Blocked("prompter", decision.reason || "denied");
    }
    const nobody = prompters.length > 0 ? "nobody decided" : "no prompter available";
    throw new Blocked("prompter", nobody);
  }

  /**
   * Spec: GATE-9
   * @param {string} name
   * @param {Input} given
   */
  async #askHooks(name, given) {
    const { hooks } = this.#with;
    if (!hooks) return;
    const verdict = await asked(() => hooks.runPre(name, structuredClone(given)), "hook");
    if (verdict?.decision === "deny") throw new Blocked("hook", verdict.reason || "denied by hook");
    if (verdict?.decision !== "allow") throw new Blocked("hook", "hook failed");
  }

  /**
   * Spec: GATE-12
   * @param {string} name
   * @param {Input} given
   * @param {ToolResult} result
   */
  async #tellHooks(name, given, result) {
    try {
      await this.#with.hooks?.runPost(name, structuredClone(given), { ...result });
    } catch {
      // The tool has run, and its result stands.
    }
  }
}

/**
 * What somebody answers; whoever fails to decide has not allowed.
 * @template T
 * @param {() => Promise<T>} ask
 * @param {Blocker} who
 * @returns {Promise<T>}
 */
async function asked(ask, who) {
  try {
    return await ask();
  } catch {
    throw new Blocked(who, `${who} failed`);
  }
}

/**
 * The result of a call that has none.
 * @param {string} error
 * @returns {ToolResult}
 */
export function failed(error) {
  return { output: "", error, isError: true };
}
