import assert from "node:assert/strict";
import { test } from "node:test";

import {
  check, dispatch, error, InvalidParams, success, ToolError,
} from "hanzo-conformance-js/envelope";

import { Random } from "../testing/random.js";

/** @typedef {import("../src/envelope/index.js").ParameterSchema} ParameterSchema */
/** @typedef {import("../src/envelope/index.js").Tool} Tool */
/** @typedef {import("../src/envelope/index.js").Outcome} Outcome */

const NO_PAGING = { cursor: null, more: false };

test("a success has every member, null where nothing was given", () => {
  assert.deepEqual(success("fs", "read", 0), {
    ok: true,
    data: 0,
    error: null,
    meta: { tool: "fs", action: "read", trace_id: null, backend: null, paging: NO_PAGING },
  });
  const paging = { cursor: "c", more: true };
  const full = success("fs", "read", undefined, { traceId: "t", backend: "b", paging });
  assert.equal(full.data, null);
  assert.deepEqual(full.meta, {
    tool: "fs", action: "read", trace_id: "t", backend: "b", paging: { cursor: "c", more: true },
  });
});

test("a paging that contradicts itself is no paging", () => {
  for (const paging of [
    { cursor: null, more: true }, { cursor: "c", more: false }, { cursor: "", more: true },
    { cursor: "", more: false },
  ]) {
    assert.throws(() => success("fs", "ls", [], { paging }), InvalidParams);
  }
});

test("an error keeps its details apart, and its code is one of the eleven", () => {
  const failed = error("fs", "read", "NOT_FOUND", "gone", { code: "x", message: "y" }, "t");
  assert.deepEqual(failed.error, {
    code: "NOT_FOUND", message: "gone", details: { code: "x", message: "y" },
  });
  assert.equal(failed.meta.trace_id, "t");
  assert.deepEqual([failed.ok, failed.data, failed.meta.backend], [false, null, null]);
  assert.deepEqual(error("fs", "read", "CONFLICT", "").error?.details, {});
  for (const code of ["INTERNAL_ERROR", "not_found", "constructor", ""]) {
    assert.equal(error("fs", "read", code, "kept").error?.code, "ERROR");
  }
});

/** @param {Record<string, unknown>} [members] @param {Record<string, unknown>} [meta] */
const envelope = (members, meta) => {
  const sound = success("fs", "read", null);
  return { ...sound, ...members, meta: { ...sound.meta, ...meta } };
};
/** @param {Record<string, unknown>} [members] */
const failed = (members) =>
  envelope({ ok: false, error: { code: "NOT_FOUND", message: "", details: {}, ...members } });
const BUILT_IN = ["help", "schema", "status"];

/** @type {readonly [unknown, string[]][]} a value, and its violations as "pointer rule" */
const CHECKED = [
  [envelope(), []],
  [failed({ details: { available: 1, anything: null } }), []],
  [envelope({ data: { code: 1 } }, { intent: "apply" }), []],
  [null, [" type"]],
  [[], [" type"]],
  [{}, ["/data missing", "/error missing", "/meta missing", "/ok missing"]],
  [envelope({ ok: 1 }), ["/ok type"]],
  [envelope({ "a/b~": 1, __PROTO__: 1 }), ["/__PROTO__ unknown", "/a~1b~0 unknown"]],
  [JSON.parse('{"ok":true,"data":1,"error":null,"meta":null,"__proto__":1}'),
    ["/__proto__ unknown", "/meta type"]],
  [envelope({ error: "x" }), ["/error error-on-success"]],
  [envelope({ ok: false, error: null }), ["/error no-error"]],
  [envelope({ ok: false, data: 0, error: [] }), ["/data data-on-error", "/error type"]],
  [failed({ code: "INTERNAL_ERROR" }), ["/error/code alias"]],
  [failed({ code: "toString", message: null, spread: 1 }),
    ["/error/code code", "/error/message type", "/error/spread unknown"]],
  [failed({ code: "UNKNOWN_ACTION", details: { available: BUILT_IN } }), []],
  ...[[], BUILT_IN.slice(1), [...BUILT_IN, "a"], ["help", ...BUILT_IN], [...BUILT_IN, 1], 1].map(
    (available) => /** @type {[unknown, string[]]} */ ([
      failed({ code: "UNKNOWN_ACTION", details: { available } }),
      ["/error/details/available available"],
    ]),
  ),
  [envelope({}, { intent: null }), ["/meta/intent intent"]],
  [envelope({}, { paging: { cursor: "", more: true } }), ["/meta/paging/cursor cursor"]],
  [envelope({}, { paging: { cursor: "", more: false } }),
    ["/meta/paging/cursor cursor", "/meta/paging/more more"]],
  [envelope({}, { paging: { cursor: null, more: true } }), ["/meta/paging/more more"]],
  [envelope({}, { paging: { more: true } }), ["/meta/paging/cursor missing"]],
  [envelope({}, { paging: [], tool: null }), ["/meta/paging type", "/meta/tool type"]],
  [envelope({ "\u{1f600}": 1, "\uff5e": 1 }), ["/\uff5e unknown", "/\u{1f600} unknown"]],
];
for (const [value, expected] of CHECKED) {
  test(`${JSON.stringify(value)} has ${expected.length} violations`, () => {
    assert.deepEqual(check(value).map(({ pointer, rule }) => `${pointer} ${rule}`), expected);
  });
}

/** @type {ParameterSchema} */
const SCHEMA = {
  description: "Reads a file.",
  properties: {
    uri: { type: "string" },
    limit: { type: ["integer", "null"], minimum: 1, maximum: 9 },
    mode: { enum: ["text", 1, { a: 1, b: [null] }] },
    tags: { type: "array", items: { type: "boolean" } },
    extra: { additionalProperties: { type: "number" }, required: ["n", "constructor"] },
  },
  required: ["uri"],
};

/** @param {(params: any) => Outcome | Promise<Outcome>} run @returns {Tool} */
const toolWith = (run) => {
  const actions = { read: { params: SCHEMA, run }, help: { params: {}, run } };
  return { name: "fs", version: "1.0.0", backend: "local", actions };
};
const echo = toolWith((params) => ({ data: params }));

/** @type {readonly [Record<string, unknown>, string[]][]} params, what they break */
const PARAMS = [
  [{ uri: "a" }, []],
  [{ uri: "", limit: null, mode: { b: [null], a: 1 }, tags: [], extra: { n: 0.5, constructor: 1 } },
    []],
  [{}, ["/uri required"]],
  [{ uri: null }, ["/uri type"]],
  [{ uri: "a", url: 1, constructor: 1 },
    ["/constructor additionalProperties", "/url additionalProperties"]],
  [{ uri: "a", limit: 0 }, ["/limit minimum"]],
  [{ uri: "a", limit: 10 }, ["/limit maximum"]],
  [{ uri: "a", limit: 1.5 }, ["/limit type"]],
  [{ uri: "a", limit: true }, ["/limit type"]],
  [{ uri: "a", limit: "5" }, ["/limit type"]],
  [{ uri: "a", mode: true }, ["/mode enum"]],
  [{ uri: "a", mode: "TEXT" }, ["/mode enum"]],
  [{ uri: "a", tags: { 0: true } }, ["/tags type"]],
  [{ uri: "a", tags: [true, 1, null] }, ["/tags/1 type", "/tags/2 type"]],
  [{ uri: "a", extra: { "a/b": "x" } },
    ["/extra/a~1b type", "/extra/constructor required", "/extra/n required"]],
  [{ uri: "a", extra: [] }, []],
];
for (const [params, expected] of PARAMS) {
  test(`the parameters ${JSON.stringify(params)} break ${expected.length} rules`, async () => {
    const answer = await dispatch(echo, "read", params, "t");
    assert.deepEqual(check(answer), []);
    if (expected.length === 0) {
      assert.deepEqual(answer.data, params);
    } else {
      assert.equal(answer.error?.code, "INVALID_PARAMS");
      assert.notEqual(answer.error.message, "");
      const violations = /** @type {{ pointer: string, rule: string }[]} */ (
        answer.error.details["violations"]
      );
      assert.deepEqual(violations.map(({ pointer, rule }) => `${pointer} ${rule}`), expected);
    }
  });
}

test("params that are no object break the type", async () => {
  for (const params of [null, [], "a"]) {
    const { error: refused } = await dispatch(echo, "read", /** @type {any} */ (params));
    assert.deepEqual(refused?.details, { violations: [{ pointer: "", rule: "type" }] });
  }
});

/** @param {() => Outcome | Promise<Outcome>} run @returns {Promise<any>} */
const outcomeOf = (run) => dispatch(toolWith(run), "read", { uri: "a" }, "t");

test("an action succeeds with its own backend or else with that of the tool", async () => {
  const own = await outcomeOf(async () => ({ data: 1, backend: "lsp" }));
  assert.deepEqual([own.data, own.meta.backend, own.meta.trace_id], [1, "lsp", "t"]);
  const paging = { cursor: "c", more: true };
  const tools = await outcomeOf(() => ({ data: null, paging, backend: null }));
  assert.deepEqual([tools.meta.backend, tools.meta.paging], ["local", paging]);
});

test("what an action foresees keeps its code, anything else is ERROR with its text", async () => {
  const foreseen = await outcomeOf(() => {
    throw new ToolError("CONFLICT", "new", { hash: "x" });
  });
  assert.deepEqual(foreseen.error, { code: "CONFLICT", message: "new", details: { hash: "x" } });
  /** @type {[unknown, RegExp][]} */
  const thrown = [
    [new TypeError("boom"), /^boom$/], ["text", /^text$/], [undefined, /^undefined$/],
    [Symbol("s"), /Symbol\(s\)/], [Object.create(null), /null prototype/],
    [new InvalidParams("of the action"), /^of the action$/],
  ];
  for (const [failure, message] of thrown) {
    for (const run of [() => { throw failure; }, () => Promise.reject(failure)]) {
      const { error: told } = await outcomeOf(run);
      assert.match(told.message, message);
      assert.deepEqual({ ...told, message: "" }, { code: "ERROR", message: "", details: {} });
    }
  }
  const both = await outcomeOf(() => ({ data: 1, paging: { cursor: null, more: true } }));
  assert.equal(both.error.code, "ERROR");
});

test("an unknown action is told the known ones, sorted, each once", async () => {
  for (const name of ["Read", "constructor", "__proto__", ""]) {
    const { error: unknown, meta } = await dispatch(echo, name, { anything: 1 });
    assert.equal(unknown?.code, "UNKNOWN_ACTION");
    assert.deepEqual(unknown.details, { available: ["help", "read", "schema", "status"] });
    assert.equal(meta.action, name);
  }
});

test("help is built in, comes without an action, and lists what can be reached", async () => {
  for (const action of [undefined, null, "help"]) {
    const { data, meta } = await dispatch(echo, action, {});
    assert.equal(meta.action, "help");
    assert.deepEqual(/** @type {any} */ (data).actions, {
      read: {
        description: "Reads a file.", params: ["uri", "extra?", "limit?", "mode?", "tags?"],
      },
    });
    assert.match(/** @type {any} */ (data).text, /read/);
  }
  assert.equal((await dispatch(echo, null, { uri: "a" })).error?.code, "INVALID_PARAMS");
});

test("schema says what goes without saying, and status may be replaced", async () => {
  const schemas = { read: { ...SCHEMA, type: "object", additionalProperties: false } };
  assert.deepEqual((await dispatch(echo, "schema", {})).data, { schemas });
  assert.deepEqual((await dispatch(echo, "status", {})).data, {
    tool: "fs", enabled: true, version: "1.0.0", backend: "local",
  });
  const own = { params: {}, run: () => ({ data: "clean" }) };
  const vcs = { ...echo, actions: { status: own, schema: own } };
  assert.equal((await dispatch(vcs, "status", {})).data, "clean");
  const sealed = { type: "object", additionalProperties: false };
  assert.deepEqual((await dispatch(vcs, "schema", {})).data, { schemas: { status: sealed } });
});

test("every envelope that is written is one that the check accepts", async () => {
  const random = new Random(59n);
  const texts = ["", "read", "help", "status", "CONFLICT", "é"];
  const values = [undefined, null, 0, "", [], {}];
  for (let round = 0; round < 5000; round += 1) {
    const action = random.pick([null, ...texts]);
    const params = random.pick([{}, { uri: "a" }, { uri: 1 }]);
    const run = random.pick([
      () => ({ data: random.pick(values) }),
      () => { throw new ToolError(random.pick(texts), random.pick(texts)); },
      () => { throw random.pick(values); },
    ]);
    assert.deepEqual(check(await dispatch(toolWith(run), action, params)), []);
  }
});
