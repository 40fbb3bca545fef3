// The tool `test`: suites are found and run, and what runners print is brought into one form.
// Running is the business of `proc`, by way of the context.

import { list, run, status } from "./actions.js";
import { schemas } from "./schemas.js";

/**
 * It needs a toolbox that has `proc`.
 *
 * Spec: TEST-1 to TEST-30
 * @type {import("../declaring.js").Declaration}
 */
export const tool = {
  name: "test",
  backend: null,
  actions: {
    list: { params: schemas.list, run: list },
    run: { params: schemas.run, run },
    status: { params: schemas.status, run: status },
  },
};
