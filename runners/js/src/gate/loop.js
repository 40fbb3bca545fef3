// The turn loop: asks the model, makes the calls that it wants, and asks again.

import { DomainError } from "../domain-error.js";
import { SessionCompactor } from "../session/index.js";
import { blocksOf } from "../session/message.js";
import { failed } from "./gate.js";
import { readTurn } from "./turn.js";

/** @typedef {import("../session/index.js").Block} Block */
/** @typedef {import("../session/index.js").Message} Message */
/** @typedef {import("./gate.js").Passage} Passage */
/** @typedef {import("./turn.js").StreamEvent} StreamEvent */
/** @typedef {import("./turn.js").ToolUse} ToolUse */

/**
 * A model: its answer to a conversation, as it comes.
 * @typedef {object} ApiClient
 * @property {(messages: readonly Message[], tools: readonly string[]) =>
 *   AsyncIterable<StreamEvent> | Iterable<StreamEvent>} sendMessage
 */
/**
 * What a conversation may cost, and who sums up what has to go; null when nobody could.
 * @typedef {object} Budget
 * @property {SessionCompactor} compactor
 * @property {(messages: readonly Message[]) => string | null | Promise<string | null>} summarise
 */
/**
 * A model, the gate before its tools, and the names of these; `log` gets each audit record.
 * @typedef {object} Setting
 * @property {ApiClient} model
 * @property {{ admit: (use: ToolUse) => Promise<Passage> }} gate
 * @property {readonly string[]} tools
 * @property {number} maxRequests
 * @property {Budget | null} [budget]
 * @property {(record: import("../permissions/index.js").AuditRecord) => void} [log]
 */
/**
 * How a run has ended: all messages, the requests made, and which calls were blocked.
 * @typedef {object} Conversation
 * @property {readonly Message[]} messages
 * @property {number} requests
 * @property {"end" | "error" | "limit" | "cancelled"} stop
 * @property {string} partial the text of a message that was dropped
 * @property {string[]} blocked
 */
/** @typedef {Omit<Conversation, "stop"> & { stop: Conversation["stop"] | null }} Run */

/** No request may be made: code `INVALID_LIMIT`. */
export class InvalidLimit extends DomainError {
  constructor() {
    super("INVALID_LIMIT", "maxRequests is a whole number, 1 or more");
  }
}

/**
 * Passes a number of requests that can be made; throws `InvalidLimit`.
 *
 * Spec: GATE-36
 * @param {number} maxRequests
 */
export function checkLimit(maxRequests) {
  if (!(Number.isInteger(maxRequests) && maxRequests >= 1)) throw new InvalidLimit();
}

/** A model, the tools that it may call, and the gate before them. */
export class AgentLoop {
  #setting;

  /** @param {Setting} setting throws `InvalidLimit` */
  constructor(setting) {
    checkLimit(setting.maxRequests);
    this.#setting = { ...setting, tools: [...setting.tools] };
  }

  /**
   * Goes on with a conversation until the model wants nothing more; rejects with `InvalidMessage`.
   *
   * Spec: GATE-22 to GATE-37
   * @param {readonly unknown[]} messages
   * @returns {Promise<Conversation>}
   */
  async run(messages) {
    // Any budget will do: what is asked is whether they can be counted.
    new SessionCompactor(1).totalTokens(messages);
    const kept = /** @type {readonly Message[]} */ (messages);
    /** @type {Run} */
    const run = { messages: kept, requests: 0, stop: null, partial: "", blocked: [] };
    while (run.stop === null) await this.#turn(run);
    return { ...run, stop: run.stop };
  }

  /** @param {Run} run */
  async #turn(run) {
    const { model, tools, budget, maxRequests } = this.#setting;
    if (budget) {
      const summary = await budget.summarise(run.messages);
      run.messages = budget.compactor.compact(run.messages, summary).messages;
    }
    run.requests += 1;
    const events = model.sendMessage([...run.messages], tools);
    const { blocks, uses, text, complete } = await readTurn(events, usedIds(run.messages));
    if (!complete) {
      run.stop = "error";
      run.partial = text;
      return;
    }
    if (blocks.length > 0) run.messages = [...run.messages, { role: "assistant", content: blocks }];
    if (uses.length === 0) {
      run.stop = "end";
      return;
    }
    const results = [];
    // One by one: side by side, one could act before another is denied.
    for (const use of uses) results.push(await this.#resultOf(use, run));
    run.messages = [...run.messages, { role: "tool", content: results }];
    if (run.stop === null && run.requests === maxRequests) run.stop = "limit";
  }

  /**
   * One call of a message, after those before it.
   *
   * Spec: GATE-29 to GATE-32, GATE-35
   * @param {ToolUse} use
   * @param {Run} run
   * @returns {Promise<Block>}
   */
  async #resultOf(use, run) {
    if (run.stop === "cancelled") return block(use.id, failed("cancelled"));
    if (!this.#setting.tools.includes(use.name)) return block(use.id, failed("unknown tool"));
    const passage = await this.#setting.gate.admit(use);
    if (passage.audit) this.#setting.log?.(passage.audit);
    if (passage.blockedBy) run.blocked.push(use.id);
    if (passage.cancelled) run.stop = "cancelled";
    return block(use.id, passage.result);
  }
}

/**
 * The block that answers a tool use.
 *
 * Spec: GATE-30
 * @param {string} id
 * @param {import("../hooks/index.js").ToolResult} result
 * @returns {Block}
 */
function block(id, { output, error, isError }) {
  const content = [output, error].filter(Boolean).join("\n");
  const answer = /** @type {const} */ ({ type: "tool_result", tool_use_id: id, content });
  return isError ? { ...answer, is_error: true } : answer;
}

/** @param {readonly Message[]} messages */
function usedIds(messages) {
  const blocks = messages.flatMap((message) => blocksOf(message));
  return new Set(blocks.flatMap((one) => (one.type === "tool_use" ? [one.id] : [])));
}
