// The actions `write` and `mkdir`: they make what is not there, and never change what is.

import { mkdirSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";

import { systemCode, violation } from "../failures.js";
import { create } from "./files.js";
import { exists, telling } from "./refusals.js";
import { SeenContents } from "./seen.js";

/** @typedef {import("../context.js").Context} Context */
/** @typedef {import("../workspace.js").Workspace} Workspace */

/**
 * Create a file with this content. Spec: FS-26 to FS-31
 * @param {Context} context
 * @param {{ uri: string, content: string, encoding?: "utf-8" | "base64" }} params
 */
export function write(context, { uri: asked, content, encoding }) {
  const { workspace } = context;
  const path = workspace.locateEntry(asked);
  const data = encoding === "base64" ? decoded(content) : Buffer.from(content);
  const uri = workspace.uri(path);
  if (path === workspace.root) throw exists(uri);
  create(workspace, path, data);
  return { uri, hash: context.keep(SeenContents).remember(data), size: data.length };
}

/**
 * Create a folder, and the folders above it that are missing. Spec: FS-33 to FS-36
 * @param {Context} context
 * @param {{ uri: string }} params
 */
export function mkdir({ workspace }, { uri: asked }) {
  const path = workspace.locateEntry(asked);
  const uri = workspace.uri(path);
  if (path === workspace.root) throw exists(uri);
  let place = workspace.root;
  for (const name of relative(workspace.root, path).split(sep)) {
    place = join(place, name);
    make(workspace, place, place === path);
  }
  return { uri };
}

/** @param {Workspace} workspace @param {string} path @param {boolean} last */
function make(workspace, path, last) {
  const uri = workspace.uri(path);
  telling(uri, () => {
    try {
      workspace.at(path, (place) => mkdirSync(place));
    } catch (problem) {
      const code = systemCode(problem);
      // What was found on the way was no folder.
      if (code === "ENOTDIR") throw exists(workspace.uri(dirname(path)));
      if (code !== "EEXIST" || last) throw problem;
    }
  });
}

/** @param {string} content @returns {Buffer} */
function decoded(content) {
  const data = Buffer.from(content, "base64");
  // Node's decoder skips what is not in the alphabet, and knows two alphabets.
  if (data.toString("base64") !== content) {
    throw violation("/content", "base64", "the content is no canonical base64");
  }
  return data;
}
