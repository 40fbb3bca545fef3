// net: URLs, and what a vector's server cannot show: other origins, drops, openers.

import assert from "node:assert/strict";
import {
  chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync,
  renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync,
} from "node:fs";
import net from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";

import { parse, redirectTarget, SchemeError, UrlError } from "../src/tools/net/urls.js";
import { Toolbox } from "../src/tools/toolbox.js";

const FOLDER = realpathSync(mkdtempSync(join(tmpdir(), "net-")));
after(() => rmSync(FOLDER, { recursive: true, force: true }));

/**
 * A server that answers each connection with these parts, and what it has heard.
 * @param {(line: net.Socket) => void | Promise<void>} answer
 */
async function serving(answer) {
  /** @type {string[]} */
  const heard = [];
  const server = net.createServer((line) => {
    line.on("error", () => {});
    line.once("data", (request) => {
      heard.push(String(request));
      answer(line);
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(null)));
  const address = /** @type {net.AddressInfo} */ (server.address());
  return { url: `http://127.0.0.1:${address.port}`, heard, close: () => server.close() };
}

/** @param {...string} parts @returns {(line: net.Socket) => Promise<void>} */
function saying(...parts) {
  return async (line) => {
    for (const part of parts) {
      if (line.destroyed) return;
      line.write(part);
      await sleep(20);
    }
    line.end();
  };
}

/** @param {string} text */
function ok(text) {
  return `HTTP/1.1 200 OK\r\nContent-Length: ${text.length}\r\n\r\n${text}`;
}

/**
 * @param {string} action
 * @param {Record<string, unknown>} params
 * @param {string} [root]
 * @param {Record<string, string>} [environment]
 * @returns {Promise<any>}
 */
function ask(action, params, root = FOLDER, environment = {}) {
  return new Toolbox(environment).call(root, "net", action, params);
}

/** @param {string} url @param {Record<string, unknown>} [params] */
function get(url, params = {}) {
  return ask("request", { url, method: "GET", ...params });
}

test("references are resolved as RFC 3986 says", () => {
  // RFC 3986 §5.4.1 and §5.4.2.
  const base = parse("http://a/b/c/d;p?q");
  for (const [location, expected] of [
    ["g", "/b/c/g"], ["./g", "/b/c/g"], ["g/", "/b/c/g/"], ["/g", "/g"], ["?y", "/b/c/d;p?y"],
    ["g?y", "/b/c/g?y"], ["#s", "/b/c/d;p?q"], ["g#s", "/b/c/g"], [";x", "/b/c/;x"],
    ["", "/b/c/d;p?q"], [".", "/b/c/"], ["..", "/b/"], ["../..", "/"], ["../../../g", "/g"],
    ["/./g", "/g"], ["..g", "/b/c/..g"], ["./g/.", "/b/c/g/"], ["g;x=1/../y", "/b/c/y"],
    ["g?y/../x", "/b/c/g?y/../x"], ["?", "/b/c/d;p?"],
  ]) {
    assert.equal(String(redirectTarget(base, location ?? "")), `http://a${expected}`, location);
  }
  assert.equal(String(redirectTarget(base, "//G")), "http://g/");
  assert.throws(() => redirectTarget(base, "g:h"), SchemeError);
});

test("what WHATWG parsers repair is refused", () => {
  for (const text of [
    "http:/a", "http:a", "http:\\\\a", "http://a b", "http://a/ ", "\thttp://a", "http://a/\u00e9",
    "http://%61/", "http://u@a/", "http://a:99999/", "http://[::1", "http://a/%4", "//a",
  ]) {
    assert.throws(() => parse(text), UrlError, text);
  }
});

test("another server does not hear the credentials", async () => {
  const second = await serving(saying(ok("there")));
  const location = `Location: ${second.url}/x\r\nContent-Length: 0`;
  const first = await serving(saying(`HTTP/1.1 302 Found\r\n${location}\r\n\r\n`));
  const headers = { Authorization: "secret", COOKIE: "secret", "X-Kept": "yes" };
  const found = await get(`${first.url}/`, { headers });
  first.close();
  second.close();
  assert.equal(found.data.url, `${second.url}/x`);
  assert.match(first.heard[0] ?? "", /secret/);
  assert.doesNotMatch(second.heard[0] ?? "", /secret/);
  assert.match(second.heard[0] ?? "", /x-kept: yes/i);
});

test("drops that keep coming do not stretch the time", async () => {
  // All of them would take a minute.
  const drops = Array(3000).fill("x");
  for (const length of ["Content-Length: 9999\r\n", ""]) {
    const server = await serving(saying(`HTTP/1.1 200 OK\r\n${length}\r\n`, ...drops));
    const started = Date.now();
    const { error } = await get(`${server.url}/`, { timeout_ms: 200 });
    server.close();
    assert.equal(error.code, "TIMEOUT");
    assert.deepEqual(error.details, { timeout_ms: 200, url: `${server.url}/` });
    assert.ok(Date.now() - started < 30_000);
  }
});

test("what is no whole answer is a broken connection", async () => {
  for (const answer of [
    "", "hello\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nshort",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
    `HTTP/1.1 200 OK\r\nX: ${"x".repeat(300_000)}\r\n\r\n`,
  ]) {
    const server = await serving(saying(answer));
    const { error } = await get(`${server.url}/`);
    server.close();
    assert.equal(error?.details.reason, "connection", answer.slice(0, 60));
  }
});

test("a file that comes meanwhile stays", async () => {
  const root = join(FOLDER, "meanwhile");
  mkdirSync(root);
  const server = await serving(async (line) => {
    line.write("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nth");
    writeFileSync(join(root, "f"), "mine");
    await sleep(20);
    line.end("ey");
  });
  const output = `file://${root}/f`;
  const { error } = await ask("download", { url: `${server.url}/`, output }, root);
  server.close();
  assert.equal(error.code, "EXISTS");
  assert.deepEqual(readdirSync(root), ["f"]);
  assert.equal(readFileSync(join(root, "f"), "utf8"), "mine");
});

test("a folder that becomes a link during the download leads nowhere", async () => {
  const root = join(FOLDER, "swapped");
  const outside = join(FOLDER, "outside");
  mkdirSync(join(root, "folder"), { recursive: true });
  mkdirSync(outside);
  const server = await serving((line) => {
    renameSync(join(root, "folder"), join(root, "aside"));
    symlinkSync(outside, join(root, "folder"));
    line.end(ok("theirs"));
  });
  const output = `file://${root}/folder/f`;
  const { ok: isDone } = await ask("download", { url: `${server.url}/`, output }, root);
  server.close();
  assert.ok(isDone);
  assert.deepEqual(readdirSync(outside), []);
  assert.deepEqual(readdirSync(join(root, "aside")), ["f"]);
  unlinkSync(join(root, "folder"));
});

test("the opener gets the url as its last word and the environment", async () => {
  const told = join(FOLDER, "told");
  const script = join(FOLDER, "open it");
  const tell = `printf '%s|' "$ONLY" "$@" > "${told}.new"`;
  writeFileSync(script, `#!/bin/sh\n${tell}\n/bin/mv "${told}.new" "${told}"\n`);
  chmodSync(script, 0o755);
  const url = "http://h/a?b=$(touch%20x)&c;d#e";
  const environment = { HANZO_OPENER: JSON.stringify([script, "--new tab"]), ONLY: "this" };
  const { data } = await ask("open", { url }, FOLDER, environment);
  assert.deepEqual(data, { url });
  for (let tries = 0; !existsSync(told) && tries < 1000; tries += 1) await sleep(10);
  assert.equal(readFileSync(told, "utf8"), `this|--new tab|${url}|`);
});

test("without an opener it is said what is missing", async () => {
  for (const [value, missing] of [
    ["", "HANZO_OPENER"], ["firefox", "HANZO_OPENER"], ["[]", "HANZO_OPENER"],
    ['[""]', "HANZO_OPENER"], ['["a", 1]', "HANZO_OPENER"], ['["/none/such"]', "/none/such"],
  ]) {
    const environment = { HANZO_OPENER: value ?? "" };
    const { error } = await ask("open", { url: "http://h/" }, FOLDER, environment);
    assert.deepEqual([error.code, error.details], ["UNSUPPORTED", { missing }], value);
  }
});
