// How a tool is declared: actions by name, each with its parameters and what it does in a context.

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("../envelope/index.js").Outcome} Outcome */
/** @typedef {import("../envelope/index.js").ParameterSchema} ParameterSchema */
/** @typedef {import("../envelope/index.js").Tool} Tool */

/** The version of every tool: that of the page which it implements. */
const VERSION = "1.0.0";

/**
 * One action: the JSON Schema of its parameters, and what runs once they are sound.
 * @typedef {object} DeclaredAction
 * @property {ParameterSchema} params
 * @property {(context: Context, params: any) => Outcome | Promise<Outcome>} run
 */

/**
 * A tool; `backend` is null when there is nothing to name.
 * @typedef {object} Declaration
 * @property {string} name
 * @property {string | null} backend
 * @property {Readonly<Record<string, DeclaredAction>>} actions
 */

/**
 * A tool as it works in one workspace.
 * @param {Declaration} declaration
 * @param {Context} context
 * @returns {Tool}
 */
export function within({ name, backend, actions }, context) {
  const bound = Object.entries(actions).map(([action, { params, run }]) => [
    action,
    { params, run: (/** @type {unknown} */ given) => run(context, given) },
  ]);
  return { name, version: VERSION, backend, actions: Object.fromEntries(bound) };
}
