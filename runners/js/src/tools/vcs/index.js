// vcs: status, differences, commits and branches, by git.

import { VERSION } from "../toolbox.js";
import { branch, checkout } from "./branches.js";
import { apply, diff, status } from "./changes.js";
import { commit, log } from "./history.js";
import { SCHEMAS } from "./schemas.js";

/** @typedef {import("../context.js").Context} Context */
/** @typedef {import("../../envelope/index.js").Tool} Tool */

// `status` is not the built-in one: HIP-0300 gives vcs an action of this name.
const ACTIONS = { status, diff, apply, commit, branch, checkout, log };

/**
 * The tool as it works in a context.
 * @param {Context} context
 * @returns {Tool}
 */
export function tool(context) {
  const actions = Object.entries(ACTIONS).map(([name, run]) => {
    /** @type {(params: Readonly<Record<string, any>>) => Promise<any>} */
    const bound = (params) => run(context, params);
    return [name, { params: SCHEMAS[name] ?? {}, run: bound }];
  });
  return { name: "vcs", version: VERSION, backend: "git", actions: Object.fromEntries(actions) };
}
