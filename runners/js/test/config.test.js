import assert from "node:assert/strict";
import { test } from "node:test";

import {
  argv, ConfigError, loadConfig, mergePatch, parse, toPlain,
} from "hanzo-conformance-js/config";
import { PermissionPolicy } from "hanzo-conformance-js/permissions";

import { Random } from "../testing/random.js";

/** @param {unknown} content text as it is, or a value to be written @returns {Buffer} */
const file = (content) =>
  Buffer.from(typeof content === "string" ? content : JSON.stringify(content));

/** @typedef {{ user?: unknown, project?: unknown, local?: unknown }} Tiers */

/** @param {Tiers & { env?: Record<string, string> }} given */
function load({ user, project, local, env = {} }) {
  const [one, two, three] = [user, project, local].map((content) =>
    content === undefined ? null : file(content));
  const loaded = loadConfig(one ?? null, two ?? null, three ?? null, env);
  return { ...loaded, config: /** @type {Record<string, any>} */ (toPlain(loaded.config)) };
}

const DEFAULTS = {
  api_key: null,
  model: "claude-sonnet-4-20250514",
  mcp_servers: {},
  permissions: {},
  custom_instructions: "",
  hooks: [],
  input_mode: "default",
};

test("without any file the defaults hold, each time afresh", () => {
  const first = loadConfig(null, null, null, {});
  first.config.set("model", "x");
  /** @type {Map<string, unknown>} */ (first.config.get("mcp_servers")).set("a", {});
  assert.deepEqual(load({}), {
    config: DEFAULTS, activeServers: [], permissionRules: [], warnings: [],
  });
});

test("local precedes project, project precedes user, and the environment precedes all", () => {
  const tiers = { user: { model: "u", input_mode: "vim" }, project: { model: "p" } };
  assert.equal(load(tiers).config["model"], "p");
  assert.equal(load({ ...tiers, local: { model: "l" } }).config["model"], "l");
  const env = { HANZO_MODEL: "e", HANZO_API_KEY: " ", hanzo_model: "x", HANZO_INPUT_MODE: "emacs" };
  const { config } = load({ ...tiers, local: { model: "l" }, env });
  assert.deepEqual(config, { ...DEFAULTS, model: "e", api_key: " ", input_mode: "vim" });
  const empty = { HANZO_MODEL: "", HANZO_API_KEY: "" };
  assert.equal(load({ user: { api_key: "k" }, env: empty }).config["api_key"], "k");
  const removed = { user: { model: "u" }, local: { model: null } };
  assert.equal(load(removed).config["model"], DEFAULTS.model);
});

/** @type {readonly [unknown, unknown, unknown][]} target, patch, result: RFC 7396 appendix A */
const PATCHES = [
  [{ a: "b" }, { a: "c" }, { a: "c" }],
  [{ a: "b" }, { b: "c" }, { a: "b", b: "c" }],
  [{ a: "b" }, { a: null }, {}],
  [{ a: "b", b: "c" }, { a: null }, { b: "c" }],
  [{ a: ["b"] }, { a: "c" }, { a: "c" }],
  [{ a: "c" }, { a: ["b"] }, { a: ["b"] }],
  [{ a: { b: "c" } }, { a: { b: "d", c: null } }, { a: { b: "d" } }],
  [{ a: [{ b: "c" }] }, { a: [1] }, { a: [1] }],
  [["a", "b"], ["c", "d"], ["c", "d"]],
  [{ a: "b" }, ["c"], ["c"]],
  [{ a: "foo" }, null, null],
  [{ a: "foo" }, "bar", "bar"],
  [{ e: null }, { a: 1 }, { e: null, a: 1 }],
  [[1, 2], { a: "b", c: null }, { a: "b" }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
];
for (const [target, patch, expected] of PATCHES) {
  test(`${JSON.stringify(patch)} makes ${JSON.stringify(expected)} of its target`, () => {
    const read = (/** @type {unknown} */ value) => parse(Buffer.from(JSON.stringify(value)));
    const [left, right] = [read(target), read(patch)];
    assert.deepEqual(toPlain(mergePatch(left, right)), expected);
    assert.deepEqual([toPlain(left), toPlain(right)], [target, patch]);
  });
}

test("credentials of a project's files are left out with a warning that does not tell them", () => {
  const loaded = load({
    user: { api_key: "mine", oauth_credentials: { t: 1 } },
    project: { oauth_credentials: null, api_key: 5, API_KEY: "x" },
    local: '{"\\u0061pi_key": "hush", "mcp_servers": {"s": {"env": {"api_key": "deep"}}}}',
  });
  assert.equal(loaded.config["api_key"], "mine");
  assert.deepEqual(loaded.config["oauth_credentials"], { t: 1 });
  assert.deepEqual(loaded.config["mcp_servers"], { s: { env: { api_key: "deep" } } });
  assert.equal(loaded.config["API_KEY"], "x");
  assert.deepEqual(loaded.warnings, [
    { tier: "project", key: "api_key" },
    { tier: "project", key: "oauth_credentials" },
    { tier: "local", key: "api_key" },
  ]);
});

test("servers merge by name and field, and the active ones are sorted by UTF-8", () => {
  const loaded = load({
    user: { mcpServers: { "\u{1f600}": { command: "a" }, "\uff5e": {}, "10": {}, "9": {} } },
    project: { mcp_servers: { "\u{1f600}": { args: ["-v"], disabled: true }, "9": null } },
    local: { mcpServers: { "\u{1f600}": { disabled: null }, "10": { disabled: true } } },
  });
  assert.deepEqual(loaded.config["mcp_servers"], {
    "\u{1f600}": { command: "a", args: ["-v"] }, "\uff5e": {}, "10": { disabled: true },
  });
  assert.deepEqual(loaded.activeServers, ["\uff5e", "\u{1f600}"]);
});

test("rules stand in the order of the texts, the highest tier first", () => {
  const loaded = load({
    user: '{"permissions":{"b":"allow","10":"deny","9":"prompt","__proto__":"deny","x":"allow"}}',
    project: '{"permissions":{"9":"allow","2":"deny","b":"deny","x":null,"1":"allow"}}',
    local: '{"permissions":{"z":"prompt","1":"deny"}}',
  });
  assert.deepEqual(loaded.permissionRules.map(({ toolPattern, mode }) => [toolPattern, mode]), [
    ["z", "prompt"], ["1", "deny"], ["9", "allow"], ["2", "deny"], ["b", "deny"], ["10", "deny"],
    ["__proto__", "deny"],
  ]);
  assert.equal(new PermissionPolicy(loaded.permissionRules).evaluate("1"), "deny");
  const cut = { user: { permissions: { a: "deny" } }, local: { permissions: { b: "deny" } } };
  const { permissionRules } = load({ ...cut, project: { permissions: null } });
  assert.deepEqual(permissionRules, [{ toolPattern: "b", mode: "deny" }]);
});

/** @param {unknown} content @param {string} code @param {string} path */
function fails(content, code, path) {
  for (const tier of /** @type {const} */ (["user", "project", "local"])) {
    assert.throws(() => load({ [tier]: content }), (error) => {
      assert.ok(error instanceof ConfigError);
      assert.deepEqual([error.code, error.details], [code, { tier, path }], error.message);
      return true;
    });
  }
}

const HOOK = { event: "pre_tool_use", command: "c", tool_pattern: "*" };

/** @type {readonly [unknown, string][]} content, path */
const MISFITS = [
  [{ model: 1 }, "/model"],
  [{ custom_instructions: [] }, "/custom_instructions"],
  [{ input_mode: "Vim" }, "/input_mode"],
  [{ mcp_servers: [] }, "/mcp_servers"],
  [{ mcpServers: { "a/b~c": 1 } }, "/mcpServers/a~1b~0c"],
  [{ mcp_servers: { "": { command: 1 } } }, "/mcp_servers//command"],
  [{ mcp_servers: { s: { command: ["a", null] } } }, "/mcp_servers/s/command/1"],
  [{ mcp_servers: { s: { args: "a" } } }, "/mcp_servers/s/args"],
  [{ mcp_servers: { s: { env: { A: null, PORT: 80 } } } }, "/mcp_servers/s/env/PORT"],
  [{ mcp_servers: { s: { disabled: "true" } } }, "/mcp_servers/s/disabled"],
  [{ permissions: { a: null, b: "Allow" } }, "/permissions/b"],
  [{ hooks: {} }, "/hooks"],
  [{ hooks: [HOOK, null] }, "/hooks/1"],
  [{ hooks: [{ ...HOOK, timeout_ms: -1 }] }, "/hooks/0/timeout_ms"],
  [{ hooks: [{ ...HOOK, timeout_ms: null }] }, "/hooks/0/timeout_ms"],
  [{ hooks: [{ command: "c" }] }, "/hooks/0/event"],
  [{ hooks: [{ event: "pre_tool_use", tool_pattern: 1 }] }, "/hooks/0/tool_pattern"],
  ['{"input_mode":1,"model":1}', "/input_mode"],
];
for (const [content, path] of MISFITS) {
  test(`${JSON.stringify(content)} does not fit at ${path}`, () => {
    fails(content, "CONFIG_TYPE", path);
  });
}

test("null passes where it removes, and what is not known passes with any type", () => {
  const nulls = Object.fromEntries(Object.keys(DEFAULTS).map((name) => [name, null]));
  assert.deepEqual(load({ user: nulls }).config, DEFAULTS);
  const hooks = [{ ...HOOK, x: null }];
  const kept = { constructor: [1, null], mcp_servers: { s: { url: 1 } }, hooks };
  assert.deepEqual(load({ user: kept }).config, { ...DEFAULTS, ...kept });
});

test("a file that is no strict JSON object fails the load, and the lowest tier goes first", () => {
  for (const content of ["", " ", "[]", '"a"', "null", "{", "\ufeff{}", '{"a":1.0}']) {
    fails(content, "CONFIG_PARSE", "");
  }
  const given = { user: { model: 1 }, project: "{" };
  const details = { tier: "user", path: "/model" };
  assert.throws(() => load(given), { code: "CONFIG_TYPE", details });
});

test("a member and its alias are ambiguous before any type is looked at", () => {
  fails({ mcpServers: null, mcp_servers: null, model: 1 }, "CONFIG_AMBIGUOUS", "/mcpServers");
  const nested = { x: { mcpServers: 1, mcp_servers: 2 } };
  assert.deepEqual(load({ user: nested }).config["x"], nested.x);
});

test("words are never split", () => {
  assert.deepEqual(argv("a b", ["-v"]), ["a b", "-v"]);
  assert.deepEqual(argv(["npx", "-y"]), ["npx", "-y"]);
  assert.deepEqual(argv([], []), []);
});

const VALID = [
  '{"model":"small","mcp_servers":{"git":{"command":["a"],"args":[],"env":{"A":"1"}}}}',
  '{"permissions":{"fs.*":"allow","10":"deny"},"x":{"a":[1,null,{"b":"\\ud83d\\ude00"}]}}',
  `{"hooks":[${JSON.stringify(HOOK)}],"input_mode":"vim","api_key":"k","y":-0}`,
  '{"mcpServers":{"é":{"disabled":true}},"custom_instructions":"\\n","oauth_credentials":{}}',
].map(file);
const PIECES = [
  "{", "}", "[", "]", '"', ",", ":", "\\", "\\u", "\\ud800", "null", "1e5", "-", "00", "\n", "\0",
  '"model":1', '"mcp_servers":[],', "[".repeat(200), "9".repeat(20), '"permissions":{"a":null},',
  '"mcp_servers":{},"mcpServers":{},',
].map(file).concat([[0xff], [0xef, 0xbb, 0xbf], [0xed, 0xa0, 0x80]].map((one) => Buffer.from(one)));

const ALL_BYTES = Array.from({ length: 256 }, (_, byte) => byte);

/** @param {Random} random @returns {Buffer | null} a valid file with damage, or any bytes at all */
function anyFile(random) {
  const kind = random.below(10);
  if (kind === 0) return null;
  if (kind === 1) return Buffer.from(random.some(ALL_BYTES, 40));
  let bytes = random.pick(VALID);
  for (let damage = random.below(3); damage > 0; damage -= 1) {
    const start = random.below(bytes.length + 1);
    const rest = bytes.subarray(start + random.below(4));
    bytes = Buffer.concat([bytes.subarray(0, start), ...random.some(PIECES, 1), rest]);
  }
  return bytes;
}

test("whatever the bytes, a load ends in a configuration or in one of three errors", () => {
  const random = new Random(31n);
  /** @type {Map<string, number>} */
  const ends = new Map();
  for (let round = 0; round < 25_000; round += 1) {
    const files = [anyFile(random), anyFile(random), anyFile(random)];
    const [user = null, project = null, local = null] = files;
    let end = "loaded";
    try {
      const { config, permissionRules } = loadConfig(user, project, local, {});
      assert.ok(Object.keys(DEFAULTS).every((name) => config.has(name)));
      assert.doesNotThrow(() => new PermissionPolicy(permissionRules));
      assert.equal(JSON.stringify(toPlain(config)).includes("undefined"), false);
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      assert.match(String(error.details?.["tier"]), /^(user|project|local)$/);
      end = error.code;
    }
    ends.set(end, (ends.get(end) ?? 0) + 1);
  }
  // Each of the ends is reached, so that the property is not about one of them alone.
  const seen = [...ends.keys()].sort();
  assert.deepEqual(seen, ["CONFIG_AMBIGUOUS", "CONFIG_PARSE", "CONFIG_TYPE", "loaded"]);
});
