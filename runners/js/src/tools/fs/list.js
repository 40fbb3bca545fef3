// The action `list`: what is in a folder, and below it.

import { violation } from "../failures.js";
import { GlobError, globFilter } from "./globs.js";
import { paged, pageParams } from "./pages.js";
import { opened } from "./places.js";
import { noFile } from "./refusals.js";
import { Folder, sizeOf, walk } from "./walking.js";

/** @typedef {import("../context.js").Context} Context */
/** @typedef {import("./walking.js").Gate} Gate */

/** @type {import("../../envelope/index.js").ParameterSchema} */
export const listParams = {
  type: "object",
  description: "Lists a folder, and what is below it.",
  properties: {
    uri: { type: "string", description: "URI of the folder." },
    depth: {
      type: "integer", minimum: 1,
      description: "1 for the folder alone; without it 1, or all levels when there is a pattern.",
    },
    pattern: {
      type: "string",
      description: "A glob: with a slash for the path below the folder, without for the name.",
    },
    hidden: { type: "boolean", description: "Also what has a name that begins with a dot." },
    ...pageParams,
  },
  required: ["uri"],
  additionalProperties: false,
};

/**
 * Which folder, how deep, and which entries.
 * @typedef {{ uri: string, depth?: number, pattern?: string, hidden?: boolean, limit?: number,
 *   cursor?: string }} ListParams
 */

/**
 * What is in a folder, a page of it.
 *
 * Throws `INVALID_PARAMS`, `NOT_FOUND`, `PERMISSION_DENIED`, `UNSUPPORTED`. Spec: FS-101 to FS-117
 * @param {Context} context
 * @param {ListParams} params
 */
export function list({ workspace }, { uri, depth, pattern, hidden = false, limit, cursor }) {
  const accepts = filterOf(pattern);
  const levels = depth ?? (pattern === undefined ? 1 : null);
  const query = ["list", uri, levels, pattern ?? null, hidden];
  return opened(workspace, uri, "/uri", (place) => {
    if (place.kind !== "directory") throw noFile(place.uri, place.kind);
    const walked = walk(new Folder(place.descriptor), hiddenGate(hidden), levels);
    const items = entries(walked, accepts, (path) => workspace.uri(`${place.path}/${path}`));
    return paged(items, "entries", query, limit, cursor);
  });
}

/**
 * Leaves out what begins with a dot, unless it is asked for. Spec: FS-105
 * @param {boolean} hidden
 * @returns {Gate}
 */
function hiddenGate(hidden) {
  /** @type {Gate} */
  const gate = { admits: ({ name }) => hidden || !name.startsWith("."), within: () => gate };
  return gate;
}

/** @param {string | undefined} pattern @returns {(path: string) => boolean} */
function filterOf(pattern) {
  if (pattern === undefined) return () => true;
  try {
    return globFilter(pattern);
  } catch (problem) {
    if (problem instanceof GlobError) throw violation("/pattern", "glob", problem.message);
    throw problem;
  }
}

/**
 * @param {Iterable<import("./walking.js").Entry>} walked
 * @param {(path: string) => boolean} accepts
 * @param {(path: string) => string} uri
 */
function* entries(walked, accepts, uri) {
  for (const entry of walked) {
    if (!accepts(entry.path)) continue;
    const value = { uri: uri(entry.path), type: entry.kind, size: sizeOf(entry) };
    yield { key: entry.path, value };
  }
}
