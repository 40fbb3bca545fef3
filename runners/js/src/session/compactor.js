// Compaction in two stages, the cheap one first: what happens to the middle of a session that has
// outgrown its budget. The summary comes in as text; nothing here asks a model for it.

import { DomainError } from "../domain-error.js";
import { blocksOf, checkMessages, InvalidMessage } from "./message.js";
import { estimate, overTrigger, total } from "./tokens.js";
import { divide } from "./turns.js";

/** @typedef {import("./message.js").Block} Block */
/** @typedef {import("./message.js").Message} Message */

/**
 * What compaction made of a session, and what that cost and saved, in tokens and messages.
 *
 * Messages that did not change are the same objects that were passed in.
 * @typedef {object} CompactionResult
 * @property {readonly Message[]} messages
 * @property {number} compactedCount messages that the one with the summary replaced
 * @property {number} resultsCompacted tool results that were rewritten and are still there
 * @property {number} tokensSaved negative where `[compacted]` cost more than what it replaced
 * @property {boolean} fits whether the messages cost `maxTokens` or less
 * @property {"model" | "fallback" | "none"} summarySource
 */

/**
 * What has become of the middle so far.
 * @typedef {Pick<CompactionResult,
 *   "messages" | "compactedCount" | "resultsCompacted" | "summarySource">} Middle
 */

const COMPACTED = "[compacted]";
const BLANK = /^[ \t\r\n]*$/;
const LARGEST_TOTAL = BigInt(Number.MAX_SAFE_INTEGER);

/** `maxTokens` is below 1 or `reserveRecent` below 0: code `INVALID_BUDGET`. */
export class InvalidBudget extends DomainError {
  /** @param {string} message */
  constructor(message) {
    super("INVALID_BUDGET", message);
  }
}

/** Brings sessions below nine tenths of a budget, as far as the protected part lets it. */
export class SessionCompactor {
  #maxTokens;
  #reserveRecent;

  /**
   * `reserveRecent` counts the turns at the end that are never touched; throws `InvalidBudget`.
   *
   * Spec: SESSION-6, SESSION-7
   * @param {number} maxTokens
   * @param {number} [reserveRecent]
   */
  constructor(maxTokens, reserveRecent = 3) {
    if (!(Number.isInteger(maxTokens) && maxTokens >= 1)) {
      throw new InvalidBudget("maxTokens is a whole number, 1 or more");
    }
    if (!(Number.isInteger(reserveRecent) && reserveRecent >= 0)) {
      throw new InvalidBudget("reserveRecent is a whole number, 0 or more");
    }
    this.#maxTokens = maxTokens;
    this.#reserveRecent = reserveRecent;
  }

  /**
   * The tokens of all messages together; throws `InvalidMessage`.
   * @param {readonly unknown[]} messages
   * @returns {number}
   */
  totalTokens(messages) {
    return Number(checkedTotal(checkMessages(messages)));
  }

  /**
   * Whether the messages cost more than the trigger; throws `InvalidMessage`.
   * @param {readonly unknown[]} messages
   * @returns {boolean}
   */
  shouldCompact(messages) {
    return overTrigger(checkedTotal(checkMessages(messages)), this.#maxTokens);
  }

  /**
   * The session with its middle compacted as far as needed; throws `InvalidMessage`.
   *
   * `summary` is what the summariser returned, null when it failed. Spec: SESSION-18 to SESSION-45
   * @param {readonly unknown[]} messages
   * @param {string | null} [summary]
   * @returns {CompactionResult}
   */
  compact(messages, summary = null) {
    const session = checkMessages(messages);
    const before = checkedTotal(session);
    const { first, tail } = divide(session, this.#reserveRecent);
    const head = session.slice(0, first);
    const rest = session.slice(tail);
    const untouchable = total(head) + total(rest);
    /** @type {Middle} */
    let middle = {
      messages: session.slice(first, tail),
      compactedCount: 0,
      resultsCompacted: 0,
      summarySource: "none",
    };
    const tokens = () => untouchable + total(middle.messages);
    if (overTrigger(tokens(), this.#maxTokens)) middle = withoutResults(middle);
    if (overTrigger(tokens(), this.#maxTokens)) middle = summedUp(middle, summary);
    return {
      messages: [...head, ...middle.messages, ...rest],
      compactedCount: middle.compactedCount,
      resultsCompacted: middle.resultsCompacted,
      tokensSaved: Number(before - tokens()),
      fits: tokens() <= this.#maxTokens,
      summarySource: middle.summarySource,
    };
  }
}

/** @param {readonly Message[]} messages @returns {bigint} */
function checkedTotal(messages) {
  const tokens = total(messages);
  // Spec: SESSION-5
  if (tokens <= LARGEST_TOTAL) return tokens;
  throw new InvalidMessage(`the messages cost more than ${LARGEST_TOTAL} tokens together`);
}

/**
 * Stage 1: the middle without what tools returned.
 *
 * Spec: SESSION-27 to SESSION-30
 * @param {Middle} middle
 * @returns {Middle}
 */
function withoutResults(middle) {
  let resultsCompacted = 0;
  const messages = middle.messages.map((message) => {
    const bulky = blocksOf(message).filter(isBulky).length;
    resultsCompacted += bulky;
    if (bulky === 0) return message;
    const content = blocksOf(message).map((block) =>
      isBulky(block) ? { ...block, content: COMPACTED } : block,
    );
    return recounted({ ...message, content });
  });
  return { ...middle, messages, resultsCompacted };
}

/** @param {Block} block @returns {boolean} whether it holds a result that stage 1 rewrites */
const isBulky = (block) => block.type === "tool_result" && block.content !== COMPACTED;

/**
 * Stage 2: one message that stands for the middle, unless it costs as much or more.
 *
 * Spec: SESSION-32 to SESSION-35, SESSION-38
 * @param {Middle} middle
 * @param {string | null} summary
 * @returns {Middle}
 */
function summedUp(middle, summary) {
  const compactedCount = middle.messages.length;
  const hasFailed = summary === null || BLANK.test(summary);
  const content = hasFailed ? `[${compactedCount} earlier messages compacted]` : summary;
  const messages = [recounted({ role: "assistant", content })];
  if (total(messages) >= total(middle.messages)) return middle;
  // The results that stage 1 rewrote are gone with the messages that held them.
  const summarySource = hasFailed ? "fallback" : "model";
  return { messages, compactedCount, resultsCompacted: 0, summarySource };
}

/** @param {Message} message @returns {Message} */
const recounted = (message) => ({ ...message, token_count: estimate(message) });
