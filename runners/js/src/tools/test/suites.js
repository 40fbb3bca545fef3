// The suites of a workspace: folders that a runner is made for, and how each is run.

import { closeSync, constants, fstatSync, openSync, readdirSync, readSync, realpathSync, statSync } from "node:fs";
import { join, relative } from "node:path";

import { compareUtf8 } from "../../utf8-order.js";
import { LOOKED_INTO, READ, runners } from "./recognition.js";

/** @typedef {import("./recognition.js").Runner} Runner */

/**
 * A runner and its folder; `name` is what callers say.
 * @typedef {{ name: string, runner: Runner, folder: string }} Suite
 */

// Folders below the one where the search begins.
const DEEPEST = 3;
// What holds other people's tests, or what a build has made.
const PASSED_OVER = ["__pycache__", "node_modules", "target", "venv"];
const OPEN_FILE = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
// Of its forms of the report xunit1 alone says where a test stands; what tests print is not in it.
const PYTEST = /** @type {const} */ ([
  "pytest", "--verbosity=0", "--color=no", "--tb=short", "--rootdir=.",
  "-o", "junit_family=xunit1", "-o", "junit_logging=no", "--junit-prefix=",
]);
/**
 * Runners whose report is a file.
 * @type {readonly Runner[]}
 */
export const WRITING = ["pytest"];
const MOST_READ_BYTES = 1 << 20;
// How names that are not UTF-8 are read; they have no URI.
const REPLACED = "\ufffd";

/**
 * How a suite is run: which tests, how many at a time, and in which file their report will be.
 * @typedef {object} How
 * @property {string} [only]
 * @property {number} [parallel]
 * @property {string} [report]
 */

/**
 * The command that runs a suite.
 *
 * Spec: TEST-13 to TEST-16
 * @param {Suite} suite
 * @param {{ [name in keyof How]: How[name] | undefined }} [how]
 * @returns {[string, ...string[]]}
 */
export function wordsOf({ runner }, { only, parallel, report } = {}) {
  const chosen = only === undefined ? [] : [only];
  const several = parallel === undefined ? [] : [parallel];
  if (runner === "pytest") {
    return [
      ...PYTEST,
      ...(report === undefined ? [] : [`--junit-xml=${report}`]),
      ...several.filter((count) => count > 1).flatMap((count) => ["-n", String(count)]),
      ...chosen.flatMap((name) => ["-k", name]),
    ];
  }
  if (runner === "cargo") {
    const further = [...chosen, ...several.map((count) => `--test-threads=${count}`)];
    const separator = further.length > 0 ? ["--"] : [];
    return ["cargo", "test", "--no-fail-fast", "--color=never", ...separator, ...further];
  }
  return [
    "node", "--test", "--test-reporter=tap",
    ...several.map((count) => `--test-concurrency=${count}`),
    ...chosen.map((name) => `--test-name-pattern=${name}`),
  ];
}

/**
 * The suites at and below a folder of the workspace, by folder and then by runner.
 *
 * A folder below a suite belongs to it, as far as the runner is the same. Spec: TEST-1 to TEST-8
 * @param {string} root
 * @param {string} start
 * @returns {Suite[]}
 */
export function suites(root, start) {
  return [...below(root, start, [], 0)].sort(
    (left, right) =>
      compareUtf8(left.folder, right.folder) || compareUtf8(left.runner, right.runner),
  );
}

/**
 * The suite of a name, which may lie in another one or deeper than one looks.
 *
 * Spec: TEST-26
 * @param {string} root
 * @param {string} name
 * @returns {Suite | undefined}
 */
export function named(root, name) {
  const colon = name.indexOf(":");
  const place = colon < 0 ? "" : name.slice(colon + 1);
  const parts = place === "" ? [] : place.split("/");
  if (parts.some((part) => ["", ".", ".."].includes(part) || part.includes("\0"))) return undefined;
  const folder = join(root, ...parts);
  if (!isRealFolder(folder)) return undefined;
  return suites(root, folder).find((suite) => suite.name === name);
}

/**
 * @param {string} root
 * @param {string} folder
 * @param {readonly Runner[]} taken
 * @param {number} depth
 * @returns {Generator<Suite>}
 */
function* below(root, folder, taken, depth) {
  const { files, folders } = entries(folder);
  const inside = LOOKED_INTO.filter((name) => folders.includes(name)).flatMap((name) =>
    entries(join(folder, name)).files.map((file) => `${name}/${file}`),
  );
  const read = READ.filter((name) => files.includes(name));
  const contents = new Map(read.map((name) => [name, textOf(join(folder, name))]));
  const found = runners(new Set([...files, ...inside]), contents);
  const fresh = found.filter((runner) => !taken.includes(runner));
  const place = relative(root, folder);
  for (const runner of fresh) {
    yield { name: place === "" ? runner : `${runner}:${place}`, runner, folder };
  }
  if (depth === DEEPEST) return;
  for (const name of folders) {
    if (name.startsWith(".") || PASSED_OVER.includes(name)) continue;
    yield* below(root, join(folder, name), [...taken, ...fresh], depth + 1);
  }
}

/**
 * The names of the files and of the folders in a folder.
 *
 * Links are neither, and a name that is not UTF-8 has no URI and is passed over.
 * @param {string} folder
 * @returns {{ files: string[], folders: string[] }}
 */
function entries(folder) {
  try {
    const all = readdirSync(folder, { withFileTypes: true }).filter(
      ({ name }) => !name.includes(REPLACED),
    );
    return {
      files: all.filter((entry) => entry.isFile()).map(({ name }) => name),
      folders: all.filter((entry) => entry.isDirectory()).map(({ name }) => name),
    };
  } catch {
    // What cannot be looked into has no suites to run.
    return { files: [], folders: [] };
  }
}

/** @param {string} path @returns {string} the beginning of a file, empty if it cannot be read */
function textOf(path) {
  try {
    // Without waiting, and through no link: it may have changed since it was looked at.
    const file = openSync(path, OPEN_FILE);
    try {
      if (!fstatSync(file).isFile()) return "";
      const data = Buffer.alloc(MOST_READ_BYTES);
      return data.toString("utf8", 0, readSync(file, data, 0, data.length, 0));
    } finally {
      closeSync(file);
    }
  } catch {
    return "";
  }
}

/** @param {string} path @returns {boolean} whether there is a folder, and no link on the way */
function isRealFolder(path) {
  try {
    return realpathSync(path) === path && statSync(path).isDirectory();
  } catch {
    return false;
  }
}
