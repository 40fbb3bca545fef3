import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

import { AdapterProcess } from "../testing/adapter-process.js";

/** @param {number} id @param {string} method @param {unknown} params */
const line = (id, method, params) => `${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`;

const harness = { name: "test", version: "0" };
const hello = line(0, "initialize", { protocol: 1, harness });
const parse = (/** @type {number} */ id) => line(id, "mcp.parse", { name: "mcp__a__b" });

test("the handshake names the implementation and operations of every domain", async () => {
  const adapter = new AdapterProcess();
  adapter.write(hello);
  const { result } = await adapter.answer();
  const source = (/** @type {string} */ path) => new URL(`../${path}`, import.meta.url);
  const { version } = JSON.parse(readFileSync(source("package.json"), "utf8"));
  assert.equal(result.protocol, 1);
  assert.deepEqual(result.implementation, { name: "hanzo-js", version, language: "javascript" });
  const domainOf = (/** @type {string} */ name) => name.split(".")[0];
  const files = readdirSync(source("src/domains")).filter((name) => name.endsWith(".js"));
  const tools = readdirSync(source("src/tools"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => `${entry.name}.js`);
  const domains = new Set(result.operations.map(domainOf));
  const named = [...domains].map((domain) => `${domain}.js`).sort();
  assert.deepEqual(named, [...new Set([...files, ...tools])].sort());
  assert.deepEqual(await adapter.end(), { code: 0, answers: [] });
});

test("an unknown protocol number is refused", async () => {
  const adapter = new AdapterProcess();
  adapter.write(line(0, "initialize", { protocol: 2, harness }));
  assert.equal((await adapter.answer()).error.code, -32602);
  assert.equal((await adapter.end()).code, 0);
});

test("a lone request is answered while the input stays open", async () => {
  const adapter = new AdapterProcess();
  adapter.write(parse(1));
  assert.deepEqual((await adapter.answer()).result, { server: "a", tool: "b" });
  adapter.write(parse(2).slice(0, 10));
  adapter.write(parse(2).slice(10));
  assert.equal((await adapter.answer()).id, 2);
  assert.equal((await adapter.end()).code, 0);
});

test("ten thousand requests at once are all answered, in order", async () => {
  const adapter = new AdapterProcess();
  const ids = Array.from({ length: 10_000 }, (_, id) => id);
  adapter.write(ids.map(parse).join(""));
  const { code, answers } = await adapter.end();
  assert.equal(code, 0);
  assert.deepEqual(answers.map(({ id }) => id), ids);
});

test("after a line that is no JSON the adapter goes on", async () => {
  const adapter = new AdapterProcess();
  adapter.write(`{\n${parse(1)}`);
  assert.deepEqual((await adapter.answer()).error.code, -32700);
  assert.equal((await adapter.answer()).id, 1);
  assert.equal((await adapter.end()).code, 0);
});

test("a request of a megabyte is one request", async () => {
  const adapter = new AdapterProcess();
  adapter.write(line(1, "mcp.parse", { name: `mcp__a__${"b".repeat(1_000_000)}` }));
  assert.equal((await adapter.answer()).result.tool.length, 1_000_000);
  assert.equal((await adapter.end()).code, 0);
});

test("an empty input is no failure", async () => {
  assert.deepEqual(await new AdapterProcess().end(), { code: 0, answers: [] });
});
