// Where one works: branch and checkout.

import { ToolError } from "../../envelope/index.js";
import { Git } from "./git.js";
import { commitOf, currentBranch, hasConflicts, judgeRef, knownCommit, refuse } from "./naming.js";
import { parseBranches } from "./parsing.js";

/** @typedef {import("../context.js").Context} Context */
/** @typedef {import("../violations.js").Violation} Violation */
/** @typedef {Readonly<Record<string, any>>} Params */

/**
 * Which of the optional parameters mean something to which op.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
const OF_OP = { list: [], create: ["name", "ref"], delete: ["name", "confirm"] };

/**
 * Branches listed, one made, one deleted.
 *
 * Spec: VCS-34 to VCS-38
 * @param {Context} context
 * @param {Params} params
 */
export async function branch(context, params) {
  refuse(judge(params));
  const git = await Git.at(context);
  const { op, name, ref = "HEAD", confirm = false } = params;
  if (op === "list") return { data: { branches: await branches(git) } };
  const words = ["check-ref-format", `refs/heads/${name}`];
  if (name === "HEAD" || (await git.run(words, { codes: [0, 1] })).code !== 0) {
    refuse([{ pointer: "/name", rule: "ref" }]);
  }
  const data = op === "create" ? await create(git, name, ref) : await remove(git, name, confirm);
  return { data };
}

/**
 * Another branch or commit in the files.
 *
 * Spec: VCS-39, VCS-40
 * @param {Context} context
 * @param {Params} params
 */
export async function checkout(context, { ref }) {
  refuse(judgeRef(ref));
  const git = await Git.at(context, false);
  git.judgeTree();
  const toBranch = await isBranch(git, ref);
  const commit = await knownCommit(git, toBranch ? `refs/heads/${ref}` : ref);
  const previousBranch = await currentBranch(git);
  const previousCommit = await commitOf(git, "HEAD");
  if (await hasConflicts(git)) {
    throw new ToolError("CONFLICT", "there are conflicts", { reason: "unmerged" });
  }
  const target = toBranch ? [ref] : ["--detach", commit];
  const words = ["checkout", "--quiet", "--no-guess", ...target, "--"];
  const { code, errors } = await git.run(words, { codes: [0, 1] });
  if (code !== 0) throw new ToolError("CONFLICT", errors.trim(), { reason: "local-changes" });
  return {
    data: {
      branch: toBranch ? ref : null,
      commit,
      previous_branch: previousBranch,
      previous_commit: previousCommit,
    },
  };
}

/** @param {Params} params @returns {Violation[]} */
function judge(params) {
  const { op, name, ref } = params;
  const foreign = ["name", "ref", "confirm"]
    .filter((member) => params[member] !== undefined && !OF_OP[op]?.includes(member))
    .map((member) => ({ pointer: `/${member}`, rule: "op" }));
  if (op === "list") return foreign;
  const missing = name === undefined ? [{ pointer: "/name", rule: "required" }] : [];
  return [...foreign, ...missing, ...judgeRef(name, "/name"), ...judgeRef(ref)];
}

/** @param {Git} git */
async function branches(git) {
  const current = await currentBranch(git);
  const words = ["for-each-ref", "--format=%(objectname) %(refname)", "refs/heads/"];
  const found = parseBranches((await git.run(words)).output);
  return found.map((item) => ({ ...item, current: item.name === current }));
}

/** @param {Git} git @param {string} name @param {string} ref */
async function create(git, name, ref) {
  for (const { name: other } of await branches(git)) {
    // Branches are kept like files: where one is, there is no folder.
    const isSame = other === name;
    if (isSame || other.startsWith(`${name}/`) || name.startsWith(`${other}/`)) {
      throw new ToolError("EXISTS", `there is a branch ${other}`, { name: other });
    }
  }
  const commit = await knownCommit(git, ref);
  await git.run(["branch", "--quiet", "--no-track", name, commit]);
  return { name, commit };
}

/** @param {Git} git @param {string} name @param {boolean} confirmed */
async function remove(git, name, confirmed) {
  if (!(await isBranch(git, name))) {
    throw new ToolError("NOT_FOUND", `there is no branch ${name}`, { ref: name });
  }
  const commit = await knownCommit(git, `refs/heads/${name}`);
  if ((await currentBranch(git)) === name) {
    throw new ToolError("CONFLICT", "this is the current branch", { reason: "current" });
  }
  const words = ["merge-base", "--is-ancestor", commit, "HEAD"];
  const { code } = await git.run(words, { codes: [0, 1, 128] });
  if (code !== 0 && !confirmed) {
    throw new ToolError("CONFIRM_REQUIRED", `${name} has commits that HEAD has not`, { name });
  }
  await git.run(["branch", "--quiet", "-D", name]);
  return { name, commit };
}

/** @param {Git} git @param {string} name */
async function isBranch(git, name) {
  const words = ["show-ref", "--verify", "--quiet", `refs/heads/${name}`];
  return (await git.run(words, { codes: [0, 1, 128] })).code === 0;
}
