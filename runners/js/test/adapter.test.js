import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";

import {
  answer, DomainError, integer, InvalidParams, json, operation, record, serve, text,
} from "hanzo-conformance-js/adapter";

const operations = new Map([
  ["demo.greet", operation(record({ name: text }), ({ name }) => ({ greeting: `hi ${name}` }))],
  ["demo.late", operation(record({ ms: integer() }), ({ ms }) => delay(ms, { ms }))],
  ["demo.refuse", operation(json, () => {
    throw new DomainError("NO_LUCK", "told so", { why: ["x"] });
  })],
  ["demo.refuse_late", operation(json, async () => {
    throw new DomainError("NO_LUCK", "told so");
  })],
  ["demo.reject", operation(json, () => {
    throw new InvalidParams("/a: not like this");
  })],
  ["demo.rename", operation(record({ some_name: text }), (given) => ({
    givenName: given.someName, asIs: { notRenamed: Object.keys(given) },
  }))],
  ["demo.rename_late", operation(json, async () => ({ lateName: 1 }))],
  ["demo.echo", operation(json, (given) => given)],
  ["demo.forget", operation(json, () => undefined)],
  ["demo.forget_late", operation(json, async () => undefined)],
]);

/** @param {unknown} request @returns {Promise<any>} */
async function ask(request) {
  return JSON.parse(await answer(JSON.stringify(request), operations));
}

/** @param {string} method @param {unknown} [params] */
const request = (method, params) => ({ jsonrpc: "2.0", id: 7, method, params });

test("a result has its members in order, compact and unescaped", async () => {
  const line = await answer(JSON.stringify(request("demo.greet", { name: "Zoë" })), operations);
  assert.equal(line, '{"jsonrpc":"2.0","id":7,"result":{"greeting":"hi Zoë"}}\n');
});

test("a domain error carries code and details, and no details when there are none", async () => {
  const full = await answer(JSON.stringify(request("demo.refuse", {})), operations);
  const data = '{"code":"NO_LUCK","details":{"why":["x"]}}';
  const error = `{"code":-32000,"message":"told so","data":${data}}`;
  assert.equal(full, `{"jsonrpc":"2.0","id":7,"error":${error}}\n`);
  assert.deepEqual((await ask(request("demo.refuse_late"))).error.data, { code: "NO_LUCK" });
});

test("names are those of JavaScript in the handler and those of the protocol outside", async () => {
  assert.deepEqual((await ask(request("demo.rename", { some_name: "x" }))).result, {
    given_name: "x", as_is: { notRenamed: ["someName"] },
  });
  assert.deepEqual((await ask(request("demo.rename_late", {}))).result, { late_name: 1 });
});

test("a result that is no object is sent as it is", async () => {
  for (const value of [null, [1, { aB: 2 }], "aB", 0, false]) {
    assert.deepEqual((await ask(request("demo.echo", value))).result, value);
  }
});

test("params that do not fit are -32602 and say where", async () => {
  /** @type {[unknown, string][]} */
  const cases = [
    [{ name: 1 }, "/name: expected text"],
    [{}, "/name: missing"],
    [undefined, "/name: missing"],
    [{ name: "x", "a/b~": 1 }, "/a~1b~0: unknown member"],
    [JSON.parse('{"name":"x","__proto__":1}'), "/__proto__: unknown member"],
    [["x"], "/: expected an object"],
  ];
  for (const [params, message] of cases) {
    assert.deepEqual((await ask(request("demo.greet", params))).error, { code: -32602, message });
  }
  // Half of a pair is no text, and the line that has it no JSON of the protocol.
  assert.equal((await ask(request("demo.greet", { name: "\ud800" }))).error.code, -32700);
  assert.equal((await ask(request("demo.reject"))).error.code, -32602);
});

test("what is no request gets its own code and the id as far as it is known", async () => {
  /** @type {[string, number, unknown][]} */
  const cases = [
    ["", -32700, null],
    ["{", -32700, null],
    ["[]", -32600, null],
    ["null", -32600, null],
    ["5", -32600, null],
    ['{"id":3,"method":"demo.greet"}', -32600, 3],
    ['{"jsonrpc":"2.0","id":3}', -32600, 3],
    ['{"jsonrpc":"2.0","id":[3],"method":"demo.greet"}', -32600, null],
    ['{"jsonrpc":"2.0","id":"x","method":"demo.none"}', -32601, "x"],
    ['{"jsonrpc":"2.0","id":null,"method":"demo.none"}', -32601, null],
    ['{"jsonrpc":"2.0","id":1,"method":"constructor"}', -32601, 1],
  ];
  for (const [line, code, id] of cases) {
    const given = JSON.parse(await answer(line, operations));
    assert.deepEqual([given.error.code, given.id], [code, id], line);
  }
});

test("a notification gets no answer", () => {
  assert.equal(answer('{"jsonrpc":"2.0","method":"demo.none"}', operations), "");
});

test("a failure of the operation itself is -32603", async (context) => {
  const stderr = context.mock.method(process.stderr, "write", () => true);
  for (const method of ["demo.forget", "demo.forget_late"]) {
    assert.equal((await ask(request(method))).error.code, -32603);
  }
  assert.equal(stderr.mock.callCount(), 2);
});

/** @param {(stdin: PassThrough) => void} talk @returns {Promise<any[]>} */
async function served(talk) {
  const stdin = new PassThrough();
  const stdout = new PassThrough({ highWaterMark: 16 });
  talk(stdin);
  const done = serve(operations, { name: "demo", version: "1" }, stdin, stdout);
  done.finally(() => stdout.end());
  const chunks = await stdout.toArray();
  await done;
  const lines = Buffer.concat(chunks).toString().split("\n").slice(0, -1);
  return lines.map((line) => JSON.parse(line));
}

test("late answers are written although the input has ended, quick ones before them", async () => {
  const answers = await served((stdin) => {
    for (const ms of [20, 1]) stdin.write(`${JSON.stringify(request("demo.late", { ms }))}\n`);
    stdin.end(`${JSON.stringify(request("demo.greet", { name: "x" }))}\n`);
  });
  const results = answers.map(({ result }) => result);
  assert.deepEqual(results, [{ greeting: "hi x" }, { ms: 1 }, { ms: 20 }]);
});

test("a request may be cut anywhere, also inside a code point", async () => {
  const whole = Buffer.from(`${JSON.stringify(request("demo.greet", { name: "é😀" }))}\n`);
  const answers = await served((stdin) => {
    for (const byte of whole) stdin.write(Buffer.of(byte));
    stdin.end(whole.subarray(0, -1));
  });
  assert.deepEqual(answers.map(({ result }) => result.greeting), ["hi é😀", "hi é😀"]);
});

test("a line that is not UTF-8 is a parse error, and its neighbours are answered", async () => {
  const good = Buffer.from(`${JSON.stringify(request("demo.greet", { name: "x" }))}\n`);
  const bad = Buffer.from('{"jsonrpc":"2.0","id":1,"method":"\xff"}\n', "latin1");
  const answers = await served((stdin) => stdin.end(Buffer.concat([good, bad, good])));
  assert.deepEqual(answers.map(({ id, error }) => [id, error?.code]), [
    [7, undefined], [null, -32700], [7, undefined],
  ]);
});

test("serving ends with the error of an output that breaks", async () => {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  const done = serve(operations, { name: "demo", version: "1" }, stdin, stdout);
  stdout.destroy(new Error("nobody reads"));
  await assert.rejects(done, /nobody reads/);
});
