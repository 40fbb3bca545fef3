// The tool `ws`: what project this is, and what there is to work on it with.

import { accessSync, constants, existsSync, statSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";

import { ToolError } from "../../envelope/index.js";
import { buildSystems, languages, REPOSITORY } from "./markers.js";
import { entries, fileNames, projectRoot } from "./survey.js";
import { answers, endsWell, Trials } from "./trial.js";

/** @typedef {import("../context.js").Context} Context */
/** @typedef {import("./trial.js").Words} Words */

// No language server is driven from here.
const BACKENDS = ["tree-sitter", "heuristic"];
// Sorted, as they are told.
/** @type {readonly Words[]} */
const LANGUAGE_SERVERS = [
  ["clangd"],
  ["gopls"],
  ["jdtls"],
  ["pyright-langserver", "--stdio"],
  ["rust-analyzer"],
  ["typescript-language-server", "--stdio"],
];

/** @typedef {import("../../envelope/index.js").ParameterSchema} ParameterSchema */

/** @type {ParameterSchema} */
const detectParams = {
  type: "object",
  description: "Says what project this is: its folder, languages, build systems, test runners.",
  properties: {
    uri: {
      type: "string",
      description: "A file or folder of the project; without one, the workspace.",
    },
  },
  additionalProperties: false,
};
/** @type {ParameterSchema} */
const capabilitiesParams = {
  type: "object",
  description: "Says what there is on this machine to work with.",
  properties: {},
  additionalProperties: false,
};

/** @type {import("../declaring.js").Declaration} */
export const tool = {
  name: "ws",
  backend: null,
  actions: {
    detect: {
      params: detectParams,
      run: async (context, { uri }) => ({ data: await detect(context, uri) }),
    },
    capabilities: {
      params: capabilitiesParams,
      run: async (context) => ({ data: await capabilities(context) }),
    },
  },
};

/**
 * Root, languages, build systems, test runners, version control and backends of a project.
 *
 * Throws `NOT_FOUND` with the URI where there is nothing.
 * Spec: WS-12 to WS-19
 * @param {Context} context
 * @param {string | undefined} uri
 */
async function detect(context, uri) {
  const { workspace } = context;
  const start = uri === undefined ? workspace.root : workspace.locate(uri);
  if (!existsSync(start)) {
    const missing = workspace.uri(start);
    throw new ToolError("NOT_FOUND", `${missing} does not exist`, { uri: missing });
  }
  const root = projectRoot(start, workspace.root);
  return {
    root: workspace.uri(root),
    languages: languages(fileNames(root)),
    build: buildSystems(entries(root)),
    test: await testRunners(context, root),
    vcs: versionControl(root, workspace.root),
    backends: BACKENDS,
  };
}

/**
 * What there is on this machine: language servers, git, a shell, a display.
 *
 * Spec: WS-20
 * @param {Context} context
 */
async function capabilities(context) {
  const { environment } = context;
  const trials = context.keep(Trials);
  const there = (/** @type {readonly Words[]} */ programs) =>
    programs.filter(([name]) => onPath(name, environment["PATH"] ?? ""));
  const working = async (/** @type {Words[]} */ ...words) =>
    (await trials.working(there(words), endsWell, environment))[0] ?? null;
  const [lsp, vcs, shell] = await Promise.all([
    trials.working(there(LANGUAGE_SERVERS), answers, environment),
    working(["git", "--version"]),
    working(["sh", "-c", ":"]),
  ]);
  return {
    lsp,
    vcs,
    shell,
    display: environment["HANZO_DISPLAY"] || null,
  };
}

/**
 * The runners of the suites that lie in the root itself; they come first in the list.
 * @param {Context} context
 * @param {string} root
 * @returns {Promise<string[]>}
 */
async function testRunners(context, root) {
  const uri = context.workspace.uri(root);
  /** @type {{ suites: { runner: string, uri: string }[] }} */
  const { suites } = await context.call("test", "list", { path: uri });
  return suites.filter((suite) => suite.uri === uri).map(({ runner }) => runner).sort();
}

/** @param {string} root @param {string} workspace */
function versionControl(root, workspace) {
  for (let folder = root; ; folder = dirname(folder)) {
    if (existsSync(join(folder, REPOSITORY))) return "git";
    if (folder === workspace) return null;
  }
}

/** @param {string} name @param {string} path the folders in one of which it may be */
function onPath(name, path) {
  return path.split(delimiter).some((folder) => folder !== "" && isProgram(join(folder, name)));
}

/** @param {string} path */
function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
