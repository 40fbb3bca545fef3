import { operation } from "../adapter.js";
import { McpError, McpExchange, McpLines, McpSession, StdioMcpTransport } from "../mcp-client/index.js";
import * as shapes from "./mcp_client/shapes.js";

export default {
  lines: operation(shapes.lines, ({ chunks, maxLine }) => {
    const lines = new McpLines(maxLine);
    const events = chunks.flatMap((chunk) => lines.feed(Buffer.from(chunk)));
    return { events: [...events, ...lines.close()] };
  }),

  session: operation(shapes.session, ({ timeoutMs, script }) => {
    const session = new McpSession(timeoutMs);
    return { turns: script.map((step, index) => sessionTurn(session, index, step)) };
  }),

  http: operation(shapes.http, ({ headers, maxBody, script }) => {
    const exchange = new McpExchange(headers, maxBody);
    return { turns: script.map((step, index) => httpTurn(exchange, index, step)) };
  }),

  play: operation(shapes.play, async ({ workspace, command, timeoutMs, calls }) => {
    const [program = "", ...words] = command;
    let connection;
    try {
      const options = { folder: workspace, timeoutMs };
      connection = await new StdioMcpTransport([program, ...words], options).connect();
    } catch (refused) {
      return { results: calls.map(() => codeOf(refused)) };
    }
    const results = [];
    try {
      for (const asked of calls) {
        const got = "list" in asked
          ? connection.listTools()
          : connection.callTool(asked.call.name, asked.call.arguments);
        results.push(await got.then((value) => ({ value }), codeOf));
      }
    } finally {
      await connection.close();
    }
    return { results };
  }),
};

/** @param {unknown} refused */
function codeOf(refused) {
  if (!(refused instanceof McpError)) throw refused;
  return { code: refused.code };
}

/**
 * @param {McpSession} session
 * @param {number} index
 * @param {import("./mcp_client/shapes.js").SessionStep} step
 */
function sessionTurn(session, index, step) {
  switch (step.type) {
    case "connect":
      return session.connect(index, step.client, step.at);
    case "list":
      return session.listTools(index, step.at);
    case "call":
      return session.callTool(index, step.name, step.arguments, step.at);
    case "request":
      return session.request(index, step.method, step.params, step.at);
    case "receive":
      return session.receive(step.message, step.at);
    case "invalid":
      return session.invalid(step.id, step.at);
    case "failed":
      return session.failed(step.id, step.code, step.at);
    case "closed":
      return session.closed(step.reason, step.at);
    case "close":
      return session.close(step.at);
    case "tick":
      return session.tick(step.at);
  }
}

/**
 * @param {McpExchange} exchange
 * @param {number} index
 * @param {import("./mcp_client/shapes.js").HttpStep} step
 */
function httpTurn(exchange, index, step) {
  switch (step.type) {
    case "send":
      return exchange.send(index, step.message);
    case "listen":
      return exchange.listen(index);
    case "close":
      return exchange.close(index);
    case "response":
      return exchange.response(step.to, step.status, step.headers);
    case "chunk":
      return exchange.chunk(step.to, Buffer.from(step.text));
    case "end":
      return exchange.end(step.to);
    case "fail":
      return exchange.fail(step.to);
    case "resume":
      return exchange.resume(step.to);
    case "abandon":
      return exchange.abandon(step.to);
  }
}
