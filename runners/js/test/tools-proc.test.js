import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";

import { Toolbox } from "../src/tools/toolbox.js";
import { places } from "../src/tools/proc/commands.js";
import { variables } from "../src/tools/proc/environment.js";
import { lastLines, shown, windowOf } from "../src/tools/proc/windows.js";

const TOOLBOX = new URL("../src/tools/toolbox.js", import.meta.url).href;
const root = realpathSync(mkdtempSync(join(tmpdir(), "tools-proc-")));
const toolbox = new Toolbox({ PATH: process.env["PATH"], HANZO_API_KEY: "secret" });
after(() => rmSync(root, { recursive: true }));

/** @param {string} action @param {Record<string, unknown>} params @returns {Promise<any>} */
async function call(action, params) {
  const { data, error } = await toolbox.call(root, "proc", action, params);
  assert.equal(error, null);
  return data;
}

/** @param {string | string[]} command @returns {Promise<string>} */
async function textOf(command) {
  const told = await call("exec", { command });
  const { stdout } = await call("logs", { proc_id: told.proc_id });
  return stdout.text;
}

/** @param {() => boolean} holds */
async function until(holds) {
  for (let tries = 0; !holds(); tries += 1) {
    assert.ok(tries < 1000, "it has not come to that");
    await pause(10);
  }
}

test("a secret of the server does not reach a command", async () => {
  assert.equal(await textOf(["env"]), `PATH=${process.env["PATH"]}\n`);
});

test("words reach the program as they are", async () => {
  assert.equal(await textOf(["printf", "%s|", "a b", "$HOME", "*", ""]), "a b|$HOME|*||");
});

for (const command of ["echo a; echo b >&2; exit 4", "cat", "kill -SEGV $$", "true | false"]) {
  test(`${command} ends as it does by itself`, async () => {
    const alone = spawnSync("/bin/sh", ["-c", command], { encoding: "utf8", input: "" });
    const told = await call("exec", { command });
    assert.deepEqual([told.exit_code, told.signal], [alone.status, alone.signal]);
    const { stdout, stderr } = await call("logs", { proc_id: told.proc_id });
    assert.deepEqual([stdout.text, stderr.text], [alone.stdout, alone.stderr]);
  });
}

test("a quarter of a gigabyte of output is kept on disk", async () => {
  const before = process.memoryUsage().rss;
  const command = "head -c 268435456 /dev/zero";
  const told = await call("exec", { command, timeout: 60 });
  const { stdout, stderr } = await call("logs", { proc_id: told.stdout_ref });
  assert.deepEqual([stdout.size, stdout.start, stderr], [268435456, 268435456 - 65536, null]);
  assert.ok(process.memoryUsage().rss - before < 64 * 1024 * 1024);
});

test("a timeout leaves nobody behind", async () => {
  const command = "(trap '' TERM HUP; sleep 1.3; echo late > late) & sleep 30";
  const { error } = await toolbox.call(root, "proc", "exec", { command, timeout: 1 });
  assert.equal(error?.code, "TIMEOUT");
  await pause(600);
  assert.ok(!existsSync(join(root, "late")));
});

test("what was started does not outlive a server that is killed", async () => {
  const folder = realpathSync(mkdtempSync(join(root, "server-")));
  const script = `
    import { Toolbox } from ${JSON.stringify(TOOLBOX)};
    const command = "trap '' TERM; echo $$ > pid; sleep 30; echo late > late";
    const toolbox = new Toolbox(process.env);
    await toolbox.call(process.argv[1], "proc", "exec", { command, background_after_ms: 0 });
    const waiting = "until [ -s pid ]; do sleep 0.01; done";
    await toolbox.call(process.argv[1], "proc", "exec", { command: waiting });
    process.kill(process.pid, "SIGKILL");
  `;
  const words = ["--input-type=module", "--eval", script, folder];
  assert.equal(spawnSync(process.execPath, words).signal, "SIGKILL");
  const number = readFileSync(join(folder, "pid"), "utf8").trim();
  const running = () => {
    const { stdout } = spawnSync("ps", ["-o", "stat=", "-p", number], { encoding: "utf8" });
    return stdout.trim() !== "" && !stdout.trim().startsWith("Z");
  };
  await until(() => !running());
  assert.ok(!existsSync(join(folder, "late")));
});

test("a server with nothing to wait for can end", () => {
  const script = `
    import { Toolbox } from ${JSON.stringify(TOOLBOX)};
    const params = { command: "sleep 20", background_after_ms: 0, timeout: 15 };
    await new Toolbox(process.env).call(process.argv[1], "proc", "exec", params);
  `;
  const words = ["--input-type=module", "--eval", script, root];
  assert.equal(spawnSync(process.execPath, words, { timeout: 10000 }).status, 0);
});

test("many quick commands have their own ends", async () => {
  for (let code = 0; code < 30; code += 1) {
    assert.equal((await call("exec", { command: `exit ${code}` })).exit_code, code);
  }
});

test("the last lines of some bytes", () => {
  for (const [data, count, expected] of /** @type {[string, number, string][]} */ ([
    ["", 1, ""],
    ["\n", 1, "\n"],
    ["a", 1, "a"],
    ["a\nb", 1, "b"],
    ["a\nb\n", 1, "b\n"],
    ["a\n\n", 1, "\n"],
    ["\n\n\n", 2, "\n\n"],
    ["a\nb\nc", 2, "b\nc"],
    ["a\nb", 9, "a\nb"],
  ])) {
    assert.equal(lastLines(Buffer.from(data), count).toString(), expected);
  }
});

test("a growing stream keeps the beginning of a character for later", () => {
  const whole = Buffer.from("aé☃😀");
  for (let size = 0; size < whole.length; size += 1) {
    const part = windowOf(size, null, { fromEnd: false, growing: true });
    const told = shown(part, whole.subarray(0, size), size, null);
    assert.ok("aé☃😀".startsWith(told.text ?? "?"));
    assert.ok(size - told.end < 4);
  }
});

test("a program is looked for from the folder of the command", () => {
  assert.deepEqual(places("a", "/x::y", "/w"), ["/x/a", "/w/a", "/w/y/a"]);
  assert.deepEqual(places("b/a", "/x", "/w"), ["/w/b/a"]);
});

test("there is always a PATH, and __proto__ is a name", () => {
  assert.equal(variables({}, {}).PATH, "/usr/local/bin:/usr/bin:/bin");
  const given = JSON.parse('{"__proto__": "a"}');
  assert.deepEqual(Object.keys(variables({}, given)).sort(), ["PATH", "__proto__"]);
});
