// A sandbox on this machine: which paths tools may touch, and how commands are held to them.

import { spawnSync } from "node:child_process";
import { existsSync, lstatSync, readFileSync } from "node:fs";

import { detect } from "./container.js";
import { follow } from "./files.js";
import { decideMode, makePlan } from "./plan.js";
import { checkText, InvalidPath } from "./walk.js";

/** @typedef {import("./container.js").Runtime} Runtime */
/** @typedef {import("./plan.js").Features} Features */
/** @typedef {import("./plan.js").Mode} Mode */
/** @typedef {import("./plan.js").Plan} Plan */
/** @typedef {import("./plan.js").Platform} Platform */
/** @typedef {{ output: string, error: string | null, isError: boolean }} ToolResult */

/**
 * How far tools may reach; relative paths are from the workspace.
 * @typedef {{ mode: Mode, allowedPaths?: readonly string[] }} SandboxConfig
 */

/**
 * Whether a path may be touched, and if not, why.
 * @typedef {{ allowed: boolean, reason: "outside" | "loop" | "path" | null }} Verdict
 */

/** What tools may touch, as it was when the sandbox was made. */
export class Sandbox {
  /** @type {string} */
  #workspace;
  /** @type {readonly string[]} */
  #roots;
  #container;

  /**
   * A sandbox of a configuration, or of none: what then holds is decided by the container, if any.
   *
   * Spec: SANDBOXPATH-1, SANDBOXPATH-4 to SANDBOXPATH-8, SANDBOXPATH-11, SANDBOXPATH-17
   * @param {SandboxConfig | null} config
   * @param {string} workspace absolute; throws `InvalidPath` for what leads nowhere
   */
  constructor(config, workspace) {
    if (!checkText(workspace).startsWith("/")) throw new InvalidPath("a workspace is absolute");
    const found = follow(workspace, "/");
    if ("reason" in found) throw new InvalidPath(`the workspace ${workspace} leads nowhere`);
    this.#workspace = found.path;
    this.#container = config ? null : Sandbox.detectContainer();
    this.mode = decideMode(config?.mode ?? null, this.#container);
    this.#roots = [...new Set(this.#opened(config?.allowedPaths ?? []))];
  }

  /**
   * The canonical paths that are open, whether there is anything or not.
   * @returns {readonly string[]}
   */
  get roots() {
    return this.#roots;
  }

  /**
   * Whether a tool may touch a path; a relative one is from the workspace.
   *
   * This is advice: what is opened afterwards is opened without following links.
   * @param {string} path
   * @returns {boolean}
   */
  checkPath(path) {
    return this.judge(path).allowed;
  }

  /**
   * Whether a tool may touch a path, and why not.
   *
   * Spec: SANDBOXPATH-2 to SANDBOXPATH-16
   * @param {string} path
   * @returns {Verdict}
   */
  judge(path) {
    const found = follow(path, this.#workspace);
    if ("reason" in found) return { allowed: false, reason: found.reason };
    const isOpen = this.#roots.some((root) => holds(root, found.path));
    return isOpen ? { allowed: true, reason: null } : { allowed: false, reason: "outside" };
  }

  /**
   * What a tool answers in the place of touching a path, null where it may.
   *
   * Spec: SANDBOXPATH-18
   * @param {string} path
   * @returns {ToolResult | null}
   */
  refusal(path) {
    if (this.checkPath(path)) return null;
    return { output: "", error: `path outside sandbox: ${path}`, isError: true };
  }

  /**
   * How a command is held here; `tmp` is a fresh folder of the caller's for temporary files.
   *
   * JavaScript makes no system calls, so of the features only programs can be used.
   * @param {readonly string[]} command
   * @param {{ tmp: string, features?: Features }} around
   * @returns {Plan}
   */
  plan(command, { tmp, features = ownFeatures() }) {
    const roots = this.#roots.filter(isThere);
    const found = follow(tmp, this.#workspace);
    // What leads nowhere is for the system to refuse.
    const place = { roots, tmp: "path" in found ? found.path : tmp, cwd: this.#workspace };
    return makePlan({ mode: this.mode, platform: ownPlatform(), features, place }, command);
  }

  /**
   * The container that runs this process.
   *
   * Spec: SANDBOX-17 to SANDBOX-24, SANDBOXPATH-19
   * @returns {Runtime | null}
   */
  static detectContainer() {
    return detect({
      cgroup: textOf("/proc/1/cgroup"),
      dockerenv: existsSync("/.dockerenv"),
      containerenv: existsSync("/run/.containerenv"),
      kubernetesServiceHost: process.env["KUBERNETES_SERVICE_HOST"] ?? null,
    });
  }

  /** @param {readonly string[]} allowed @returns {string[]} */
  #opened(allowed) {
    if (this.mode === "off") return ["/"];
    if (this.mode === "workspace") return [this.#workspace];
    return allowed.flatMap((entry) => {
      const found = follow(entry, this.#workspace);
      return "path" in found ? [found.path] : [];
    });
  }
}

/**
 * Whether a canonical path is a canonical root or lies below it.
 *
 * Spec: SANDBOXPATH-9, SANDBOXPATH-10
 * @param {string} root
 * @param {string} path
 */
const holds = (root, path) =>
  path === root || path.startsWith(root === "/" ? "/" : `${root}/`);

/** @returns {Platform} */
function ownPlatform() {
  if (process.platform === "linux") return "linux";
  return process.platform === "darwin" ? "macos" : "other";
}

/** @type {Features | null} */
let known = null;

/**
 * What works here, seen by trying it once.
 * @returns {Features}
 */
function ownFeatures() {
  known ??= {
    bwrap: process.platform === "linux" && works("bwrap", "--ro-bind", "/", "/", "--unshare-all"),
    namespace: false,
    seccomp: false,
    sandboxExec: works("/usr/bin/sandbox-exec", "-p", "(version 1)(allow default)"),
    landlock: 0,
  };
  return known;
}

/**
 * Whether a program runs another one.
 * @param {string} program
 * @param {...string} words
 */
const works = (program, ...words) =>
  spawnSync(program, [...words, "true"], { stdio: "ignore", timeout: 10_000 }).status === 0;

/** @param {string} path */
const isThere = (path) => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

/** @param {string} path */
function textOf(path) {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return null;
  }
}
