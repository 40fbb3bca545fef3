// The tool `fs`: reads, creates, changes, removes, lists, searches and compares files.

import { diff } from "./diffing.js";
import { applyPatch } from "./editing.js";
import { list, listParams } from "./list.js";
import { mkdir, write } from "./making.js";
import { read, stat } from "./reading.js";
import { rm } from "./removing.js";
import * as schemas from "./schemas.js";
import { searchText, searchTextParams } from "./search.js";

/** @typedef {import("../declaring.js").DeclaredAction} DeclaredAction */

/** @type {import("../declaring.js").Declaration} */
export const tool = {
  name: "fs",
  backend: null,
  actions: {
    read: action(schemas.read, read),
    write: action(schemas.write, write),
    stat: action(schemas.stat, stat),
    mkdir: action(schemas.mkdir, mkdir),
    rm: action(schemas.rm, rm),
    apply_patch: action(schemas.applyPatch, applyPatch),
    list: { params: listParams, run: list },
    search_text: { params: searchTextParams, run: searchText },
    diff: action(schemas.diff, diff),
  },
};

/**
 * An action whose function gives its data.
 * @param {DeclaredAction["params"]} params
 * @param {(context: import("../context.js").Context, params: any) => unknown} run
 * @returns {DeclaredAction}
 */
function action(params, run) {
  return { params, run: (context, given) => ({ data: run(context, given) }) };
}
