// What a session wants done: actions, in the order in which they are to happen.

/** @typedef {import("./message.js").Message} Message */

/**
 * A message for the server, a step's end, the end of the transport.
 * @typedef {{ type: "send", message: Message } |
 *   { type: "resolve", step: number, value: unknown } |
 *   { type: "reject", step: number, code: string, details: Message | null } |
 *   { type: "close" }} Action
 */

/**
 * The actions of one event: sends, then what steps get, by step, then the end.
 *
 * Spec: MCPC-18
 * @param {readonly Action[]} actions
 * @returns {Action[]}
 */
export function inOrder(actions) {
  return actions.toSorted((left, right) => rank(left) - rank(right));
}

/** @param {Action} action */
function rank(action) {
  if (action.type === "send") return -1;
  return action.type === "close" ? Number.MAX_SAFE_INTEGER : action.step;
}
