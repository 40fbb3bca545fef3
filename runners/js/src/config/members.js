// The members of HanzoConfig: their defaults, and what each of them may be in a file.
//
// A check walks a value in document order and gives the first place that does not fit. Null passes
// wherever a merge takes it for removal, so not inside arrays. Members that are not known pass.

import { pointerTo } from "../json-pointer.js";

/** @typedef {import("../strict-json.js").Json} Json */

/**
 * A value of the wrong type: the JSON Pointer to it, and what was expected there.
 * @typedef {{ path: string, expected: string }} TypeProblem
 */

/** @typedef {(value: Json, path: string) => TypeProblem | null} Check */

/**
 * Other names of top-level members, as the configuration files of other MCP clients spell them.
 * @type {ReadonlyMap<string, string>}
 */
export const ALIASES = new Map([["mcpServers", "mcp_servers"]]);

/**
 * Every member of HanzoConfig with its default, fresh for the caller to change.
 *
 * Spec: CONFIG-2
 * @returns {Map<string, Json>}
 */
export function defaults() {
  return new Map(
    /** @type {[string, Json][]} */ ([
      ["api_key", null],
      ["model", "claude-sonnet-4-20250514"],
      ["mcp_servers", new Map()],
      ["permissions", new Map()],
      ["custom_instructions", ""],
      ["hooks", []],
      ["input_mode", "default"],
    ]),
  );
}

/**
 * The first known member, in document order, that does not fit.
 *
 * Spec: CONFIG-51 to CONFIG-63, CONFIG-65
 * @param {Map<string, Json>} content
 * @returns {TypeProblem | null}
 */
export function findTypeProblem(content) {
  return configuration(content, "");
}

/** @param {(value: Json) => boolean} fits @param {string} expected @returns {Check} */
const one = (fits, expected) => (value, path) => (fits(value) ? null : { path, expected });

/** @param {...string} choices @returns {Check} */
const oneOf = (...choices) =>
  one((value) => choices.some((choice) => choice === value), `one of ${choices.join(", ")}`);

/** @param {Check} element @returns {Check} */
const listOf = (element) => (value, path) =>
  Array.isArray(value)
    ? firstProblem(value.entries(), path, () => element)
    : { path, expected: "a list" };

/**
 * An object; `checkOf` gives the check of the member with a name, if it has any.
 * @param {(name: string) => Check | undefined} checkOf
 * @returns {Check}
 */
const object = (checkOf) => (value, path) =>
  value instanceof Map ? firstProblem(value, path, checkOf) : { path, expected: "an object" };

/** @param {Check} check @returns {Check} that lets null pass as well. Spec: CONFIG-61 */
const removable = (check) => (value, path) => (value === null ? null : check(value, path));

/** @param {Check} member @returns {Check} an object whose names are the user's choice */
const mapOf = (member) => object(() => removable(member));

/** @param {Record<string, Check>} members @returns {ReadonlyMap<string, Check>} */
const allRemovable = (members) =>
  new Map(Object.entries(members).map(([name, check]) => [name, removable(check)]));

/**
 * @template {string | number} K
 * @param {Iterable<[K, Json]>} entries
 * @param {string} path
 * @param {(key: K) => Check | undefined} checkOf
 * @returns {TypeProblem | null}
 */
function firstProblem(entries, path, checkOf) {
  for (const [key, value] of entries) {
    const problem = checkOf(key)?.(value, path + pointerTo(key));
    if (problem) return problem;
  }
  return null;
}

const text = one((value) => typeof value === "string", "text");
const texts = listOf(text);
const flag = one((value) => typeof value === "boolean", "true or false");
const milliseconds = one(
  (value) => typeof value === "number" && value >= 0,
  "a number of milliseconds, zero or more",
);
const textOrTexts = one((value) => typeof value === "string", "text or a list of texts");
/** @type {Check} */
const command = (value, path) =>
  Array.isArray(value) ? texts(value, path) : textOrTexts(value, path);

const HOOK = new Map([
  ["event", oneOf("pre_tool_use", "post_tool_use")],
  ["command", text],
  ["tool_pattern", text],
  ["timeout_ms", milliseconds],
]);
const HOOK_REQUIRED = ["event", "command", "tool_pattern"];
const hookMembers = object((name) => HOOK.get(name));

/**
 * An element of an array: nothing merges into it, so it is complete and null is a mistake.
 * @type {Check}
 */
const hook = (value, path) => {
  const problem = hookMembers(value, path);
  if (problem) return problem;
  const missing = HOOK_REQUIRED.find((name) => value instanceof Map && !value.has(name));
  if (missing === undefined) return null;
  return { path: path + pointerTo(missing), expected: "this member, which a hook must have" };
};

const SERVER = allRemovable({ command, args: texts, env: mapOf(text), disabled: flag });
const server = object((name) => SERVER.get(name));

const MEMBERS = allRemovable({
  api_key: text,
  model: text,
  mcp_servers: mapOf(server),
  permissions: mapOf(oneOf("allow", "deny", "prompt")),
  custom_instructions: text,
  hooks: listOf(hook),
  input_mode: oneOf("vim", "emacs", "default"),
});
const configuration = object((name) => MEMBERS.get(ALIASES.get(name) ?? name));
