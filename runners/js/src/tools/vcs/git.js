// Running git in a workspace: which one, with what around it, for how long. Words go to git as a
// list, never through a shell. Nothing of the machine's own settings has a say, hooks do not run,
// and no protocol of the network is allowed. Where somebody only looks, no program that the
// repository's settings name runs.

import { spawn } from "node:child_process";
import { linkSync, lstatSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { devNull } from "node:os";
import { join } from "node:path";

import { ToolError } from "../../envelope/index.js";
import { systemCode } from "../failures.js";
import { guardian } from "../guardian.js";
import { judgeSettings, judgeTree, repositoryFolder } from "./repository.js";

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
  // Settings may name places in the user's folder: there is nothing.
  HOME: devNull,
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
  "log.showSignature=false", "log.follow=false", "log.mailmap=false", "diff.orderFile=/dev/null", "i18n.commitEncoding=UTF-8",
  "i18n.logOutputEncoding=UTF-8", "submodule.recurse=false", "diff.suppressBlankEmpty=false",
  "apply.ignoreWhitespace=no", "branch.autoSetupMerge=false",
].flatMap((setting) => ["-c", setting]);

/**
 * The repository of a workspace.
 *
 * Spec: VCS-1 to VCS-4, VCS-46 to VCS-48
 */
export class Git {
  #folder;
  /** @type {Record<string, string>} */
  #environment;

  /**
   * `Git.at` makes one whose settings are judged, too.
   * @param {Context} context
   */
  constructor({ workspace, environment }) {
    this.workspace = workspace;
    this.#folder = repositoryFolder(workspace);
    const inherited = INHERITED.flatMap((name) => {
      const value = environment[name];
      return value === undefined ? [] : [[name, value]];
    });
    this.#environment = { ...Object.fromEntries(inherited), ...VARIABLES };
  }

  /**
   * The repository of a context, where `looks` says that its files are not to be changed.
   *
   * Throws `NOT_FOUND` without one, `PERMISSION_DENIED` where it, or what it names, lies elsewhere.
   * @param {Context} context
   * @param {boolean} [looks]
   */
  static async at(context, looks = true) {
    const git = new Git(context);
    const found = await judgeSettings(git.workspace, git.#folder, (path) => git.#settings(path));
    Object.assign(git.#environment, overriding(found, looks));
    return git;
  }

  /** Refuse files that git would not get past, before it looks at them. */
  judgeTree() {
    judgeTree(this.workspace);
  }

  /**
   * Whether the repository's folder has a file of this name.
   * @param {string} name
   */
  has(name) {
    return lstatSync(join(this.#folder, name), { throwIfNoEntry: false }) !== undefined;
  }

  /**
   * Use a copy of what is staged, which takes its place unless that ends with an exception.
   *
   * Nobody else stages meanwhile: the copy has the name of git's lock.
   * @param {(copy: string) => Promise<void>} use
   */
  async staging(use) {
    const [index, copy] = [join(this.#folder, "index"), join(this.#folder, "index.lock")];
    try {
      // Git never changes a file that is there, so that one with two names serves as two.
      if (this.has("index")) linkSync(this.workspace.canonical(index) ?? index, copy);
      else {
        writeFileSync(copy, "", { flag: "wx" });
        await this.run(["read-tree", "--empty"], { variables: { GIT_INDEX_FILE: copy } });
      }
    } catch (problem) {
      if (systemCode(problem) !== "EEXIST") throw problem;
      throw new ToolError("ERROR", "somebody else is staging", { reason: "locked" });
    }
    try {
      await use(copy);
    } catch (problem) {
      rmSync(copy, { force: true });
      throw problem;
    }
    renameSync(copy, index);
  }

  /**
   * The keys and values of one file of settings.
   * @param {string} path
   * @returns {Promise<[string, string][]>}
   */
  async #settings(path) {
    const words = ["config", "--file", path, "--no-includes", "--null", "--list"];
    // A folder that is none: no repository is looked for.
    const environment = { ...this.#environment, GIT_DIR: devNull };
    const { code, output, errors } = await this.#ended(words, "", environment);
    if (code !== 0) throw failed(code, errors);
    const entries = String(output).split("\0").filter((entry) => entry !== "");
    return entries.map((entry) => {
      const [key = "", ...value] = entry.split("\n");
      return [key, value.join("\n")];
    });
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
      throw failed(ended.code, ended.errors);
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
      // It is there before what it guards: this program may be ended while it begins.
      const guarding = guardian();
      const process = guarding.begin(() =>
        spawn("git", words, {
          cwd: this.workspace.root,
          env: { ...env, ...guarding.mark },
          detached: true,
        }),
      );
      /** @param {ToolError} problem */
      const stop = (problem) => {
        killGroup(process.pid);
        reject(problem);
      };
      const timer = setTimeout(() => {
        stop(new ToolError("TIMEOUT", "git takes too long", { timeout_ms: TIMEOUT_MS }));
      }, TIMEOUT_MS);
      const tooMuch = () => stop(new ToolError("ERROR", "git says too much", { reason: "size" }));
      const group = process.pid;
      const output = collected(process.stdout, tooMuch);
      const errors = collected(process.stderr, tooMuch);
      process.on("error", () => {
        clearTimeout(timer);
        reject(new ToolError("UNSUPPORTED", "there is no git", { missing: "git" }));
      });
      process.on("close", (code) => {
        clearTimeout(timer);
        if (group !== undefined) guardian().remove(group);
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
 * Variables by which some of the repository's settings count as not made.
 * @param {{ filters: string[], strangers: string[] }} found
 * @param {boolean} looks
 */
function overriding({ filters, strangers }, looks) {
  const unmade = filters.flatMap((section) => [
    ...["clean", "smudge", "process"].map((name) => [`${section}.${name}`, ""]),
    [`${section}.required`, "false"],
  ]);
  const changed = [...strangers.map((key) => [key, devNull]), ...(looks ? unmade : [])];
  const variables = changed.flatMap(([key, value], number) => [
    [`GIT_CONFIG_KEY_${number}`, key],
    [`GIT_CONFIG_VALUE_${number}`, value],
  ]);
  return { GIT_CONFIG_COUNT: String(changed.length), ...Object.fromEntries(variables) };
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

/**
 * What git says when it fails; a signal leaves it no exit code.
 *
 * Spec: VCS-50
 * @param {number} code below 0 where a signal ended it
 * @param {string} errors
 */
function failed(code, errors) {
  return new ToolError("ERROR", errors.trim(), { exit_code: code < 0 ? null : code });
}
