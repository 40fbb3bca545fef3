// What differs: status, diff and apply.

import { DomainError } from "../../domain-error.js";
import { ToolError } from "../../envelope/index.js";
import { uriFromPath } from "../../ids/index.js";
import { invalid } from "../violations.js";
import { Git } from "./git.js";
import { judgeRef, knownCommit, refuse } from "./naming.js";
import { leadsOut, patchNames } from "./patch-names.js";
import { parseCounts, parseDiff, parseStatus, textOf } from "./parsing.js";

/** @typedef {import("../context.js").Context} Context */
/** @typedef {import("../violations.js").Violation} Violation */
/** @typedef {import("../workspace.js").Workspace} Workspace */
/** @typedef {Readonly<Record<string, any>>} Params */

// Each as it is by default, whatever the repository's settings say.
const DIFF = [
  "diff", "--no-color", "--no-ext-diff", "--no-textconv", "--find-renames=50%", "--no-relative",
  "--submodule=short", "--ignore-submodules=dirty", "--diff-algorithm=default", "--indent-heuristic", "-O/dev/null",
];
const PATCH = [
  "--patch", "--binary", "--full-index", "--unified=3", "--inter-hunk-context=0",
  "--src-prefix=a/", "--dst-prefix=b/",
];
const STATUS = [
  "status", "--porcelain=v2", "--branch", "-z", "--untracked-files=all", "--ignored=no",
  "--ahead-behind", "--find-renames=50%", "--ignore-submodules=dirty",
];
// RFC 4648 §4 in its canonical form.
const BASE64 =
  /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$/;

/**
 * HEAD and what differs from it.
 *
 * Spec: VCS-6 to VCS-10
 * @param {Context} context
 */
export async function status(context) {
  const git = await Git.at(context);
  git.judgeTree();
  const { files, ...head } = parseStatus((await git.run(STATUS)).output);
  const named = files.flatMap(({ path, previous, ...entry }) => {
    const uri = uriOf(git.workspace, path);
    return uri === null ? [] : [{ uri, previous_uri: uriOf(git.workspace, previous), ...entry }];
  });
  return { data: { ...head, files: named, skipped: files.length - named.length } };
}

/**
 * A unified diff, whole and by file.
 *
 * Spec: VCS-11 to VCS-17
 * @param {Context} context
 * @param {Params} params
 */
export async function diff(context, { ref, staged = false }) {
  refuse(judgeRef(ref));
  const git = await Git.at(context);
  git.judgeTree();
  const compared = ref === undefined ? [] : [await knownCommit(git, ref)];
  if (staged) compared.unshift("--cached");
  // Of a file with conflicts, what was there before the merge.
  else if (ref === undefined) compared.push("--ours");
  const summary = await git.run([...DIFF, "--raw", "--numstat", "-z", ...compared, "--"]);
  const patch = await git.run([...DIFF, ...PATCH, ...compared, "--"]);
  const found = parseDiff(summary.output, patch.output);
  const files = found.flatMap(({ path, previous, patch: part, ...entry }) => {
    const uri = uriOf(git.workspace, path);
    if (uri === null) return [];
    const previousUri = uriOf(git.workspace, previous);
    const binary = entry.additions === null;
    return [{ uri, previous_uri: previousUri, binary, ...entry, ...textOrBytes(part) }];
  });
  const whole = Buffer.concat(found.map((item) => item.patch));
  return { data: { ...textOrBytes(whole), files, skipped: found.length - files.length } };
}

/**
 * A patch applied to the files, all of it or nothing.
 *
 * Spec: VCS-19 to VCS-24
 * @param {Context} context
 * @param {Params} params
 */
export async function apply(context, { patch, patch_b64: encoded, staged = false }) {
  refuse(judgePatch(patch, encoded));
  const git = await Git.at(context, false);
  git.judgeTree();
  const given = patch === undefined ? Buffer.from(encoded, "base64") : Buffer.from(patch);
  const counted = await counts(git, given);
  // What git takes names from, both ways, and what else the headers say.
  const sources = await counts(git, given, "--reverse");
  if (counted === null || sources === null) {
    throw invalid([{ pointer: patch === undefined ? "/patch_b64" : "/patch", rule: "patch" }]);
  }
  const named = [...counted, ...sources].map(({ path }) => path);
  for (const path of [...named, ...patchNames(given)]) refuseOutside(git.workspace, String(path));
  const words = ["apply", "--whitespace=nowarn", ...(staged ? ["--index"] : []), "-"];
  const fits = await git.run([...words, "--check"], { given, codes: [0, 1, 128] });
  if (fits.code !== 0) throw new ToolError("PATCH_FAILED", fits.errors.trim());
  // What fails from here on is no fault of the patch, and may have changed something.
  await git.run(words, { given });
  const files = counted.map(({ path, added, deleted }) => ({
    uri: uriOf(git.workspace, path),
    additions: added,
    deletions: deleted,
  }));
  return { data: { files } };
}

/**
 * What git reads in a patch; null for what is none.
 * @param {Git} git
 * @param {Buffer} given
 * @param {string[]} words
 */
async function counts(git, given, ...words) {
  const all = ["apply", "--numstat", ...words, "-z", "-"];
  const { code, output } = await git.run(all, { given, codes: [0, 1, 128] });
  return code === 0 ? parseCounts(output) : null;
}

/**
 * @param {string | undefined} patch
 * @param {string | undefined} encoded
 * @returns {Violation[]}
 */
function judgePatch(patch, encoded) {
  const pointer = "/patch_b64";
  if (encoded === undefined) {
    return patch === undefined ? [{ pointer: "/patch", rule: "required" }] : [];
  }
  const broken = patch === undefined ? [] : [{ pointer, rule: "exclusive" }];
  return BASE64.test(encoded) ? broken : [...broken, { pointer, rule: "base64" }];
}

/**
 * A path of a patch that git would refuse with other words, or not at all.
 * @param {Workspace} workspace
 * @param {string} path
 */
function refuseOutside(workspace, path) {
  const refusal = new ToolError("PERMISSION_DENIED", `${path} is no place for a patch`, { path });
  if (leadsOut(path)) throw refusal;
  try {
    workspace.locate(uriFromPath(`${workspace.root}/${path}`));
  } catch (problem) {
    const isRefused = problem instanceof ToolError || problem instanceof DomainError;
    throw isRefused ? refusal : problem;
  }
}

/**
 * The URI of a path in the repository; null for a name that is no text.
 * @param {Workspace} workspace
 * @param {Buffer | null} path
 */
function uriOf({ root }, path) {
  const text = path === null ? null : textOf(path);
  return text === null ? null : uriFromPath(`${root}/${text}`);
}

/** @param {Buffer} patch */
function textOrBytes(patch) {
  const text = textOf(patch);
  return { patch: text, patch_b64: text === null ? patch.toString("base64") : null };
}
