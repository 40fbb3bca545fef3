// Where the repository of a workspace lies, and that nothing in it leads out of the workspace. All
// of this is asked before git is: what it reads and writes follows links, alternates and the
// settings that include others.

import { lstatSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";

import { ToolError } from "../../envelope/index.js";
import { outside } from "../failures.js";

/** @typedef {import("../workspace.js").Workspace} Workspace */
/** @typedef {(path: string) => Promise<[string, string][]>} ReadSettings keys and values */

const NAME = ".git";
// Git does not run hooks here, so that it is nobody's business where they lie.
const UNREAD = "hooks";
// As many as git follows (object-file.c, config.c).
const DEEPEST = 10;
// A file that names another folder says nothing else.
const MOST_NAMED = 1 << 16;
// Settings that name a file which has a say in answers.
const FILES = ["core.excludesfile", "core.attributesfile"];
// Words without which a file of settings says nothing of interest; no setting hides them.
const TELLING = /include|excludesfile|attributesfile|filter/i;
// What git reads rules from wherever it finds it.
const RULES = [".gitignore", ".gitattributes", ".gitmodules", ".mailmap"];

/**
 * The folder of the repository.
 *
 * Throws `NOT_FOUND` without one, `PERMISSION_DENIED` where it or a part of it lies elsewhere.
 * Spec: VCS-1, VCS-2, VCS-46
 * @param {Workspace} workspace
 * @returns {string}
 */
export function repositoryFolder(workspace) {
  const folder = join(workspace.root, NAME);
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (!found) {
    const details = { uri: workspace.uri(workspace.root) };
    throw new ToolError("NOT_FOUND", "the workspace is no repository", details);
  }
  // A file that names another folder, a link, or a linked work tree: the commits lie elsewhere.
  if (!found.isDirectory() || isThere(join(folder, "commondir"))) {
    throw outside(workspace.uri(folder));
  }
  judgeFolder(workspace, folder, new Set([folder]), 0);
  return folder;
}

/**
 * What the settings name, with all that they include: filters, and files outside by their keys.
 *
 * Throws `PERMISSION_DENIED` where they include something outside. Spec: VCS-46, VCS-47
 * @param {Workspace} workspace
 * @param {string} folder
 * @param {ReadSettings} read
 */
export async function judgeSettings(workspace, folder, read) {
  const filters = new Set();
  const strangers = new Set();
  const left = ["config", "config.worktree"].map((name) => ({ path: join(folder, name), depth: 0 }));
  const seen = new Set();
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { path, depth } = next;
    if (seen.has(path) || !TELLING.test(contentOf(path))) continue;
    seen.add(path);
    for (const [key, value] of await read(path)) {
      const section = key.slice(0, Math.max(0, key.lastIndexOf(".")));
      const name = key.slice(section.length + 1);
      if (section.startsWith("filter.")) filters.add(section);
      else if (FILES.includes(key) && within(workspace, workspace.root, value) === null) {
        strangers.add(key);
      } else if (name === "path" && (section === "include" || section.startsWith("includeif."))) {
        const found = within(workspace, dirname(path), value);
        if (found === null || depth === DEEPEST) throw outside(workspace.uri(path));
        left.push({ path: found, depth: depth + 1 });
      }
    }
  }
  return { filters: [...filters], strangers: [...strangers] };
}

/**
 * That git finds no rules and no repositories of others that lead out of the files.
 *
 * Throws `PERMISSION_DENIED` for the repository of a submodule outside, `UNSUPPORTED` with `uri` for
 * rules that are no file. Spec: VCS-46, VCS-48
 * @param {Workspace} workspace
 */
export function judgeTree(workspace) {
  const left = [workspace.root];
  for (let folder = left.pop(); folder !== undefined; folder = left.pop()) {
    for (const entry of entriesOf(folder)) {
      const path = join(folder, String(entry.name));
      if (entry.name === NAME) {
        if (folder !== workspace.root) judgeNested(workspace, path, entry);
      } else if (RULES.includes(entry.name)) {
        // Git does not follow links to rules, and passes folders over.
        if (entry.isFile() || entry.isSymbolicLink() || entry.isDirectory()) continue;
        throw new ToolError("UNSUPPORTED", `${path} is no file`, { uri: workspace.uri(path) });
      } else if (entry.isDirectory()) left.push(path);
    }
  }
}

/**
 * @param {Workspace} workspace
 * @param {string} path
 * @param {import("node:fs").Dirent} entry
 */
function judgeNested(workspace, path, entry) {
  if (entry.isSymbolicLink()) targetOf(workspace, path);
  if (!entry.isFile()) return;
  const named = contentOf(path).slice(0, MOST_NAMED).replace(/^gitdir:/, "").trim();
  if (within(workspace, dirname(path), named) === null) throw outside(workspace.uri(path));
}

/**
 * That nothing below a folder of the repository leads out.
 * @param {Workspace} workspace
 * @param {string} folder
 * @param {Set<string>} seen
 * @param {number} depth
 */
function judgeFolder(workspace, folder, seen, depth) {
  const left = [folder];
  for (let place = left.pop(); place !== undefined; place = left.pop()) {
    for (const entry of entriesOf(place)) {
      const path = join(place, entry.name);
      if (entry.isDirectory()) {
        if (place !== folder || entry.name !== UNREAD) left.push(path);
        continue;
      }
      if (entry.name === "alternates" && basename(place) === "info") {
        judgeAlternates(workspace, path, seen, depth);
      }
      if (entry.isSymbolicLink()) {
        const target = targetOf(workspace, path);
        if (!seen.has(target) && statSync(target, { throwIfNoEntry: false })?.isDirectory()) {
          seen.add(target);
          judgeFolder(workspace, target, seen, depth);
        }
      } else if (!entry.isFile() && !entry.isSocket()) throw outside(workspace.uri(path));
    }
  }
}

/**
 * @param {Workspace} workspace
 * @param {string} path
 * @param {Set<string>} seen
 * @param {number} depth
 */
function judgeAlternates(workspace, path, seen, depth) {
  for (const line of contentOf(path).split("\n")) {
    if (line === "" || line.startsWith("#")) continue;
    // A line in quotes is not worth its own reading: it is refused.
    const found = line.startsWith('"') ? null : within(workspace, dirname(dirname(path)), line);
    if (found === null || depth === DEEPEST) throw outside(workspace.uri(path));
    if (seen.has(found)) continue;
    seen.add(found);
    judgeFolder(workspace, found, seen, depth + 1);
  }
}

/**
 * Where a link leads; throws `PERMISSION_DENIED` for a place outside.
 * @param {Workspace} workspace
 * @param {string} link
 */
function targetOf(workspace, link) {
  const found = workspace.canonical(link);
  if (found === null) throw outside(workspace.uri(link));
  return found;
}

/**
 * The canonical path that some text names from a folder; null for one outside.
 * @param {Workspace} workspace
 * @param {string} folder
 * @param {string} named
 * @returns {string | null}
 */
function within(workspace, folder, named) {
  // Git expands these to places of the user and of its own.
  if (named === "" || named.includes("\0") || /^(~|%\()/.test(named)) return null;
  return workspace.canonical(named.startsWith("/") ? named : `${folder}/${named}`);
}

/** @param {string} path @returns {string} with one letter for each byte that is no text */
function contentOf(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    // Nothing is there, or nothing that can be read: git reads nothing either.
    return "";
  }
}

/** @param {string} path */
function isThere(path) {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** @param {string} folder */
function entriesOf(folder) {
  try {
    const found = readdirSync(folder, { withFileTypes: true });
    return found.sort((left, right) => (left.name < right.name ? -1 : 1));
  } catch {
    // What cannot be read leads nowhere.
    return [];
  }
}
