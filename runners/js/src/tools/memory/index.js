// The optional tool `memory`: texts and facts that outlive a call, in three scopes. What its actions
// do is the module `memory`; here is where the state is kept.

import { ToolError } from "../../envelope/index.js";
import { ACTIONS, Memory } from "../../memory/index.js";
import { differs, divided, EMPTY, whole } from "./parts.js";
import { storesOf } from "./store.js";

/** @typedef {import("../context.js").Context} Context */

/** What is remembered while the server runs. */
class Session {
  part = EMPTY;
}

/** @type {import("../declaring.js").Declaration} */
export const tool = {
  name: "memory",
  backend: null,
  actions: Object.fromEntries(
    Array.from(ACTIONS, ([name, { params }]) => [
      name,
      { params, run: (context, given) => act(context, name, given) },
    ]),
  ),
};

/**
 * One call, without any pause between what is read and what is written: no other call of this
 * process comes between.
 *
 * Spec: KEPT-1 to KEPT-8
 * @param {Context} context
 * @param {string} action
 * @param {Record<string, unknown>} params
 */
function act(context, action, params) {
  const session = context.keep(Session);
  const stores = storesOf(context);
  const before = {
    session: session.part,
    project: stores.project.load(),
    global: stores.global?.load() ?? EMPTY,
  };
  const { data, paging, state } = new Memory(whole(before)).apply(action, params, Date.now());
  const after = divided(state);
  const isGlobal = differs(before.global, after.global);
  if (isGlobal && !stores.global) {
    throw new ToolError("UNSUPPORTED", "the user has no folder here", { missing: "HOME" });
  }
  if (isGlobal) stores.global?.save(after.global);
  if (differs(before.project, after.project)) stores.project.save(after.project);
  if (differs(before.session, after.session)) session.part = after.session;
  return { data, paging };
}
