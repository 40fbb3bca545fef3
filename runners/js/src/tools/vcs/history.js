// What was: commit and log.

import { lstatSync, rmSync } from "node:fs";
import { join } from "node:path";

import { InvalidParams, page, ToolError } from "../../envelope/index.js";
import { Git } from "./git.js";
import {
  commitOf, currentBranch, hasConflicts, judgeAuthor, judgeDate, judgeRef, judgeUri, knownCommit,
  pathInRepository, refuse, secondsOf,
} from "./naming.js";
import { LOG_FORMAT, parseLog } from "./parsing.js";

/** @typedef {import("../context.js").Context} Context */
/** @typedef {import("../violations.js").Violation} Violation */
/** @typedef {Readonly<Record<string, any>>} Params */

const DEFAULT_LIMIT = 100;
// Space and what is below it; what else is blank depends on the language.
const BLANK = /^[\0- ]*$/;

/**
 * One commit, of what is staged or of the named files.
 *
 * Spec: VCS-25 to VCS-33
 * @param {Context} context
 * @param {Params} params
 */
export async function commit(context, params) {
  refuse([...judge(params)]);
  const git = await Git.at(context, false);
  const { message, files } = params;
  /** @type {string[]} */
  const uris = files ?? [];
  const paths = uris.map((uri) => pathInRepository(git.workspace, uri));
  git.judgeTree();
  const variables = person(params);
  if (await hasConflicts(git)) throw conflict("unmerged", "there are conflicts");
  if (files !== undefined && git.has("MERGE_HEAD")) {
    throw conflict("merge", "a merge is committed as a whole");
  }
  if (params["author"] === undefined) await refuseNobody(git, variables);
  const given = `${message.replace(/\n+$/, "")}\n`;
  if (paths.length > 0) {
    await refuseFiles(git, uris, paths);
    await git.staging(async (staged) => {
      const words = ["add", "--all", "--", ...paths];
      await git.run(words, { variables: { GIT_INDEX_FILE: staged } });
      await limited(git, staged, paths, (index) =>
        commitIndex(git, given, { ...variables, GIT_INDEX_FILE: index }),
      );
    });
  } else await commitIndex(git, given, variables);
  const ids = await git.line(["rev-list", "--parents", "--max-count=1", "HEAD"]);
  const [made, ...parents] = ids.split(" ");
  return { data: { commit: made, parents, branch: await currentBranch(git) } };
}

/**
 * Use an index with what HEAD has, but of some paths what is staged.
 * @param {Git} git
 * @param {string} staged
 * @param {readonly string[]} paths
 * @param {(index: string) => Promise<void>} use
 */
async function limited(git, staged, paths, use) {
  const index = `${staged}.commit`;
  const variables = { GIT_INDEX_FILE: index };
  rmSync(index, { force: true });
  try {
    const start = (await commitOf(git, "HEAD")) === null ? "--empty" : "HEAD";
    await git.run(["read-tree", start], { variables });
    // Whole paths go before others come: a folder may stand where a file was.
    const gone = ["rm", "-r", "-f", "--quiet", "--cached", "--ignore-unmatch", "--", ...paths];
    await git.run(gone, { variables });
    const words = ["ls-files", "--stage", "-z", "--", ...paths];
    const { output: given } = await git.run(words, { variables: { GIT_INDEX_FILE: staged } });
    const taken = ["update-index", "--add", "--replace", "-z", "--index-info"];
    await git.run(taken, { given, variables });
    await use(index);
  } finally {
    rmSync(index, { force: true });
  }
}

/**
 * @param {Git} git
 * @param {string} given the message
 * @param {Record<string, string>} variables
 */
async function commitIndex(git, given, variables) {
  if (!git.has("MERGE_HEAD")) {
    const words = ["diff", "--cached", "--quiet", "--no-ext-diff"];
    const { code } = await git.run(words, { variables, codes: [0, 1] });
    if (code === 0) throw conflict("nothing", "there is nothing to commit");
  }
  const words = [
    "commit", "--quiet", "--no-verify", "--no-gpg-sign", "--cleanup=verbatim", "--file=-",
  ];
  await git.run(words, { given, variables });
}

/**
 * Commits, the newest first.
 *
 * Spec: VCS-41 to VCS-44
 * @param {Context} context
 * @param {Params} params
 */
export async function log(context, { limit = DEFAULT_LIMIT, path, ref, cursor }) {
  refuse([...judgeRef(ref), ...judgeUri(path, "/path")]);
  const git = await Git.at(context);
  const place = path === undefined ? null : pathInRepository(git.workspace, path);
  const start = ref === undefined ? await commitOf(git, "HEAD") : await knownCommit(git, ref);
  // The first page needs no more than one commit behind it, the others their place.
  const bound = cursor === undefined ? [`--max-count=${limit + 1}`] : [];
  const limited = place === null || place === "." ? [] : [place];
  const words = ["log", "-z", `--format=${LOG_FORMAT}`, "--topo-order", ...bound];
  const commits =
    start === null ? [] : parseLog((await git.run([...words, start, "--", ...limited])).output);
  const items = commits.map((item) => ({ key: item.commit, value: item }));
  try {
    const found = page(items, { ref: ref ?? null, path: place }, { limit, cursor });
    const shown = found.items.map(({ value }) => value);
    return { data: { commits: shown }, paging: { cursor: found.cursor, more: found.more } };
  } catch (problem) {
    if (problem instanceof InvalidParams) refuse([{ pointer: "/cursor", rule: "cursor" }]);
    throw problem;
  }
}

/** @param {Params} params @returns {Generator<Violation>} */
function* judge({ message, files, author, date }) {
  if (BLANK.test(message)) yield { pointer: "/message", rule: "empty" };
  if (message.includes("\0")) yield { pointer: "/message", rule: "nul" };
  if (files?.length === 0) yield { pointer: "/files", rule: "empty" };
  for (const [index, uri] of (files ?? []).entries()) yield* judgeUri(uri, `/files/${index}`);
  yield* judgeAuthor(author);
  yield* judgeDate(date);
}

/**
 * Variables that say who commits when; author and committer are the same.
 * @param {Params} params
 */
function person({ author, date }) {
  /** @type {Record<string, string>} */
  const variables = {};
  for (const role of ["AUTHOR", "COMMITTER"]) {
    if (author !== undefined) {
      variables[`GIT_${role}_NAME`] = author.name;
      variables[`GIT_${role}_EMAIL`] = author.email;
    }
    if (date !== undefined) variables[`GIT_${role}_DATE`] = `@${secondsOf(date)} +0000`;
  }
  return variables;
}

/** @param {Git} git @param {Record<string, string>} variables */
async function refuseNobody(git, variables) {
  for (const role of ["AUTHOR", "COMMITTER"]) {
    const { code } = await git.run(["var", `GIT_${role}_IDENT`], { variables, codes: [0, 1, 128] });
    if (code !== 0) throw new ToolError("UNSUPPORTED", "nobody commits", { missing: "identity" });
  }
}

/** @param {Git} git @param {readonly string[]} uris @param {readonly string[]} paths */
async function refuseFiles(git, uris, paths) {
  for (const [index, path] of paths.entries()) {
    if (!isThere(join(git.workspace.root, path)) && !(await isKnown(git, path))) {
      throw new ToolError("NOT_FOUND", `there is no ${path}`, { uri: uris[index] });
    }
  }
  // This command has no literal names, but one that begins with ./ has no magic.
  const given = paths.map((path) => `./${path}\0`).join("");
  const variables = { GIT_LITERAL_PATHSPECS: "0" };
  const words = ["check-ignore", "-z", "--stdin"];
  const { output } = await git.run(words, { given, variables, codes: [0, 1] });
  const ignored = String(output).split("\0");
  for (const [index, path] of paths.entries()) {
    if (ignored.includes(`./${path}`)) {
      const details = { reason: "ignored", uri: uris[index] };
      throw new ToolError("CONFLICT", `${path} is ignored`, details);
    }
  }
}

/**
 * Whether what is gone was staged or committed.
 * @param {Git} git
 * @param {string} path
 */
async function isKnown(git, path) {
  const staged = await git.run(["ls-files", "-z", "--", path]);
  if (staged.output.length > 0) return true;
  const words = ["ls-tree", "-z", "HEAD", "--", path];
  return (await git.run(words, { codes: [0, 128] })).output.length > 0;
}

/** @param {string} path */
function isThere(path) {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    // What should be a folder on the way is none.
    return false;
  }
}

/** @param {string} reason @param {string} message */
function conflict(reason, message) {
  return new ToolError("CONFLICT", message, { reason });
}
