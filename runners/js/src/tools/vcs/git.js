// Running git in a workspace: which one, with what around it, for how long. Words go to git as a
// list, never through a shell. Nothing of the machine's own settings has a say, hooks do not run,
// and no protocol of the network is allowed.

import { spawn } from "node:child_process";
import { existsSync, lstatSync } from "node:fs";
import { devNull } from "node:os";
import { join } from "node:path";

import { ToolError } from "../../envelope/index.js";

/** @typedef {import("../context.js").Context} Context */

/**
 * A run of git that has ended.
 * @typedef {object} Ended
 * @property {number} code
 * @property {Buffer} output
 * @property {string} errors
 */

/**
 * @typedef {object} Running
 * @property {string | Buffer} [given] its input
 * @property {Readonly<Record<string, string>>} [variables]
 * @property {readonly number[]} [codes] exit codes that are no failure
 */

const TIMEOUT_MS = 60_000;
const OUTPUT_BYTES = 64 * 1024 * 1024;
// What of the server's environment goes on to git: where it is, and who commits.
const INHERITED = [
  "PATH", "GIT_AUTHOR_NAME", "GIT_AUTHOR_EMAIL", "GIT_COMMITTER_NAME", "GIT_COMMITTER_EMAIL",
];
const VARIABLES = {
  LC_ALL: "C",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_SYSTEM: devNull,
  GIT_CONFIG_GLOBAL: devNull,
  GIT_ATTR_NOSYSTEM: "1",
  GIT_TERMINAL_PROMPT: "0",
  GIT_PAGER: "cat",
  GIT_EDITOR: "true",
  GIT_OPTIONAL_LOCKS: "0",
  // A name with a star or a colon is that name.
  GIT_LITERAL_PATHSPECS: "1",
  // A list without entries: a partial clone does not go and fetch.
  GIT_ALLOW_PROTOCOL: "",
};
// They stand before what the repository's own settings say.
const SETTINGS = [
  "core.hooksPath=/dev/null", "core.fsmonitor=false", "core.quotePath=false", "color.ui=false",
  "commit.gpgSign=false", "user.useConfigOnly=true", "gc.auto=0", "maintenance.auto=false",
  "log.showSignature=false", "log.follow=false", "i18n.commitEncoding=UTF-8",
  "i18n.logOutputEncoding=UTF-8", "submodule.recurse=false", "diff.suppressBlankEmpty=false",
  "apply.ignoreWhitespace=no", "branch.autoSetupMerge=false",
].flatMap((setting) => ["-c", setting]);

/**
 * The repository of a workspace.
 *
 * Spec: VCS-1 to VCS-4
 */
export class Git {
  #folder;
  #environment;

  /**
   * Throws `NOT_FOUND` without a repository, `PERMISSION_DENIED` where it lies elsewhere.
   * @param {Context} context
   */
  constructor({ workspace, environment }) {
    this.workspace = workspace;
    this.#folder = join(workspace.root, ".git");
    const found = lstatSync(this.#folder, { throwIfNoEntry: false });
    if (!found) {
      const details = { uri: workspace.uri(workspace.root) };
      throw new ToolError("NOT_FOUND", "the workspace is no repository", details);
    }
    // A file that names another folder, a link, or a linked work tree: the commits lie elsewhere.
    if (!found.isDirectory() || this.has("commondir")) {
      const details = { uri: workspace.uri(this.#folder) };
      throw new ToolError("PERMISSION_DENIED", "the repository is outside the workspace", details);
    }
    const inherited = INHERITED.flatMap((name) => {
      const value = environment[name];
      return value === undefined ? [] : [[name, value]];
    });
    this.#environment = { ...Object.fromEntries(inherited), ...VARIABLES };
  }

  /**
   * Whether the repository's folder has a file of this name.
   * @param {string} name
   */
  has(name) {
    return existsSync(join(this.#folder, name));
  }

  /**
   * Run git to its end; another exit code is `ERROR`.
   *
   * Throws `UNSUPPORTED` without git, `TIMEOUT` after a minute.
   * @param {readonly string[]} words
   * @param {Running} [running]
   * @returns {Promise<Ended>}
   */
  async run(words, { given = "", variables = {}, codes = [0] } = {}) {
    // Named both, neither is looked for, nor taken from the repository's settings.
    const places = [`--git-dir=${this.#folder}`, `--work-tree=${this.workspace.root}`];
    const environment = { ...this.#environment, ...variables };
    const ended = await this.#ended([...SETTINGS, ...places, ...words], given, environment);
    if (!codes.includes(ended.code)) {
      throw new ToolError("ERROR", ended.errors.trim(), { exit_code: ended.code });
    }
    return ended;
  }

  /**
   * Run git and take its output as one line of text.
   * @param {readonly string[]} words
   */
  async line(words) {
    return String((await this.run(words)).output).trim();
  }

  /**
   * @param {readonly string[]} words
   * @param {string | Buffer} given
   * @param {Record<string, string>} env
   * @returns {Promise<Ended>}
   */
  #ended(words, given, env) {
    return new Promise((resolve, reject) => {
      const process = spawn("git", words, { cwd: this.workspace.root, env, detached: true });
      /** @param {ToolError} problem */
      const stop = (problem) => {
        killGroup(process.pid);
        reject(problem);
      };
      const timer = setTimeout(() => {
        stop(new ToolError("TIMEOUT", "git takes too long", { timeout_ms: TIMEOUT_MS }));
      }, TIMEOUT_MS);
      const tooMuch = () => stop(new ToolError("ERROR", "git says too much", { reason: "size" }));
      const output = collected(process.stdout, tooMuch);
      const errors = collected(process.stderr, tooMuch);
      process.on("error", () => {
        clearTimeout(timer);
        reject(new ToolError("UNSUPPORTED", "there is no git", { missing: "git" }));
      });
      process.on("close", (code) => {
        clearTimeout(timer);
        const [said, complained] = [Buffer.concat(output), String(Buffer.concat(errors))];
        resolve({ code: code ?? -1, output: said, errors: complained });
      });
      // Who does not read to the end says so by its exit code.
      process.stdin.on("error", () => {});
      process.stdin.end(given);
    });
  }
}

/**
 * What comes out of a stream, until it is too much.
 * @param {import("node:stream").Readable} stream
 * @param {() => void} tooMuch
 * @returns {Buffer[]}
 */
function collected(stream, tooMuch) {
  /** @type {Buffer[]} */
  const chunks = [];
  let size = 0;
  stream.on("data", (chunk) => {
    size += chunk.length;
    if (size > OUTPUT_BYTES) tooMuch();
    else chunks.push(chunk);
  });
  return chunks;
}

/** @param {number | undefined} pid of the first process of a group */
function killGroup(pid) {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}
