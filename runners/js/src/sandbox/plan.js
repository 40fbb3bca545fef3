// How a command is held to where it may write: decided here, done elsewhere.

import { compareUtf8 } from "../utf8-order.js";

/** @typedef {import("./container.js").Runtime} Runtime */
/** @typedef {"off" | "workspace" | "allowlist"} Mode */
/** @typedef {"linux" | "macos" | "other"} Platform */
/** @typedef {"none" | "path" | "bwrap" | "namespace" | "landlock" | "seatbelt"} Enforcement */

/**
 * What a machine has to hold a command with; `landlock` is its ABI, 0 for none.
 * @typedef {object} Features
 * @property {boolean} bwrap
 * @property {boolean} namespace
 * @property {boolean} seccomp
 * @property {boolean} sandboxExec
 * @property {number} landlock
 */

/**
 * Where a command runs: canonical paths, `roots` being what it may write.
 * @typedef {{ roots: readonly string[], tmp: string, cwd: string }} Place
 */

/**
 * What is started, with which variables beside the caller's, and what is done before.
 * @typedef {object} Plan
 * @property {Mode} mode
 * @property {Enforcement} enforcement
 * @property {string[]} argv
 * @property {Record<string, string>} env
 * @property {string[][]} setup
 */

const SEATBELT = "/usr/bin/sandbox-exec";
// Before it a file that may not be written can be cut to nothing all the same.
const LEAST_LANDLOCK_ABI = 3;
const WRITING_RIGHTS = [
  "write_file", "remove_dir", "remove_file", "make_char", "make_dir", "make_reg", "make_sock",
  "make_fifo", "make_block", "make_sym", "refer", "truncate",
];
const REFUSED_CALLS = [
  "bpf", "kexec_file_load", "kexec_load", "mount", "mount_setattr", "move_mount",
  "open_by_handle_at", "pivot_root", "process_vm_writev", "ptrace", "setns", "umount2", "unshare",
];

/**
 * How far a command may reach, where nobody may have said so.
 *
 * Spec: SANDBOX-25 to SANDBOX-28
 * @param {Mode | null} configured
 * @param {Runtime | null} container
 * @returns {Mode}
 */
export function decideMode(configured, container) {
  return configured ?? (container === null ? "workspace" : "off");
}

/**
 * What holds a command best on a machine.
 *
 * Spec: SANDBOX-33 to SANDBOX-38
 * @param {Platform} platform
 * @param {Features} features
 * @returns {Enforcement}
 */
export function choose(platform, features) {
  if (platform === "macos") return features.sandboxExec ? "seatbelt" : "path";
  if (platform !== "linux") return "path";
  if (features.bwrap) return "bwrap";
  // Without it mounts could be made anew, and processes outside be made to write.
  if (!features.seccomp) return "path";
  if (features.namespace) return "namespace";
  return features.landlock >= LEAST_LANDLOCK_ABI ? "landlock" : "path";
}

/**
 * How a command is held in a mode, on a machine.
 *
 * Spec: SANDBOX-29 to SANDBOX-47
 * @param {{ mode: Mode, platform: Platform, features: Features, place: Place }} around
 * @param {readonly string[]} command
 * @returns {Plan}
 */
export function makePlan({ mode, platform, features, place }, command) {
  if (mode === "off") return { mode, enforcement: "none", argv: [...command], env: {}, setup: [] };
  const enforcement = choose(platform, features);
  const writable = [...new Set([...place.roots, place.tmp])].sort(compareUtf8);
  return {
    mode,
    enforcement,
    argv: [...wrapping(enforcement, writable, place.cwd), ...command],
    env: { TMPDIR: place.tmp },
    setup: setupOf(enforcement, writable),
  };
}

/**
 * The words before the command.
 * @param {Enforcement} enforcement
 * @param {readonly string[]} writable
 * @param {string} cwd
 */
function wrapping(enforcement, writable, cwd) {
  if (enforcement === "bwrap") return bwrap(writable, cwd);
  return enforcement === "seatbelt" ? [SEATBELT, "-p", profile(writable)] : [];
}

/**
 * What the process does before it becomes the command.
 * @param {Enforcement} enforcement
 * @param {readonly string[]} writable
 */
function setupOf(enforcement, writable) {
  if (enforcement === "namespace") return inNamespaces(writable);
  return enforcement === "landlock" ? underLandlock(writable) : [];
}

/**
 * The words of bubblewrap.
 *
 * Spec: SANDBOX-41
 * @param {readonly string[]} writable
 * @param {string} cwd
 */
const bwrap = (writable, cwd) => [
  "bwrap", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc",
  ...writable.flatMap((path) => ["--bind", path, path]),
  "--unshare-all", "--share-net",
  // Root would keep the right to mount, and make all of it writable again.
  "--cap-drop", "ALL", "--die-with-parent", "--new-session", "--chdir", cwd, "--",
];

/**
 * What makes a world of mounts in which little is writable.
 *
 * Spec: SANDBOX-42
 * @param {readonly string[]} writable
 */
const inNamespaces = (writable) => [
  ["unshare", "user", "mount"],
  ["id_map", "same"],
  ["private", "/"],
  ...writable.map((path) => ["bind", path]),
  ["read_only", "/"],
  ...writable.map((path) => ["writable", path]),
  ["drop_capabilities"],
  ["no_new_privs"],
  ["seccomp", ...REFUSED_CALLS],
];

/**
 * What leaves the right to write at some places only.
 *
 * Spec: SANDBOX-43
 * @param {readonly string[]} writable
 */
const underLandlock = (writable) => [
  // Root would keep the right to make devices, and write to a disk by one of its own.
  ["drop_capabilities"],
  ["no_new_privs"],
  ["landlock", ...WRITING_RIGHTS],
  ...writable.map((path) => ["allow", path]),
  ["allow", "/dev/null"],
  ["seccomp", ...REFUSED_CALLS],
];

/**
 * A profile for the sandbox of macOS.
 *
 * Spec: SANDBOX-44, SANDBOX-45
 * @param {readonly string[]} writable
 */
function profile(writable) {
  const places = writable.map((path) => `(subpath "${path.replace(/[\\"]/g, "\\$&")}")`);
  const all = ['(literal "/dev/null")', '(literal "/dev/tty")', ...places].join(" ");
  return `(version 1)(allow default)(deny file-write*)(allow file-write* ${all})`;
}
