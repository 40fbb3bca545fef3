// One answer of the model: its events, put together to the blocks of a message.

/** @typedef {import("../session/index.js").Block} Block */
/** @typedef {{ type: "tool_use", id: string, name: string, input: Readonly<Record<string, unknown>> }} ToolUse */
/**
 * @typedef {{ type: "content", text: string } | ToolUse | { type: "stop" }
 *   | { type: "error", message: string }} StreamEvent
 */

/**
 * The blocks and tool uses of a message, and all of its text; `complete` if it was ended.
 * @typedef {{ blocks: Block[], uses: ToolUse[], text: string, complete: boolean }} Turn
 */

/**
 * Reads to the end of a message; `taken` are the ids that no tool use may have.
 *
 * Spec: GATE-24 to GATE-28
 * @param {AsyncIterable<StreamEvent> | Iterable<StreamEvent>} events
 * @param {ReadonlySet<string>} taken
 * @returns {Promise<Turn>}
 */
export async function readTurn(events, taken) {
  /** @type {Turn} */
  const turn = { blocks: [], uses: [], text: "", complete: false };
  const ids = new Set(taken);
  for await (const event of events) {
    if (event.type === "content") {
      addText(turn.blocks, event.text);
      turn.text += event.text;
    } else if (event.type === "tool_use" && !ids.has(event.id)) {
      const { type, id, name, input } = event;
      ids.add(id);
      turn.uses.push(event);
      turn.blocks.push({ type, id, name, input });
    } else {
      turn.complete = event.type === "stop";
      break;
    }
  }
  return turn;
}

/** @param {Block[]} blocks @param {string} text */
function addText(blocks, text) {
  if (text === "") return;
  const last = blocks.at(-1);
  if (last?.type === "text") blocks[blocks.length - 1] = { type: "text", text: last.text + text };
  else blocks.push({ type: "text", text });
}
