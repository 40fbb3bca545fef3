// What every tool can do without having declared it.

import { compareUtf8 } from "../utf8-order.js";
import { BUILT_IN } from "./codes.js";
import { effective, NO_PARAMETERS, signature } from "./parameters.js";

/** @typedef {import("./tool.js").Action} Action */
/** @typedef {import("./tool.js").Tool} Tool */

// The HIP's base class looks for these before it looks at what the tool declares.
const NOT_REPLACED = ["help", "schema"];

/**
 * The names that `UNKNOWN_ACTION` lists, sorted.
 *
 * Spec: ENVELOPE-31
 * @param {Tool} tool
 * @returns {string[]}
 */
export function availableActions({ actions }) {
  return [...new Set([...Object.keys(actions), ...BUILT_IN])].sort(compareUtf8);
}

/**
 * The action that a name reaches, declared or built in.
 *
 * Spec: ENVELOPE-28 to ENVELOPE-30
 * @param {Tool} tool
 * @param {string} name
 * @returns {Action | undefined}
 */
export function findAction(tool, name) {
  const isDeclared = Object.hasOwn(tool.actions, name) && !NOT_REPLACED.includes(name);
  return isDeclared ? tool.actions[name] : builtIn(tool).get(name);
}

/** @param {Tool} tool @returns {Map<string, Action>} */
function builtIn(tool) {
  return new Map([
    ["help", { params: NO_PARAMETERS, run: () => ({ data: help(tool) }) }],
    ["schema", { params: NO_PARAMETERS, run: () => ({ data: schemas(tool) }) }],
    ["status", { params: NO_PARAMETERS, run: () => ({ data: status(tool) }) }],
  ]);
}

/** @param {Tool} tool @returns {[name: string, action: Action][]} those that can be reached */
function declared({ actions }) {
  return Object.entries(actions)
    .filter(([name]) => !NOT_REPLACED.includes(name))
    .sort(([left], [right]) => compareUtf8(left, right));
}

/**
 * Spec: ENVELOPE-46 to ENVELOPE-48
 * @param {Tool} tool
 */
function help(tool) {
  const entries = declared(tool).map(([name, { params }]) => {
    const entry = { description: params.description ?? "", params: signature(params) };
    return /** @type {const} */ ([name, entry]);
  });
  const lines = entries.map(([name, { description, params }]) =>
    `- \`${name}(${params.join(", ")})\` ${description}`.trimEnd(),
  );
  const text = [`# ${tool.name}`, "", ...lines, ""].join("\n");
  return { actions: Object.fromEntries(entries), text };
}

/**
 * Spec: ENVELOPE-49
 * @param {Tool} tool
 */
function schemas(tool) {
  const entries = declared(tool).map(([name, { params }]) => [name, effective(params)]);
  return { schemas: Object.fromEntries(entries) };
}

/**
 * Spec: ENVELOPE-50. A tool that answers is enabled.
 * @param {Tool} tool
 */
function status({ name, version, backend }) {
  return { tool: name, enabled: true, version, backend };
}
