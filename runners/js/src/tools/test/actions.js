// What the actions of the test tool do.

import { statSync } from "node:fs";

import { InvalidParams, page, ToolError } from "../../envelope/index.js";
import { violation } from "../failures.js";
import { ReportFile } from "./report-file.js";
import { Runs } from "./runs.js";
import { named, suites, wordsOf, WRITING } from "./suites.js";

/** @typedef {import("../context.js").Context} Context */
/** @typedef {import("../../envelope/index.js").Outcome} Outcome */
/** @typedef {import("./suites.js").Suite} Suite */
/** @typedef {Readonly<Record<string, any>>} Params they fit the schema of their action */

const MISSING = ["ENOENT", "ENOTDIR"];

/**
 * List the suites at and below a folder.
 *
 * Spec: TEST-1 to TEST-8
 * @param {Context} context
 * @param {Params} params
 * @returns {Outcome}
 */
export function list(context, { path, limit, cursor }) {
  const { workspace } = context;
  const start = folderOf(context, path);
  const found = suites(workspace.root, start).map((suite) => ({
    key: suite.name,
    value: {
      suite: suite.name,
      runner: suite.runner,
      uri: workspace.uri(suite.folder),
      command: wordsOf(suite),
    },
  }));
  try {
    const listed = page(found, { path: workspace.uri(start) }, { limit, cursor });
    return {
      data: { suites: listed.items.map(({ value }) => value) },
      paging: { cursor: listed.cursor, more: listed.more },
    };
  } catch (problem) {
    if (!(problem instanceof InvalidParams)) throw problem;
    throw violation("/cursor", "cursor", problem.message);
  }
}

/**
 * Run a suite by `proc.exec`.
 *
 * Spec: TEST-9 to TEST-27
 * @param {Context} context
 * @param {Params} params
 * @returns {Promise<Outcome>}
 */
export async function run(context, { suite: name, filter, parallel, ...passed }) {
  if (filter === "") throw violation("/filter", "empty", "an empty filter chooses nothing");
  if (filter?.startsWith("-")) {
    throw violation("/filter", "option", "a filter is no option of the runner");
  }
  const suite = chosen(context.workspace.root, name);
  const reportFile = WRITING.includes(suite.runner) ? new ReportFile() : null;
  const command = wordsOf(suite, { only: filter, parallel, report: reportFile?.path });
  const cwd = context.workspace.uri(suite.folder);
  const call = context.call("proc", "exec", { command, cwd, ...passed });
  const started = await call.catch((problem) => {
    reportFile?.remove();
    throw missing(problem, command[0]);
  });
  const begun = context.keep(Runs).add(suite, started.proc_id, reportFile);
  return { data: await begun.report(context) };
}

/**
 * Tell how a run goes or went.
 *
 * Spec: TEST-9, TEST-12, TEST-28
 * @param {Context} context
 * @param {Params} params
 * @returns {Promise<Outcome>}
 */
export async function status(context, params) {
  return { data: await context.keep(Runs).find(params.run_id).report(context) };
}

/**
 * What a failure to start a program means for a run.
 *
 * Spec: TEST-27
 * @param {unknown} problem
 * @param {string} program
 * @returns {unknown}
 */
function missing(problem, program) {
  if (!(problem instanceof ToolError) || problem.code !== "NOT_FOUND") return problem;
  if (problem.details?.command !== program) return problem;
  return new ToolError("UNSUPPORTED", `there is no ${program} here`, { missing: program });
}

/**
 * The suite of a name, or the only one.
 *
 * Spec: TEST-25, TEST-26
 * @param {string} root
 * @param {string | undefined} name
 * @returns {Suite}
 */
function chosen(root, name) {
  const suite = name === undefined ? undefined : named(root, name);
  if (suite) return suite;
  const found = suites(root, root);
  const available = found.map((item) => item.name);
  const [only] = found;
  if (name !== undefined || !only) {
    const details = { suite: name ?? null, available };
    throw new ToolError("NOT_FOUND", "there is no such suite", details);
  }
  if (found.length > 1) {
    const violations = [{ pointer: "/suite", rule: "required" }];
    throw new ToolError("INVALID_PARAMS", "there are several suites", { violations, available });
  }
  return only;
}

/**
 * The folder to look in.
 *
 * Spec: TEST-7
 * @param {Context} context
 * @param {string | undefined} uri
 * @returns {string}
 */
function folderOf(context, uri) {
  if (uri === undefined) return context.workspace.root;
  const path = context.workspace.locate(uri, "/path");
  try {
    if (statSync(path).isDirectory()) return path;
  } catch (problem) {
    const code = problem instanceof Error && "code" in problem ? problem.code : null;
    if (typeof code !== "string" || !MISSING.includes(code)) throw problem;
    throw new ToolError("NOT_FOUND", `there is nothing at ${uri}`, { uri });
  }
  throw violation("/path", "directory", `${uri} is no folder`);
}
