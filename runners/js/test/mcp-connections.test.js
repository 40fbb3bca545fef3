// Connections to servers that misbehave; those that nobody here wrote are in the reference's tests,
// and here where Python has the SDK.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

import {
  HttpMcpTransport, McpError, serverEnvironment, StdioMcpTransport,
} from "hanzo-conformance-js/mcp-client";

/** @typedef {import("node:http").ServerResponse} Response */

const folder = mkdtempSync(join(tmpdir(), "mcp-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const SDK = fileURLToPath(new URL("../../../reference/tests/mcp_sdk_server.py", import.meta.url));
const PYTHON = process.env["PYTHON"] ?? "python3";
const hasSdk = spawnSync(PYTHON, ["-c", "import mcp.server.mcpserver"]).status === 0;

/** @param {string} code */
const refusedWith = (code) => (/** @type {unknown} */ thrown) =>
  thrown instanceof McpError && thrown.code === code;

test("a server of the official SDK is spoken to over stdio", { skip: !hasSdk && "no SDK" }, async () => {
  const connection = await new StdioMcpTransport([PYTHON, SDK]).connect();
  try {
    const { tools } = await connection.listTools();
    assert.deepEqual(tools.map(({ name }) => name), ["add", "echo", "fail", "sleep"]);
    const texts = ["", "é😀\u2028\n", "x".repeat(300_000)];
    const told = await Promise.all(texts.map((text) => connection.callTool("echo", { text })));
    assert.deepEqual(told.map(({ output }) => output), texts);
    assert.equal((await connection.callTool("fail", {})).is_error, true);
    const ping = await connection.send({ id: "mine", method: "ping" });
    assert.deepEqual(ping, { jsonrpc: "2.0", id: "mine", result: {} });
    await assert.rejects(connection.callTool("echo", { text: Number.NaN }), TypeError);
  } finally {
    await connection.close();
  }
});

test("no key of the client gets to a server", () => {
  const own = { PATH: "/bin", HOME: "/root", ANTHROPIC_API_KEY: "secret", LANG: "C" };
  assert.deepEqual(serverEnvironment(own, { TOKEN: "its own", HOME: "/else" }), {
    PATH: "/bin", HOME: "/else", TOKEN: "its own",
  });
});

test("a program that is not there is told at once", async () => {
  const transport = new StdioMcpTransport(["no-such-program-anywhere"]);
  await assert.rejects(transport.connect(), refusedWith("CLOSED"));
});

test("a server that ignores everything is killed with its group", async () => {
  const script = "trap '' TERM; echo $$ > pid; sleep 600 & echo $! > child; wait; sleep 600";
  const transport = new StdioMcpTransport(["sh", "-c", script], { folder, timeoutMs: 500 });
  await assert.rejects(transport.connect(), refusedWith("TIMEOUT"));
  for (const name of ["pid", "child"]) {
    const process = readFileSync(join(folder, name), "utf8").trim();
    const deadline = performance.now() + 60_000;
    while (isAlive(process)) {
      assert.ok(performance.now() < deadline, `${name} lives`);
      await sleep(20);
    }
  }
});

/** @param {string} process */
function isAlive(process) {
  const state = spawnSync("ps", ["-o", "stat=", "-p", process], { encoding: "utf8" }).stdout.trim();
  return state !== "" && !state.startsWith("Z");
}

/** What a server does to a call, by the name of its tool. */
const DEEDS = {
  /** @param {Response} response @param {unknown} id */
  well: (response, id) => answer(response, id, { content: [{ type: "text", text: "well" }] }),
  /** @param {Response} response */
  endless(response) {
    response.writeHead(200, { "content-type": "text/event-stream" });
    const line = `data: ${"x".repeat(65_536)}\n`;
    const more = () => {
      while (!response.destroyed && response.write(line));
    };
    response.on("drain", more);
    more();
  },
  /** @param {Response} response */
  silent: (response) => response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders(),
  /** @param {Response} response */
  short(response) {
    response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
    response.write('{"jsonrpc":"2.0"', () => response.destroy());
  },
  /** @param {Response} response */
  redirect: (response) => response.writeHead(307, { location: "/elsewhere" }).end(),
};

/** @param {Response} response @param {unknown} id @param {object} result @param {object} [headers] */
function answer(response, id, result, headers = {}) {
  response.writeHead(200, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify({ jsonrpc: "2.0", id, result }));
}

/**
 * A server of deeds; `seen` has each method with the session that it came in.
 * @param {(url: string, seen: [string, unknown][]) => Promise<void>} use
 */
async function served(use) {
  /** @type {[string, unknown][]} */
  const seen = [];
  let sessions = 0;
  const server = createServer(async (request, response) => {
    const session = request.headers["mcp-session-id"];
    if (request.method !== "POST") {
      seen.push([String(request.method), session]);
      response.writeHead(request.method === "GET" ? 405 : 200).end();
      return;
    }
    let body = "";
    for await (const chunk of request) body += chunk;
    const { id, method, params } = JSON.parse(body);
    seen.push([method, session]);
    if (method === "initialize") {
      const serverInfo = { name: "bad", version: "1" };
      const result = { protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo };
      answer(response, id, result, { "mcp-session-id": `s-${sessions++}` });
    } else if (id === undefined) response.writeHead(202).end();
    else if (params.name === "expired" && session === "s-0") response.writeHead(404).end();
    else DEEDS[/** @type {keyof typeof DEEDS} */ (params.name)]?.(response, id);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(null)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  try {
    await use(`http://127.0.0.1:${port}/mcp`, seen);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

for (const [tool, code] of /** @type {const} */ ([
  ["endless", "INVALID_RESPONSE"], ["short", "STREAM_ENDED"], ["redirect", "HTTP_ERROR"],
  ["silent", "TIMEOUT"], ["expired", "SESSION_EXPIRED"],
])) {
  test(`over HTTP a call that is ${tool} ends with ${code}, and no other does`, async () => {
    await served(async (url, seen) => {
      const timeoutMs = tool === "silent" ? 1000 : 60_000;
      const connection = await new HttpMcpTransport(url, { timeoutMs }).connect();
      await assert.rejects(connection.callTool(tool, {}), refusedWith(code));
      const deadline = performance.now() + 60_000;
      // A session that begins anew takes its time.
      while (!(await connection.callTool("well", {}).catch(() => null))) {
        assert.ok(performance.now() < deadline);
        await sleep(20);
      }
      await connection.close();
      const greetings = seen.filter(([method]) => method === "initialize");
      assert.equal(greetings.length, tool === "expired" ? 2 : 1);
      assert.deepEqual(seen.at(-1), ["DELETE", `s-${greetings.length - 1}`]);
      const first = seen.findIndex(([method]) => method === "tools/call");
      assert.ok(seen.findIndex(([method]) => method === "notifications/initialized") < first);
    });
  });
}

test("nobody listens at an address", async () => {
  const transport = new HttpMcpTransport("http://127.0.0.1:1/mcp", { timeoutMs: 60_000 });
  await assert.rejects(transport.connect(), refusedWith("STREAM_ENDED"));
});

test("an address of something else is refused", () => {
  assert.throws(() => new HttpMcpTransport("file:///etc/passwd"), TypeError);
});
