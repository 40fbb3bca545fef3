// The tool `proc`: commands are run, listed, ended, and their output is shown. A process is the
// first of a group of its own, and writes to files, past this program.

import { VERSION } from "../toolbox.js";
import { execute, kill, logs, processes } from "./actions.js";
import { schemas } from "./schemas.js";

/** @typedef {import("../context.js").Context} Context */
/** @typedef {import("../../envelope/index.js").Tool} Tool */

/**
 * The tool as it works in a context.
 *
 * Spec: PROC-1 to PROC-38
 * @param {Context} context
 * @returns {Tool}
 */
export function tool(context) {
  return {
    name: "proc",
    version: VERSION,
    backend: null,
    actions: {
      exec: { params: schemas.exec, run: (params) => execute(context, params) },
      ps: { params: schemas.ps, run: (params) => processes(context, params) },
      kill: { params: schemas.kill, run: (params) => kill(context, params) },
      logs: { params: schemas.logs, run: (params) => logs(context, params) },
    },
  };
}
