// The tool `fs`: reads, creates, changes, removes, lists, searches and compares files.

import { VERSION } from "../toolbox.js";
import { diff } from "./diffing.js";
import { applyPatch } from "./editing.js";
import { list, listParams } from "./list.js";
import { mkdir, write } from "./making.js";
import { read, stat } from "./reading.js";
import { rm } from "./removing.js";
import * as schemas from "./schemas.js";
import { searchText, searchTextParams } from "./search.js";

/** @typedef {import("../context.js").Context} Context */
/** @typedef {import("../../envelope/index.js").ParameterSchema} ParameterSchema */

/**
 * The tool as it works in one workspace.
 * @param {Context} context
 * @returns {import("../../envelope/index.js").Tool}
 */
export function tool(context) {
  /**
   * @param {ParameterSchema} params
   * @param {(context: Context, params: any) => unknown} run
   */
  const action = (params, run) => ({
    params,
    /** @param {Readonly<Record<string, any>>} given */
    run: (given) => ({ data: run(context, given) }),
  });
  return {
    name: "fs",
    version: VERSION,
    backend: null,
    actions: {
      read: action(schemas.read, read),
      write: action(schemas.write, write),
      stat: action(schemas.stat, stat),
      mkdir: action(schemas.mkdir, mkdir),
      rm: action(schemas.rm, rm),
      apply_patch: action(schemas.applyPatch, applyPatch),
      list: { params: listParams, run: (given) => list(context, /** @type {any} */ (given)) },
      search_text: {
        params: searchTextParams,
        run: (given) => searchText(context, /** @type {any} */ (given)),
      },
      diff: action(schemas.diff, diff),
    },
  };
}
