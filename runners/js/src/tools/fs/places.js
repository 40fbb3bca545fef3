// Where a walk starts: an open folder or file of the workspace, or the reason why there is none.

import { closeSync, fstatSync } from "node:fs";

import { DomainError } from "../../domain-error.js";
import { uriFromPath } from "../../ids/index.js";
import { violation } from "../failures.js";
import { kindOf, noFile, telling } from "./refusals.js";

/** @typedef {import("../workspace.js").Workspace} Workspace */

/**
 * What is at a canonical path, open for reading.
 * @typedef {{ path: string, uri: string, descriptor: number, kind: "file" | "directory" }} Place
 */

/**
 * What `use` makes of the folder or file that a URI names.
 *
 * Throws `NOT_FOUND`, `PERMISSION_DENIED`; `INVALID_PARAMS` at `pointer` for what is no file URI;
 * `UNSUPPORTED` for what is neither folder nor file. Spec: FS-102, FS-121
 * @template T
 * @param {Workspace} workspace
 * @param {string} given
 * @param {string} pointer
 * @param {(place: Place) => T} use
 * @returns {T}
 */
export function opened(workspace, given, pointer, use) {
  const path = workspace.locate(given, pointer);
  const uri = workspace.uri(path);
  const descriptor = telling(uri, () => workspace.open(path));
  try {
    const kind = kindOf(fstatSync(descriptor));
    if (kind !== "directory" && kind !== "file") throw noFile(uri, kind);
    return use({ path, uri, descriptor, kind });
  } finally {
    closeSync(descriptor);
  }
}

/**
 * The URI of a place that is given as URI, or as path from the workspace's root.
 *
 * Throws `INVALID_PARAMS` at `/path` for a path with a `..` segment or a NUL. Spec: FS-120
 * @param {Workspace} workspace
 * @param {string} path
 * @returns {string}
 */
export function uriOf(workspace, path) {
  if (/^file:/i.test(path)) return path;
  try {
    return uriFromPath(path.startsWith("/") ? path : `${workspace.root}/${path}`);
  } catch (problem) {
    if (problem instanceof DomainError) throw violation("/path", "path", problem.message);
    throw problem;
  }
}
