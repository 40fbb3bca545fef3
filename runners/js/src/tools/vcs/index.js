// vcs: status, differences, commits and branches, by git.

import { branch, checkout } from "./branches.js";
import { apply, diff, status } from "./changes.js";
import { commit, log } from "./history.js";
import { SCHEMAS } from "./schemas.js";

// `status` is not the built-in one: HIP-0300 gives vcs an action of this name.
/** @type {import("../declaring.js").Declaration} */
export const tool = {
  name: "vcs",
  backend: "git",
  actions: {
    status: { params: SCHEMAS.status, run: status },
    diff: { params: SCHEMAS.diff, run: diff },
    apply: { params: SCHEMAS.apply, run: apply },
    commit: { params: SCHEMAS.commit, run: commit },
    branch: { params: SCHEMAS.branch, run: branch },
    checkout: { params: SCHEMAS.checkout, run: checkout },
    log: { params: SCHEMAS.log, run: log },
  },
};
