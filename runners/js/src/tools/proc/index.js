// The tool `proc`: commands are run, listed, ended, and their output is shown. A process is the
// first of a group of its own, and writes to files, past this program.

import { execute, kill, logs, processes } from "./actions.js";
import { schemas } from "./schemas.js";

/**
 * Spec: PROC-1 to PROC-38
 * @type {import("../declaring.js").Declaration}
 */
export const tool = {
  name: "proc",
  backend: null,
  actions: {
    exec: { params: schemas.exec, run: execute },
    ps: { params: schemas.ps, run: processes },
    kill: { params: schemas.kill, run: kill },
    logs: { params: schemas.logs, run: logs },
  },
};
