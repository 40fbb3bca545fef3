// Which messages belong together, and which of them compaction may touch: the division of a session
// into the system prompt, the middle and the protected tail.

import { blocksOf } from "./message.js";

/** @typedef {import("./message.js").Message} Message */

/**
 * The middle is `messages.slice(first, tail)`, the rest is protected.
 * @typedef {{ first: number, tail: number }} Division
 */

/**
 * The division of a session whose last `reserveRecent` turns are protected.
 *
 * Spec: SESSION-19 to SESSION-26
 * @param {readonly Message[]} messages
 * @param {number} reserveRecent
 * @returns {Division}
 */
export function divide(messages, reserveRecent) {
  const first = messages[0]?.role === "system" ? 1 : 0;
  // The last zero turns begin at the end, which no index from the end can say.
  if (reserveRecent === 0) return { first, tail: messages.length };
  return { first, tail: turnStarts(messages, first).at(-reserveRecent) ?? first };
}

/** @param {readonly Message[]} messages @param {number} first @returns {number[]} ascending */
function turnStarts(messages, first) {
  const answered = lastAnswers(messages, first);
  const starts = [];
  let awaited = -1;
  for (let index = first; index < messages.length; index += 1) {
    const message = /** @type {Message} */ (messages[index]);
    // A tool_use before it has its result in it or after it, so a turn would cut the two apart.
    const isHeld = index <= awaited;
    if (index === first || (asks(message) && !isHeld)) starts.push(index);
    awaited = Math.max(awaited, answered.get(index) ?? -1);
  }
  return starts;
}

/** @param {Message} message @returns {boolean} whether the user says more than tools returned */
function asks(message) {
  return message.role === "user" && blocksOf(message).some(({ type }) => type !== "tool_result");
}

/**
 * For each message with calls of tools that are answered: where the last of the answers is.
 *
 * A result answers the nearest tool_use before it that has its id and no result yet.
 * Spec: SESSION-23, SESSION-24
 * @param {readonly Message[]} messages
 * @param {number} first
 * @returns {Map<number, number>}
 */
function lastAnswers(messages, first) {
  /** @type {Map<number, number>} */
  const answers = new Map();
  /** @type {Map<string, number[]>} */
  const unanswered = new Map();
  messages.slice(first).forEach((message, offset) => {
    const index = first + offset;
    for (const block of blocksOf(message)) {
      if (block.type === "tool_use") {
        const waiting = unanswered.get(block.id);
        if (waiting) waiting.push(index);
        else unanswered.set(block.id, [index]);
      } else if (block.type === "tool_result") {
        const asked = unanswered.get(block.tool_use_id)?.pop();
        // Indices only grow, so a later answer to the same message is the last one.
        if (asked !== undefined) answers.set(asked, index);
      }
    }
  });
  return answers;
}
