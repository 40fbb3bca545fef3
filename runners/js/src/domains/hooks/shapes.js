// What the operations of hooks take.

import {
  base64, boolean, integer, json, list, map, nullable, optional, record, text, union,
} from "../../adapter.js";

/** @typedef {import("../../hooks/index.js").End} End */

/** @type {import("../../adapter/shape.js").Shape<true>} */
const onlyTrue = {
  check: (value) => boolean.check(value) ?? (value ? null : { pointer: "", problem: "not true" }),
  read: () => true,
};

/** What a tool returned. */
export const result = optional(
  nullable(record({ output: text, error: nullable(text), is_error: boolean })),
);

/** Hooks of any kind: what they must be like is for the library to judge. */
export const hooks = list(map(json));

/**
 * How hooks ended.
 * @type {import("../../adapter/shape.js").Shape<End[]>}
 */
export const ended = list(
  union(
    end("exit", integer(0, 255)),
    end("signal", integer(1, 126)),
    end("timeout", onlyTrue),
    end("spawn", onlyTrue),
  ),
);

/**
 * @param {import("../../hooks/judgement.js").Cause} cause
 * @param {import("../../adapter/shape.js").Shape<number | true>} number
 * @returns {import("../../adapter/shape.js").Shape<End>}
 */
function end(cause, number) {
  const shape = record({ [cause]: number, stderr_b64: base64 });
  return {
    check: shape.check,
    read: (value) => ({
      cause,
      number: value[cause] === true ? null : value[cause],
      stderr: base64.read(value.stderr_b64),
    }),
  };
}

/**
 * Hooks under the names that the library has for their members.
 * @param {readonly Readonly<Record<string, unknown>>[]} given
 */
export const named = (given) =>
  given.map(({ event, command, tool_pattern: toolPattern, timeout_ms: timeoutMs }) => ({
    event, command, toolPattern, timeoutMs,
  }));
