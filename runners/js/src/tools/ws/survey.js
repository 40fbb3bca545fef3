// Looking at the files of a project: names only, and never through a symbolic link.

import { readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

import { isOwnFolder, marksARoot } from "./markers.js";

// A survey of a folder as large as this says enough about its languages.
const MOST_FILES = 20_000;

/**
 * The nearest folder from `start` upwards that marks a project, or the workspace.
 *
 * Spec: WS-12
 * @param {string} start what there is
 * @param {string} workspace
 * @returns {string}
 */
export function projectRoot(start, workspace) {
  let folder = statSync(start).isDirectory() ? start : dirname(start);
  while (folder !== workspace && !marksARoot(entries(folder))) folder = dirname(folder);
  return folder;
}

/**
 * The names in a folder; none where it cannot be read.
 * @param {string} folder
 * @returns {Set<string>}
 */
export function entries(folder) {
  return new Set(list(folder).map(({ name }) => name));
}

/**
 * The names of the files of a project, folder by folder in the order of names.
 *
 * Spec: WS-15, WS-21
 * @param {string} root
 * @returns {string[]}
 */
export function fileNames(root) {
  /** @type {string[]} */
  const found = [];
  const folders = [root];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const inside = list(folder).sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const entry of inside) {
      if (entry.isDirectory()) continue;
      if (found.length === MOST_FILES) return found;
      // What a link to a folder is called says nothing of a language.
      if (!entry.isSymbolicLink() || !isFolder(join(folder, entry.name))) found.push(entry.name);
    }
    const below = inside.filter((entry) => entry.isDirectory() && isOwnFolder(entry.name));
    folders.push(...below.map(({ name }) => join(folder, name)).reverse());
  }
  return found;
}

/** @param {string} path */
function isFolder(path) {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** @param {string} folder */
function list(folder) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    // Not a folder, or not to be read: it has nothing to show.
    return [];
  }
}
