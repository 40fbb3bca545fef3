// The shape of a message, judged member by member. How many tokens they cost is in tokens.js, which
// messages belong together in turns.js.

import { DomainError } from "../domain-error.js";

/** @typedef {{ type: "text", text: string }} TextBlock */
/**
 * @typedef {object} ToolUseBlock
 * @property {"tool_use"} type
 * @property {string} id
 * @property {string} name
 * @property {Readonly<Record<string, unknown>>} input
 */
/**
 * What a tool returned: any JSON value.
 * @typedef {object} ToolResultBlock
 * @property {"tool_result"} type
 * @property {string} tool_use_id
 * @property {unknown} content
 * @property {boolean} [is_error]
 */
/** @typedef {Readonly<TextBlock | ToolUseBlock | ToolResultBlock>} Block */

/**
 * One message of a session, a JSON value; `token_count` in tokens.
 * @typedef {object} Message
 * @property {"system" | "user" | "assistant" | "tool"} role
 * @property {string | readonly Block[]} content
 * @property {number} [token_count]
 */

/** A message is not of the shape that can be counted and compacted: code `INVALID_MESSAGE`. */
export class InvalidMessage extends DomainError {
  /** @param {string} message */
  constructor(message) {
    super("INVALID_MESSAGE", message);
  }
}

/** @typedef {(value: unknown) => boolean} Judge */
/** @typedef {ReadonlyMap<string, Judge>} Judges */
/** @typedef {{ required: Judges, optional: Judges }} Members */

/** @type {Judge} */
const isAny = () => true;
/** @type {Judge} */
const isText = (value) => typeof value === "string";
/** @type {Judge} */
const isBoolean = (value) => typeof value === "boolean";
/** @type {Judge} */
const isCount = (value) => typeof value === "number" && Number.isInteger(value) && value >= 0;
/** @type {Judge} */
const isRole = (value) => ["system", "user", "assistant", "tool"].some((role) => role === value);

/** @param {unknown} value @returns {value is Record<string, unknown>} */
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** @param {Record<string, Judge>} required @param {Record<string, Judge>} [optional] */
const members = (required, optional = {}) => ({
  // Maps, in which a member called `constructor` is not found.
  required: new Map(Object.entries(required)),
  optional: new Map(Object.entries(optional)),
});

const MESSAGE = members({ role: isRole, content: isAny }, { token_count: isCount });
const BLOCKS = new Map([
  ["text", members({ type: isText, text: isText })],
  ["tool_use", members({ type: isText, id: isText, name: isText, input: isObject })],
  [
    "tool_result",
    members({ type: isText, tool_use_id: isText, content: isAny }, { is_error: isBoolean }),
  ],
]);

/**
 * The messages as they are, once each was found to be of the right shape; throws `InvalidMessage`.
 *
 * Spec: SESSION-1 to SESSION-4, SESSION-43
 * @param {readonly unknown[]} messages
 * @returns {readonly Message[]}
 */
export function checkMessages(messages) {
  messages.forEach((message, index) => {
    const problem = messageProblem(message);
    if (problem) throw new InvalidMessage(`message ${index}: ${problem}`);
  });
  return /** @type {readonly Message[]} */ (messages);
}

/**
 * The blocks of a message; content that is text is one text block.
 *
 * Spec: SESSION-13
 * @param {Message} message
 * @returns {readonly Block[]}
 */
export function blocksOf({ content }) {
  return typeof content === "string" ? [{ type: "text", text: content }] : content;
}

/** @param {unknown} message @returns {string | null} in words for people */
function messageProblem(message) {
  if (!isObject(message)) return "it is no object";
  const problem = membersProblem(message, MESSAGE);
  if (problem) return problem;
  const { content } = message;
  if (typeof content === "string") return null;
  if (!Array.isArray(content)) return "its content is neither text nor a list of blocks";
  for (const block of content) {
    const found = blockProblem(block);
    if (found) return found;
  }
  return null;
}

/** @param {unknown} block @returns {string | null} */
function blockProblem(block) {
  if (!isObject(block)) return "a block is no object";
  const known = BLOCKS.get(/** @type {string} */ (block["type"]));
  return known ? membersProblem(block, known) : "a block has no type that is known";
}

/** @param {Record<string, unknown>} value @param {Members} members @returns {string | null} */
function membersProblem(value, { required, optional }) {
  for (const name of required.keys()) {
    if (!Object.hasOwn(value, name)) return `${name} is missing`;
  }
  for (const [name, member] of Object.entries(value)) {
    const judge = required.get(name) ?? optional.get(name);
    if (!judge) return `unknown member ${JSON.stringify(name)}`;
    if (!judge(member)) return `ill-formed ${name}`;
  }
  return null;
}
