import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";

import {
  HookRunner, InvalidHook, judge, prepare, readHooks, select,
} from "hanzo-conformance-js/hooks";

/** @typedef {import("../src/hooks/index.js").HookConfig} HookConfig */

const folder = mkdtempSync(join(tmpdir(), "hooks-"));
after(() => rmSync(folder, { recursive: true, force: true }));

/** @param {object} [changes] @returns {HookConfig} */
const hook = (changes) => ({
  event: "pre_tool_use", command: "true", toolPattern: "*", ...changes,
});

/** @param {string} workspace @param {...HookConfig} hooks */
const runner = (workspace, ...hooks) =>
  new HookRunner(hooks, { workspace, sessionId: "s", environment: process.env });

/** @param {string} command @param {number} [timeoutMs] @param {string} [workspace] */
const before = (command, timeoutMs = 60_000, workspace = folder) =>
  runner(workspace, hook({ command, timeoutMs })).runPre("fs.write", {});

/** @param {string} text */
const bytes = (text) => Buffer.from(text, "latin1");

test("an ill-formed member is named with its hook", () => {
  /** @type {readonly [string, object][]} */
  const wrong = [
    ["event", { event: "PreToolUse" }],
    ["event", { event: undefined }],
    ["command", { command: "a\0", toolPattern: 1 }],
    ["command", { command: 7 }],
    ["tool_pattern", { toolPattern: null }],
    ["timeout_ms", { timeoutMs: 0 }],
    ["timeout_ms", { timeoutMs: 600_001 }],
    ["timeout_ms", { timeoutMs: 1.5 }],
    ["timeout_ms", { timeoutMs: "5" }],
  ];
  for (const [member, changes] of wrong) {
    assert.throws(() => readHooks([hook(), hook(changes)]), (/** @type {any} */ thrown) => {
      assert.ok(thrown instanceof InvalidHook);
      assert.deepEqual(thrown.details, { index: 1, member });
      return true;
    });
  }
});

test("who is asked has the event and the pattern", () => {
  const hooks = readHooks([
    hook({ toolPattern: "fs.*" }), hook({ event: "post_tool_use" }), hook({ toolPattern: "*.read" }),
  ]);
  assert.deepEqual(select(hooks, "pre_tool_use", "fs.read"), [0, 2]);
  assert.deepEqual(select(hooks, "post_tool_use", "fs.read"), [1]);
});

test("what a hook reads says what was asked", () => {
  const call = { event: "pre_tool_use", toolName: "t", input: { b: 1, a: "😀" }, sessionId: "s" };
  const parent = JSON.parse('{"__proto__": "x", "HANZO_TOOL_OUTPUT": "secret", "HANZO_TOOL": "y"}');
  const { env, stdin } = prepare(call, parent);
  const input = '{"a":"😀","b":1}';
  assert.equal(
    stdin, `{"event":"pre_tool_use","input":${input},"session_id":"s","tool_name":"t"}\n`,
  );
  assert.deepEqual(Object.entries(env), [
    ["__proto__", "x"], ["HANZO_TOOL", "y"], ["HANZO_TOOL_NAME", "t"],
    ["HANZO_TOOL_INPUT", input], ["HANZO_SESSION_ID", "s"],
  ]);
});

test("the limit is one of bytes", () => {
  for (const count of [16_384, 16_385]) {
    const output = "😀".repeat(count);
    const result = { output, error: null, isError: false };
    const call = { event: "post_tool_use", toolName: "t", input: {}, sessionId: "s", result };
    const { env } = prepare(call, {});
    assert.equal(env["HANZO_TOOL_OUTPUT"], count === 16_384 ? output : "");
    assert.equal(env["HANZO_TOOL_OUTPUT_TRUNCATED"], count === 16_384 ? undefined : "1");
  }
});

test("what cannot be asked is refused", () => {
  const right = { event: "pre_tool_use", toolName: "t", input: {}, sessionId: "s" };
  const result = { output: "", error: null, isError: false };
  const invalid = { code: "INVALID_CALL" };
  for (const wrong of [
    { event: "stop" }, { event: "post_tool_use" }, { result }, { toolName: "\0" },
    { sessionId: "a\0" }, { input: { a: Number.NaN } }, { input: { a: "\ud800" } },
  ]) {
    assert.throws(() => prepare({ ...right, ...wrong }, {}), invalid);
  }
  assert.throws(() => judge("stop", []), invalid);
});

test("a reason is decoded and bounded", () => {
  /** @param {Uint8Array} stderr */
  const reason = (stderr) => judge("pre_tool_use", [{ cause: "exit", number: 2, stderr }]).reason;
  /** @type {readonly [string, string][]} */
  const rows = [
    ["", "denied by hook"], ["\r\n", "denied by hook"], [" \n", " "], ["a\n\r\n", "a"],
    ["\xef\xbb\xbfa", "\ufeffa"], ["\xe2\x82", "\ufffd"], ["\xc0\xaf", "\ufffd\ufffd"],
  ];
  for (const [written, expected] of rows) assert.equal(reason(bytes(written)), expected);
  const long = Buffer.concat([Buffer.alloc(65_535, "a"), Buffer.from("é")]);
  assert.equal(reason(long), `${"a".repeat(65_535)}\ufffd`);
});

test("a shell that is run by hand says the same", async () => {
  for (const command of [
    "", "exit 2", "exit 77", "exit 256", "echo no >&2; exit 2", "no-such-program",
    "printf 'a\\r\\n\\n' >&2; exit 2", "exec sh -c 'exit 3'", "trap 'exit 2' EXIT; false",
    "cat > /dev/null; exit 2", "sh -c 'kill -9 $$'; exit $?",
  ]) {
    const ran = spawnSync("/bin/sh", ["-c", command], { cwd: folder, input: "" });
    const found = await before(command);
    assert.equal(found.exitCode, ran.status || null, command);
    const said = String(ran.stderr).replace(/[\r\n]+$/, "") || "denied by hook";
    assert.equal(found.reason, ran.status === 2 ? said : null, command);
  }
  const { cause, exitCode } = await before("kill -9 $$");
  assert.deepEqual({ cause, exitCode }, { cause: "signal", exitCode: 137 });
});

test("what the system does not start is an error", async () => {
  const { decision, cause, exitCode, ran } = await before("true", 1000, join(folder, "nowhere"));
  assert.deepEqual([decision, cause, exitCode, ran], ["error", "spawn", null, 1]);
  if (process.platform !== "linux") return;
  assert.equal((await before(`: ${"x".repeat(131_072)}`)).cause, "spawn");
});

test("a hook that takes too long is ended with its children", async () => {
  const found = await before("trap '' TERM; (sleep 1; echo late > late) & sleep 60", 100);
  assert.deepEqual([found.cause, found.exitCode], ["timeout", null]);
  await sleep(1500);
  assert.equal(existsSync(join(folder, "late")), false);
});

test("nobody waits for pipes that others hold", async () => {
  for (const command of ["sleep 60 & echo gone >&2; exit 2", "setsid sleep 2 & echo gone >&2; exit 2"]) {
    assert.equal((await before(command)).reason, "gone");
  }
});

test("output without end keeps nobody waiting", async () => {
  const found = await before("head -c 300000000 /dev/zero >&2; exit 2");
  assert.equal(found.reason, "\0".repeat(65_536));
  assert.equal((await before("cat /dev/zero >&2", 200)).cause, "timeout");
});

test("what is written last is read", async () => {
  for (let round = 0; round < 20; round += 1) {
    const { reason } = await before("head -c 60000 /dev/zero >&2; printf end >&2; exit 2");
    assert.equal(reason?.length, 60_003);
    assert.ok(reason.endsWith("end"));
  }
});

test("a long input need not be read", async () => {
  /** @type {readonly [string, string][]} */
  const rows = [
    ["exit 2", "denied by hook"],
    ["exec <&-; sleep 0.2; echo closed >&2; exit 2", "closed"],
    ["wc -c | tr -d ' ' >&2; exit 2", "1048658"],
  ];
  for (const [command, reason] of rows) {
    const input = { a: "x".repeat(1 << 20) };
    const found = await runner(folder, hook({ command })).runPre("fs.write", input);
    assert.equal(found.reason, reason);
  }
});

test("the list is the runner's own", async () => {
  const mine = [hook({ command: "exit 2" })];
  const made = runner(folder, ...mine);
  Object.assign(/** @type {object} */ (mine[0]), { command: "true" });
  assert.equal((await made.runPre("t", {})).decision, "deny");
});

test("behind the tool its result is told, and nobody blocks", async () => {
  const command = 'printf %s "$HANZO_TOOL_OUTPUT" > out; exit 9';
  const result = { output: "written", error: null, isError: false };
  const made = runner(folder, hook(), hook({ event: "post_tool_use", command }));
  const { decision, failed, ran } = await made.runPost("fs.write", {}, result);
  assert.deepEqual([decision, failed, ran], ["allow", [1], 1]);
  assert.equal(readFileSync(join(folder, "out"), "utf8"), "written");
});
