// Talking to MCP servers: machines without any input or output.

export { McpExchange } from "./exchange.js";
export { McpLines } from "./lines.js";
export { McpSession } from "./session.js";

/** @typedef {import("./actions.js").Action} Action */
/** @typedef {import("./answers.js").ToolDefinition} ToolDefinition */
/** @typedef {import("./exchange.js").HttpAction} HttpAction */
/** @typedef {import("./lines.js").LineEvent} LineEvent */
/** @typedef {import("./message.js").Message} Message */
