// What the operations of the client's machines take: scripts of steps.

import {
  base64, integer, json, list, map, nullable, oneOf, optional, record, text, union,
} from "../../adapter.js";

// Half of what numbers hold exactly, so that a time and a limit can be added.
const LATEST_MS = 4503599627370495;
const LONGEST_TIMEOUT_MS = 2147483647;

const at = integer(0, LATEST_MS);
const to = integer(0);
const object = map(json);
const id = union(text, integer());
const max_line = optional(integer(0));

export const lines = union(
  record({ chunks: list(text), max_line }),
  record({ chunks_b64: list(base64), max_line }),
);

const sessionStep = union(
  record({ type: oneOf("connect"), at, client: record({ name: text, version: text }) }),
  record({ type: oneOf("list", "close", "tick"), at }),
  record({ type: oneOf("call"), at, name: text, arguments: object }),
  record({ type: oneOf("request"), at, method: text, params: object }),
  record({ type: oneOf("receive"), at, message: object }),
  record({ type: oneOf("invalid"), at, code: integer(), id: nullable(id) }),
  record({ type: oneOf("failed"), at, id: text, code: text }),
  record({ type: oneOf("closed"), at, reason: oneOf("end", "truncated", "too_long", "expired") }),
);

/** @typedef {import("../../adapter/composite-shape.js").TypeOf<typeof sessionStep>} SessionStep */

export const session = record({
  timeout_ms: integer(1, LONGEST_TIMEOUT_MS),
  script: list(sessionStep),
});

const headers = map(text);
const httpStep = union(
  record({ type: oneOf("send"), message: object }),
  record({ type: oneOf("listen", "close") }),
  record({ type: oneOf("response"), to, status: integer(200, 599), headers }),
  record({ type: oneOf("chunk"), to, text }),
  record({ type: oneOf("end", "fail", "resume", "abandon"), to }),
);

/** @typedef {import("../../adapter/composite-shape.js").TypeOf<typeof httpStep>} HttpStep */

export const http = record({ headers, max_body: optional(integer(0)), script: list(httpStep) });

const asked = union(
  record({ list: record({}) }),
  record({ call: record({ name: text, arguments: object }) }),
);

export const play = record({
  workspace: text,
  command: list(text, { least: 1 }),
  timeout_ms: integer(1, LONGEST_TIMEOUT_MS),
  calls: list(asked),
});
