// What the operations of the gate take.

import {
  boolean, integer, json, list, map, nullable, oneOf, optional, record, text, union,
} from "../../adapter.js";
import { EARLIEST_MS, LATEST_MS } from "../../permissions/index.js";

const input = map(json);
const reason = nullable(text);

/** @type {import("../../adapter/shape.js").Shape<true>} */
const onlyTrue = {
  check: (value) => boolean.check(value) ?? (value ? null : { pointer: "", problem: "not true" }),
  read: () => true,
};

const prompter = union(
  record({ type: oneOf("allow") }),
  record({ type: oneOf("escalate") }),
  record({ type: oneOf("raise") }),
  record({ type: oneOf("deny"), reason: text }),
);
const execute = union(
  record({ output: text, error: nullable(text), is_error: boolean }),
  record({ raise: text }),
  record({ cancel: onlyTrue }),
);

const outcomes = record({
  prompters: list(prompter),
  pre: nullable(record({ decision: oneOf("allow", "deny", "error"), reason })),
  execute,
  post: nullable(oneOf("ok", "raise")),
});

/** @typedef {import("../../adapter/composite-shape.js").TypeOf<typeof outcomes>} Outcomes */

const rules = list(record({ tool_pattern: text, mode: text, reason: optional(nullable(text)) }));

export const call = record({
  call: record({ name: text, input }),
  rules,
  session_id: text,
  timestamp_ms: integer(EARLIEST_MS, LATEST_MS),
  outcomes,
});

const event = union(
  record({ type: oneOf("content"), text }),
  record({ type: oneOf("tool_use"), id: text, name: text, input }),
  record({ type: oneOf("stop") }),
  record({ type: oneOf("error"), message: text }),
);

export const run = record({
  messages: list(input),
  tools: list(text),
  rules,
  model: list(list(event)),
  outcomes: map(outcomes),
  max_requests: integer(),
  budget: nullable(
    record({ max_tokens: integer(), reserve_recent: integer(), summary: nullable(text) }),
  ),
});

export const route = record({
  servers: list(record({ name: text, tools: list(text) })),
  name: text,
});
