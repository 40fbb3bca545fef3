// The runs of a workspace: what is known of each, from what its process printed or wrote.

import { resolve } from "node:path";
import { StringDecoder } from "node:string_decoder";

import { ToolError } from "../../envelope/index.js";
import { reader, readReport } from "./output/index.js";

/** @typedef {import("../context.js").Context} Context */
/** @typedef {import("./output/index.js").Failure} Failure */
/** @typedef {import("./output/index.js").Reader} Reader */
/** @typedef {import("./output/index.js").Tally} Tally */
/** @typedef {import("./recognition.js").Runner} Runner */
/** @typedef {import("./report-file.js").ReportFile} ReportFile */
/** @typedef {import("./suites.js").Suite} Suite */

/**
 * What `proc` says of a process, as far as it matters here.
 * @typedef {{ proc_id: string, status: string, exit_code: number, duration_ms: number }} Process
 */

const MOST_KEPT = 1000;
const MOST_FAILURES = 100;

/** One run, and its report once its process has ended. */
export class Run {
  /** @type {Record<string, unknown> | null} */
  #report = null;

  /**
   * @param {string} runId
   * @param {Suite} suite
   * @param {string} procId
   * @param {ReportFile | null} reportFile
   */
  constructor(runId, suite, procId, reportFile) {
    this.runId = runId;
    this.suite = suite;
    this.procId = procId;
    this.reportFile = reportFile;
  }

  /**
   * What can be said by now.
   *
   * Spec: TEST-9 to TEST-12
   * @param {Context} context
   * @returns {Promise<Record<string, unknown>>}
   */
  async report(context) {
    if (this.#report) return this.#report;
    const listed = await context.call("proc", "ps", { filter: this.procId, limit: 1000 });
    /** @type {Process | undefined} */
    const process = listed.processes.find(
      (/** @type {Process} */ item) => item.proc_id === this.procId,
    );
    if (!process) {
      throw new ToolError("NOT_FOUND", "its process is forgotten", { run_id: this.runId });
    }
    if (process.status === "running") return this.#described("running", process, null, context);
    const tally = await this.#tally(context);
    const status = verdict(process, tally, this.suite.runner);
    this.#report = this.#described(status, process, tally, context);
    return this.#report;
  }

  /** @param {Context} context @returns {Promise<Tally>} */
  async #tally(context) {
    const { runner, folder } = this.suite;
    if (runner === "pytest") {
      const data = this.reportFile?.content() ?? null;
      this.reportFile?.remove();
      return readReport(data, folder);
    }
    const output = reader(runner);
    await read(context, `stdout_ref:${this.procId}`, output);
    return output.tally();
  }

  /**
   * @param {string} status
   * @param {Process} process
   * @param {Tally | null} tally
   * @param {Context} context
   */
  #described(status, process, tally, context) {
    const failures = tally?.failures.slice(0, MOST_FAILURES) ?? [];
    return {
      run_id: this.runId,
      proc_id: this.procId,
      suite: this.suite.name,
      status,
      pass: tally?.passed ?? null,
      fail: tally?.failed ?? null,
      skip: tally?.skipped ?? null,
      duration: process.duration_ms,
      failure_locations: failures.map((item) => located(item, this.suite.folder, context)),
    };
  }
}

/** Every run that was begun here, the last thousand of them. */
export class Runs {
  /** @type {Map<string, Run>} */
  #kept = new Map();
  #count = 0;

  /**
   * A run whose process was started.
   * @param {Suite} suite
   * @param {string} procId
   * @param {ReportFile | null} reportFile
   * @returns {Run}
   */
  add(suite, procId, reportFile) {
    this.#count += 1;
    const run = new Run(`run_${this.#count}`, suite, procId, reportFile);
    this.#kept.set(run.runId, run);
    const [oldest] = this.#kept.values();
    if (this.#kept.size > MOST_KEPT && oldest) {
      this.#kept.delete(oldest.runId);
      oldest.reportFile?.remove();
    }
    return run;
  }

  /**
   * The run with this id; `NOT_FOUND`.
   *
   * Spec: TEST-28
   * @param {string} runId
   * @returns {Run}
   */
  find(runId) {
    const found = this.#kept.get(runId);
    if (found) return found;
    throw new ToolError("NOT_FOUND", `there is no run ${runId}`, { run_id: runId });
  }
}

/**
 * How a run went whose process has ended.
 *
 * Spec: TEST-10
 * @param {Process} process
 * @param {Tally} tally
 * @param {Runner} runner
 */
function verdict(process, tally, runner) {
  // pytest has an exit code for "no tests".
  const good = process.exit_code === 0 || (runner === "pytest" && process.exit_code === 5);
  if (process.status === "timed-out") return "timed-out";
  if (tally.failed > 0) return "failed";
  if (!tally.complete || !good) return "error";
  return tally.passed + tally.skipped > 0 ? "passed" : "empty";
}

/**
 * Give all lines of a stream to a reader, a part at a time.
 * @param {Context} context
 * @param {string} ref
 * @param {Reader} output
 */
async function read(context, ref, output) {
  const decoder = new StringDecoder("utf8");
  let since = {};
  let begun = "";
  for (;;) {
    const { stdout: part, next } = await context.call("proc", "logs", { proc_id: ref, since });
    const data =
      part.text === null ? Buffer.from(part.bytes_b64, "base64") : Buffer.from(part.text);
    const lines = (begun + decoder.write(data)).split("\n");
    begun = lines.pop() ?? "";
    for (const line of lines) output.line(line);
    since = next;
    if (part.end === part.size || part.start === part.end) break;
  }
  output.line(begun + decoder.end());
}

/**
 * A failure as it is told: a path from the suite's folder on, a line without its columns.
 *
 * Spec: TEST-11
 * @param {Failure} failure
 * @param {string} folder
 * @param {Context} context
 */
function located({ name, place }, folder, context) {
  if (place === null || place.line < 1) return { name, uri: null, range: null };
  const position = { line: place.line - 1, col: 0 };
  const uri = context.workspace.uri(resolve(folder, place.path));
  return { name, uri, range: { start: position, end: position } };
}
