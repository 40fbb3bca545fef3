// What the actions of the process tool do.

import { accessSync, closeSync, constants, fstatSync, openSync, readSync, statSync } from "node:fs";

import { InvalidParams, page, ToolError } from "../../envelope/index.js";
import { violation } from "../failures.js";
import { invalid } from "../violations.js";
import { asText, brokenRules, places, words } from "./commands.js";
import { variables } from "./environment.js";
import { isRunnable } from "./programs.js";
import { Processes } from "./registry.js";
import { Running, STREAMS } from "./running.js";
import { shown, windowOf } from "./windows.js";

/** @typedef {import("../context.js").Context} Context */
/** @typedef {import("../../envelope/index.js").Outcome} Outcome */
/** @typedef {import("./running.js").Stream} Stream */
/** @typedef {Readonly<Record<string, any>>} Params they fit the schema of their action */

const BACKGROUND_AFTER_MS = 45000;
const KILL_WAIT_MS = 1000;
// What the system says of a file that is no program, or of an interpreter. Spec: PROC-39
const NOT_RUNNABLE = ["EACCES", "ELOOP", "ENOENT", "ENOEXEC", "ENOTDIR"];
const MISSING = ["ENOENT", "ENOTDIR"];

/**
 * Run a command.
 *
 * Spec: PROC-1 to PROC-22
 * @param {Context} context
 * @param {Params} params
 * @returns {Promise<Outcome>}
 */
export async function execute(context, { command, cwd, env = {}, timeout, ...others }) {
  const broken = brokenRules(command, env);
  if (broken.length > 0) throw invalid(broken);
  const folder = folderOf(context, cwd);
  const environment = variables(context.environment, env);
  const [name] = words(command);
  const program = programOf(name, places(name, environment.PATH, folder));
  if (!isRunnable(program)) throw denied(name);
  const kept = context.keep(Processes);
  const uri = context.workspace.uri(folder);
  const running = new Running({
    ...kept.next(), command, cwd: uri, program, folder, environment,
  });
  try {
    await running.start();
  } catch (problem) {
    running.discard();
    throw NOT_RUNNABLE.includes(codeOf(problem)) ? denied(name) : problem;
  }
  kept.add(running);
  if (timeout !== undefined) running.endAfter(timeout);
  await running.wait(others.background_after_ms ?? BACKGROUND_AFTER_MS);
  const state = running.state();
  if (state.status === "timed-out") {
    const details = { proc_id: running.procId, timeout };
    throw new ToolError("TIMEOUT", `killed after ${timeout} s`, details);
  }
  const refs = STREAMS.map((stream) => [`${stream}_ref`, `${stream}_ref:${running.procId}`]);
  return { data: { ...state, ...Object.fromEntries(refs) } };
}

/**
 * List processes.
 *
 * Spec: PROC-23 to PROC-25
 * @param {Context} context
 * @param {Params} params
 * @returns {Outcome}
 */
export function processes(context, { filter = null, limit, cursor }) {
  const found = context
    .keep(Processes)
    .all()
    .filter(
      ({ procId, command }) =>
        filter === null || filter === procId || asText(command).includes(filter),
    )
    .map((running) => ({ key: running.procId, value: described(running) }));
  try {
    const listed = page(found, { filter }, { limit, cursor });
    return {
      data: { processes: listed.items.map(({ value }) => value) },
      paging: { cursor: listed.cursor, more: listed.more },
    };
  } catch (problem) {
    if (!(problem instanceof InvalidParams)) throw problem;
    throw violation("/cursor", "cursor", problem.message);
  }
}

/**
 * Send a signal to a process and its group.
 *
 * Spec: PROC-26 to PROC-28
 * @param {Context} context
 * @param {Params} params
 * @returns {Promise<Outcome>}
 */
export async function kill(context, params) {
  const running = context.keep(Processes).find(params.proc_id);
  running.send(params.signal ?? "SIGTERM");
  await running.wait(params.wait_ms ?? KILL_WAIT_MS);
  return { data: running.state() };
}

/**
 * Show what a process wrote.
 *
 * Spec: PROC-28 to PROC-35
 * @param {Context} context
 * @param {Params} params
 * @returns {Promise<Outcome>}
 */
export async function logs(context, { proc_id: given, tail = null, since = null, ...others }) {
  const colon = given.lastIndexOf(":");
  const only = colon < 0 ? null : STREAMS.find((one) => given.slice(0, colon) === `${one}_ref`);
  // No process has the empty id.
  const procId = only === undefined ? "" : given.slice(colon + 1);
  const running = context.keep(Processes).find(procId, given);
  await running.wait(others.wait_ms ?? 0);
  const state = running.state();
  /** @param {Stream} stream */
  const partOf = (stream) => {
    if (only && only !== stream) return null;
    const place = since === null ? null : (since[stream] ?? 0);
    return read(running, stream, place, tail, state.status === "running");
  };
  const parts = { stdout: partOf("stdout"), stderr: partOf("stderr") };
  const next = STREAMS.map((stream) => [stream, parts[stream]?.end ?? since?.[stream] ?? 0]);
  return { data: { ...state, ...parts, next: Object.fromEntries(next) } };
}

/** @param {Running} running */
function described(running) {
  return {
    ...running.state(),
    command: running.command,
    cwd: running.cwd,
    pid: running.pid,
    duration_ms: running.durationMs,
  };
}

/**
 * @param {Running} running
 * @param {Stream} stream
 * @param {number | null} since
 * @param {number | null} tail
 * @param {boolean} growing
 */
function read(running, stream, since, tail, growing) {
  const file = openSync(running.place(stream), "r");
  try {
    const { size } = fstatSync(file);
    const part = windowOf(size, since, { fromEnd: tail !== null, growing });
    const data = Buffer.alloc(part.end - part.start);
    const length = readSync(file, data, 0, data.length, part.start);
    return shown(part, data.subarray(0, length), size, tail);
  } finally {
    closeSync(file);
  }
}

/**
 * The folder to run in.
 *
 * Spec: PROC-8 to PROC-11
 * @param {Context} context
 * @param {string | undefined} uri
 * @returns {string}
 */
function folderOf(context, uri) {
  if (uri === undefined) return context.workspace.root;
  const path = context.workspace.locate(uri, "/cwd");
  try {
    if (statSync(path).isDirectory()) return path;
  } catch (problem) {
    if (!MISSING.includes(codeOf(problem))) throw problem;
    throw new ToolError("NOT_FOUND", `there is nothing at ${uri}`, { uri });
  }
  throw violation("/cwd", "directory", `${uri} is no folder`);
}

/**
 * The first file that can be run.
 *
 * Spec: PROC-15, PROC-16
 * @param {string} name
 * @param {readonly string[]} candidates
 * @returns {string}
 */
function programOf(name, candidates) {
  const files = candidates.filter(isFile);
  const found = files.find(canRun);
  if (found !== undefined) return found;
  if (files.length > 0) throw denied(name);
  throw new ToolError("NOT_FOUND", `there is no program ${name}`, { command: name });
}

/** @param {string} name */
function denied(name) {
  return new ToolError("PERMISSION_DENIED", `${name} cannot be run`, { command: name });
}

/** @param {string} path */
function isFile(path) {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** @param {string} path */
function canRun(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** @param {unknown} problem @returns {string} */
function codeOf(problem) {
  const code = problem instanceof Error && "code" in problem ? problem.code : null;
  return typeof code === "string" ? code : "";
}
