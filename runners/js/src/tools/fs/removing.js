// The action `rm`: guarded, and never beyond the entry that was named.

import { closeSync, constants, lstatSync, openSync, readdirSync, rmdirSync, unlinkSync } from "node:fs";

import { ToolError } from "../../envelope/index.js";
import { systemCode } from "../failures.js";
import { kindOf, telling } from "./refusals.js";

/** @typedef {import("../context.js").Context} Context */

const FOLDER = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;

/**
 * Remove a file, a link, or a folder with all that is in it. Spec: FS-37 to FS-42
 * @param {Context} context
 * @param {{ uri: string, confirm?: boolean }} params
 */
export function rm({ workspace }, { uri: asked, confirm }) {
  const path = workspace.locateEntry(asked);
  const uri = workspace.uri(path);
  if (path === workspace.root) {
    throw new ToolError("PERMISSION_DENIED", "the workspace itself stays", { uri });
  }
  return telling(uri, () => workspace.at(path, (place) => {
    const type = kindOf(lstatSync(place));
    if (confirm !== true) {
      const message = `say confirm: true to remove ${uri}`;
      throw new ToolError("CONFIRM_REQUIRED", message, { uri, type });
    }
    if (type === "directory") removeFolder(Buffer.from(place));
    else unlinkSync(place);
    return { uri, type };
  }));
}

/**
 * Removes a folder and what is in it: below open folders, as in `Workspace.at`, and without
 * following links, which `fs.rm` does when a folder turns into one.
 * @param {Buffer} place names need not be UTF-8
 */
function removeFolder(place) {
  const folder = openSync(place, FOLDER);
  try {
    const inside = `/proc/self/fd/${folder}/`;
    for (const name of readdirSync(inside, { encoding: "buffer" })) {
      removeEntry(Buffer.concat([Buffer.from(inside), name]));
    }
  } finally {
    closeSync(folder);
  }
  rmdirSync(place);
}

/** @param {Buffer} place */
function removeEntry(place) {
  try {
    unlinkSync(place);
  } catch (problem) {
    // Linux says EISDIR for a folder, POSIX EPERM.
    const code = systemCode(problem);
    if (code !== "EISDIR" && code !== "EPERM") throw problem;
    removeFolder(place);
  }
}
