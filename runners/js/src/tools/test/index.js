// The tool `test`: suites are found and run, and what runners print is brought into one form.
// Running is the business of `proc`, by way of the context.

import { VERSION } from "../toolbox.js";
import { list, run, status } from "./actions.js";
import { schemas } from "./schemas.js";

/** @typedef {import("../context.js").Context} Context */
/** @typedef {import("../../envelope/index.js").Tool} Tool */

/**
 * The tool as it works in a context, whose toolbox has `proc`.
 *
 * Spec: TEST-1 to TEST-30
 * @param {Context} context
 * @returns {Tool}
 */
export function tool(context) {
  return {
    name: "test",
    version: VERSION,
    backend: null,
    actions: {
      list: { params: schemas.list, run: (params) => list(context, params) },
      run: { params: schemas.run, run: (params) => run(context, params) },
      status: { params: schemas.status, run: (params) => status(context, params) },
    },
  };
}
