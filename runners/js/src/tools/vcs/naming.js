// What callers name: refs, files, people and dates, judged before git sees them.

import { dirname, join, relative, basename } from "node:path";

import { DomainError } from "../../domain-error.js";
import { ToolError } from "../../envelope/index.js";
import { pathFromUri } from "../../ids/index.js";
import { outside } from "../failures.js";
import { invalid } from "../violations.js";

/** @typedef {import("./git.js").Git} Git */
/** @typedef {import("../violations.js").Violation} Violation */
/** @typedef {import("../workspace.js").Workspace} Workspace */
/** @typedef {{ name: string, email: string }} Author */

const DATE = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$/;
// Git's own, and what would end a line or a field of a commit.
const NO_IDENTITY = /[<>\n\0]/;
// What git strips from both ends of a name (ident.c, crud).
const NOTHING_BUT_CRUD = /^[\0- .,:;<>"\\']*$/;

/**
 * Throws `INVALID_PARAMS` if there is any violation.
 * @param {readonly Violation[]} broken
 */
export function refuse(broken) {
  if (broken.length > 0) throw invalid(broken);
}

/**
 * What cannot be handed to git as a name.
 *
 * Spec: VCS-17
 * @param {string | undefined} ref
 * @param {string} [pointer]
 * @returns {Violation[]}
 */
export function judgeRef(ref, pointer = "/ref") {
  const isWrong = ref !== undefined && (ref === "" || ref.startsWith("-") || ref.includes("\0"));
  return isWrong ? [{ pointer, rule: "ref" }] : [];
}

/**
 * What is no file URI.
 * @param {string | undefined} uri
 * @param {string} pointer
 * @returns {Violation[]}
 */
export function judgeUri(uri, pointer) {
  try {
    if (uri !== undefined) pathFromUri(uri);
    return [];
  } catch (problem) {
    if (problem instanceof DomainError) return [{ pointer, rule: "uri" }];
    throw problem;
  }
}

/**
 * Who cannot stand in a commit.
 *
 * Spec: VCS-30
 * @param {Author | undefined} author
 * @returns {Violation[]}
 */
export function judgeAuthor(author) {
  if (author === undefined) return [];
  const { name, email } = author;
  return Object.entries({ name, email })
    .filter(([, text]) => NOTHING_BUT_CRUD.test(text) || NO_IDENTITY.test(text))
    .map(([member]) => ({ pointer: `/author/${member}`, rule: "identity" }));
}

/**
 * What is no moment of UTC since 1970.
 *
 * Spec: VCS-30
 * @param {string | undefined} date
 * @returns {Violation[]}
 */
export function judgeDate(date) {
  const isWrong = date !== undefined && secondsOf(date) === null;
  return isWrong ? [{ pointer: "/date", rule: "date" }] : [];
}

/**
 * Seconds since the epoch; null for what is no date, or before.
 * @param {string} date
 * @returns {number | null}
 */
export function secondsOf(date) {
  const moment = new Date(DATE.test(date) ? date : Number.NaN);
  // JavaScript takes the 30th of February for a day in March.
  const milliseconds = moment.getTime();
  if (Number.isNaN(milliseconds) || milliseconds < 0) return null;
  return moment.toISOString() === date.replace("Z", ".000Z") ? milliseconds / 1000 : null;
}

/**
 * The path that git knows a URI by, `.` for the root; throws `PERMISSION_DENIED` outside.
 *
 * A symbolic link at its end is what is meant, not where it leads.
 * Spec: VCS-18
 * @param {Workspace} workspace
 * @param {string} uri
 * @returns {string}
 */
export function pathInRepository(workspace, uri) {
  const path = pathFromUri(uri);
  if (path === workspace.root) return ".";
  try {
    const place = join(workspace.locate(workspace.uri(dirname(path))), basename(path));
    const named = relative(workspace.root, place);
    if (named.split("/")[0]?.toLowerCase() !== ".git") return named;
  } catch (problem) {
    if (!(problem instanceof ToolError)) throw problem;
  }
  throw outside(uri);
}

/**
 * The commit that a ref names, or null.
 * @param {Git} git
 * @param {string} ref
 * @returns {Promise<string | null>}
 */
export async function commitOf(git, ref) {
  const words = ["rev-parse", "--verify", "--quiet", `${ref}^{commit}`];
  const { code, output } = await git.run(words, { codes: [0, 1, 128] });
  return code === 0 ? String(output).trim() : null;
}

/**
 * The commit that a ref names; throws `NOT_FOUND` without one.
 *
 * Spec: VCS-17
 * @param {Git} git
 * @param {string} ref
 * @returns {Promise<string>}
 */
export async function knownCommit(git, ref) {
  const found = await commitOf(git, ref);
  if (found === null) throw new ToolError("NOT_FOUND", `there is no commit ${ref}`, { ref });
  return found;
}

/**
 * The branch that HEAD is on, null where it is on a commit.
 * @param {Git} git
 * @returns {Promise<string | null>}
 */
export async function currentBranch(git) {
  // Its short form says more where a tag has the same name.
  const { code, output } = await git.run(["symbolic-ref", "--quiet", "HEAD"], { codes: [0, 1] });
  return code === 0 ? String(output).trim().replace(/^refs\/heads\//, "") : null;
}

/**
 * Whether files have conflicts of a merge.
 * @param {Git} git
 * @returns {Promise<boolean>}
 */
export async function hasConflicts(git) {
  const { output } = await git.run(["ls-files", "--unmerged", "-z"]);
  return output.length > 0;
}
