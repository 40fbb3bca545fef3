import assert from "node:assert/strict";
import { test } from "node:test";

import { InvalidBudget, InvalidMessage, SessionCompactor } from "hanzo-conformance-js/session";

import { Random } from "../testing/random.js";

/** @typedef {import("../src/session/index.js").Block} Block */
/** @typedef {import("../src/session/index.js").Message} Message */

const MOST = Number.MAX_SAFE_INTEGER;
const FALLBACK = /^\[[0-9]+ earlier messages compacted\]$/;

/** @param {Message["role"]} role @param {Message["content"]} content @returns {Message} */
const say = (role, content) => ({ role, content });
/** @param {string} id @returns {Message} */
const use = (id) => say("assistant", [{ type: "tool_use", id, name: "read", input: {} }]);
/** @param {string} id @param {unknown} content @returns {Block} */
const result = (id, content) => ({ type: "tool_result", tool_use_id: id, content });

/** @param {unknown} message */
const cost = (message) => new SessionCompactor(1).totalTokens([message]);

test("a message costs a token for each four bytes of each block, and one more", () => {
  /** @type {[Message["content"], number][]} */
  const contents = [
    ["", 1],
    ["abc", 1],
    ["abcd", 2],
    ["é\u{1f600}", 2],
    [[], 0],
    [[{ type: "text", text: "abc" }, { type: "text", text: "abc" }], 2],
    [[{ type: "tool_use", id: "x".repeat(9), name: "ab", input: {} }], 2],
    [[{ type: "tool_use", id: "", name: "", input: { b: 1, a: "\u{1f600}\n" } }], 6],
    [[result("t", "ab\n\"")], 2],
    [[result("t", null)], 2],
    [[result("t", ["ab", 1.5])], 3],
  ];
  for (const [content, tokens] of contents) assert.equal(cost(say("user", content)), tokens);
  assert.equal(cost({ role: "user", content: "abcdefgh", token_count: 0 }), 0);
});

test("the trigger is exact at both ends of the integers", () => {
  /** @type {[number, number, boolean][]} */
  const cases = [
    [9, 10, false],
    [10, 11, true],
    [8_106_479_329_266_891, MOST, false],
    [8_106_479_329_266_892, MOST, true],
    [MOST, MOST, true],
    [0, 1, false],
  ];
  for (const [tokens, budget, expected] of cases) {
    const messages = [{ role: "user", content: "", token_count: tokens }];
    assert.equal(new SessionCompactor(budget).shouldCompact(messages), expected, `${tokens}`);
  }
});

/** @type {readonly unknown[]} */
const ILL_FORMED_BLOCKS = [
  null, "hi", {}, { type: "image" }, { type: "constructor" }, { type: "text" },
  { type: "text", text: 1 }, { type: "text", text: "", id: "" },
  { type: "tool_use", id: "", name: "", input: [] }, { type: "tool_use", id: "", name: "" },
  { type: "tool_result", tool_use_id: "" },
  { type: "tool_result", tool_use_id: "", content: "", is_error: null },
];
/** @type {readonly unknown[]} */
const ILL_FORMED = [
  null, "hi", [], {}, { role: "user" }, { content: "" }, { role: "User", content: "" },
  { role: "user", content: null }, { role: "user", content: {} },
  ...[-1, 0.5, null, true, "1"].map((count) => ({ role: "user", content: "", token_count: count })),
  { role: "user", content: "", constructor: 1 },
  ...ILL_FORMED_BLOCKS.map((block) => ({ role: "user", content: [block], token_count: 0 })),
];
for (const message of ILL_FORMED) {
  test(`${JSON.stringify(message)} is no message, wherever it stands`, () => {
    const messages = [say("user", "a"), message];
    const compactor = new SessionCompactor(MOST);
    assert.throws(() => compactor.totalTokens(messages), InvalidMessage);
    assert.throws(() => compactor.shouldCompact(messages), { code: "INVALID_MESSAGE" });
    assert.throws(() => compactor.compact(messages), InvalidMessage);
  });
}

test("a total beyond 2^53-1 cannot be answered", () => {
  const messages = [MOST, 1].map((tokens) => ({ ...say("user", ""), token_count: tokens }));
  assert.throws(() => new SessionCompactor(MOST).compact(messages), InvalidMessage);
  assert.equal(new SessionCompactor(1).totalTokens(messages.slice(0, 1)), MOST);
});

test("the budget is judged before any message", () => {
  for (const budget of [0, -1, 0.5, Number.NaN, Infinity]) {
    assert.throws(() => new SessionCompactor(budget), InvalidBudget);
  }
  for (const reserve of [-1, 0.5]) {
    assert.throws(() => new SessionCompactor(1, reserve), { code: "INVALID_BUDGET" });
  }
  assert.equal(new SessionCompactor(1, 0).compact([]).fits, true);
});

const SESSION = [
  say("system", "Be brief."),
  say("user", "What is in the log?"),
  use("t1"),
  say("tool", [result("t1", "ready\n".repeat(40))]),
  say("user", "And now?"),
];

test("results go first, and the system prompt and the last turns stay", () => {
  const done = new SessionCompactor(50, 1).compact(SESSION, "Read the log.");
  assert.deepEqual(done.messages[3], {
    role: "tool", content: [result("t1", "[compacted]")], token_count: 3,
  });
  for (const index of [0, 1, 2, 4]) assert.equal(done.messages[index], SESSION[index]);
  const { messages, ...account } = done;
  assert.deepEqual(account, {
    compactedCount: 0, resultsCompacted: 1, tokensSaved: 58, fits: true, summarySource: "none",
  });
});

test("one message takes the place of the middle when that is not enough", () => {
  const done = new SessionCompactor(15, 1).compact(SESSION, "Read the log.");
  const contents = done.messages.map(({ content }) => content);
  assert.deepEqual(contents, ["Be brief.", "Read the log.", "And now?"]);
  assert.deepEqual(done.messages[1], {
    role: "assistant", content: "Read the log.", token_count: 4,
  });
  assert.equal(done.compactedCount, 3);
  assert.equal(done.resultsCompacted, 0);
  assert.equal(done.summarySource, "model");
});

test("a blank summary falls back to words that count the messages", () => {
  const long = [say("user", "x".repeat(400)), say("user", "y")];
  for (const summary of [null, "", " \t\r\n"]) {
    const done = new SessionCompactor(20, 1).compact(long, summary);
    assert.equal(done.messages[0]?.content, "[1 earlier messages compacted]");
    assert.equal(done.summarySource, "fallback");
  }
  assert.equal(new SessionCompactor(20, 1).compact(long, "\u00a0").messages[0]?.content, "\u00a0");
});

test("a summary that is no smaller replaces nothing", () => {
  const session = [say("user", "abcdefgh"), say("user", "y")];
  const done = new SessionCompactor(3, 1).compact(session, "abcdefgh");
  assert.deepEqual(done.messages, session);
  assert.equal(done.summarySource, "none");
});

test("savings are exact and may be negative near the largest integer", () => {
  const answer = { ...say("tool", [result("t", "")]), token_count: 0 };
  const done = new SessionCompactor(MOST, 1).compact(
    [answer, { ...say("user", "a"), token_count: MOST }],
  );
  assert.equal(done.resultsCompacted, 1);
  assert.equal(done.tokensSaved, -3);
  assert.equal(done.fits, false);
});

test("turns begin where the user says more than tools returned, and cut no pair", () => {
  const both = say("user", [result("t1", "r"), { type: "text", text: "and?" }]);
  /** @type {[string, Message[], number][]} what it shows, session, kept of the last turn */
  const sessions = [
    ["a result is no turn", [say("user", "a"), use("t1"), say("user", [result("t1", "r")])], 3],
    ["a pair is not cut", [say("user", "a"), use("t1"), both], 3],
    ["an answered call is over", [say("user", "a"), use("t1"), both, say("user", "b")], 1],
    ["an unanswered call holds nothing", [say("user", "a"), use("t1"), say("user", "b")], 1],
    ["another's result holds nothing", [use("t2"), both, say("assistant", "")], 2],
    ["a system message inside is no turn", [say("user", "a"), say("system", "b")], 2],
    ["a user without blocks is no turn", [say("user", "a"), say("user", [])], 2],
    ["what comes before the first turn is one", [say("assistant", "a"), say("user", "b")], 1],
  ];
  for (const [what, session, kept] of sessions) {
    const padding = say("assistant", "x".repeat(4000));
    const done = new SessionCompactor(100, 1).compact([padding, ...session], "S");
    assert.deepEqual(done.messages.slice(1), session.slice(-kept), what);
  }
});

test("with no turn reserved everything but the system prompt is middle, with many nothing", () => {
  const none = new SessionCompactor(5, 0).compact(SESSION, "S");
  assert.deepEqual(none.messages.map(({ role }) => role), ["system", "assistant"]);
  for (const reserve of [2, 3, MOST]) {
    const all = new SessionCompactor(5, reserve).compact(SESSION, "S");
    assert.deepEqual(all.messages, SESSION);
    assert.equal(all.fits, false);
  }
});

/** @template T @param {T} value @returns {T} */
function frozen(value) {
  if (typeof value === "object" && value !== null) Object.values(value).forEach(frozen);
  return Object.freeze(value);
}

/** @param {Random} random @returns {Message[]} */
function randomSession(random) {
  const texts = ["", "a", "é".repeat(9), "line\n".repeat(12), "[compacted]"];
  const ids = ["t1", "t2"];
  const makers = [
    () => say("user", random.pick(texts)),
    () => say("assistant", random.pick(texts)),
    () => use(random.pick(ids)),
    () => say(random.pick(["user", "tool"]), [result(random.pick(ids), random.pick(texts))]),
    () => say("user", [result(random.pick(ids), [1, null]), { type: "text", text: "b" }]),
    () => ({ ...say("system", random.pick(texts)), token_count: random.below(30) }),
  ];
  return random.some(makers, 12).map((make) => make());
}

/** @param {readonly Message[]} messages @returns {number} results without a call before them */
function orphans(messages) {
  /** @type {string[]} */
  const open = [];
  let count = 0;
  const blocks = messages.flatMap(({ content }) => (typeof content === "string" ? [] : content));
  for (const block of blocks) {
    if (block.type === "tool_use") open.push(block.id);
    if (block.type !== "tool_result") continue;
    const call = open.lastIndexOf(block.tool_use_id);
    if (call < 0) count += 1;
    else open.splice(call, 1);
  }
  return count;
}

test("whatever the session: nothing passed in changes, pairs stay, the account is right", () => {
  const random = new Random(11n);
  for (let round = 0; round < 5000; round += 1) {
    const session = frozen(randomSession(random));
    const [budget, reserve] = [1 + random.below(60), random.below(4)];
    const compactor = new SessionCompactor(budget, reserve);
    const done = compactor.compact(session, random.pick([null, " ", "A summary."]));
    const [before, after] = [session, done.messages].map((all) => compactor.totalTokens(all));
    assert.equal(done.tokensSaved, Number(before) - Number(after));
    assert.equal(done.fits, Number(after) <= budget);
    if (!compactor.shouldCompact(session)) assert.deepEqual(done.messages, session);
    if (done.summarySource === "fallback") {
      assert.ok(done.messages.some(({ content }) => FALLBACK.test(String(content))));
    }
    assert.ok(orphans(done.messages) <= orphans(session), "a result lost its call");
    if (!compactor.shouldCompact(done.messages)) {
      assert.deepEqual(compactor.compact(done.messages, "Again.").messages, done.messages);
    }
  }
});
