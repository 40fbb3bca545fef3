// The action `apply_patch`, the one way to change a file.

import { contentHash } from "../../ids/index.js";
import { violation } from "../failures.js";
import { readContent, replace } from "./files.js";
import { patched } from "./patching.js";
import { conflict } from "./refusals.js";
import { SeenContents } from "./seen.js";
import { parse } from "./unified.js";

export const HASH = /^sha256:[0-9a-f]{64}$/;

/**
 * Change a file by a unified diff, if it still has the content that the diff was made for.
 *
 * Spec: FS-43 to FS-70
 * @param {import("../context.js").Context} context
 * @param {{ uri: string, patch: string, base_hash: string }} params
 */
export function applyPatch(context, { uri, patch, base_hash: expected }) {
  const { workspace } = context;
  const path = workspace.locate(uri);
  if (!HASH.test(expected)) throw violation("/base_hash", "hash", `${expected} is no hash`);
  const before = readContent(workspace, path);
  const actual = contentHash(before.data);
  if (actual !== expected) throw conflict(expected, actual);
  const after = patched(before.data, parse(patch));
  replace(workspace, path, before, after);
  const seen = context.keep(SeenContents);
  seen.remember(before.data);
  return { uri: workspace.uri(path), hash: seen.remember(after), previous_hash: actual };
}
