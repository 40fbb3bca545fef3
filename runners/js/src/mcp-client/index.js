// Talking to MCP servers: machines without any input or output, and connections that stand on them.

export { McpConnection, McpError } from "./connection.js";
export { McpExchange } from "./exchange.js";
export { McpLines } from "./lines.js";
export { McpSession } from "./session.js";
export { serverEnvironment, StdioMcpTransport } from "./stdio.js";
export { HttpMcpTransport } from "./streamable-http.js";

/** @typedef {import("./actions.js").Action} Action */
/** @typedef {import("./answers.js").ToolDefinition} ToolDefinition */
/** @typedef {import("./exchange.js").HttpAction} HttpAction */
/** @typedef {import("./lines.js").LineEvent} LineEvent */
/** @typedef {import("./message.js").Message} Message */
