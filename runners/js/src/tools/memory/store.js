// One part of a memory in one file of JSON.

import {
  closeSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync,
} from "node:fs";
import { randomUUID } from "node:crypto";
import { dirname, isAbsolute, join } from "node:path";

import { canonicalJson } from "../../canonical-json.js";
import { ToolError } from "../../envelope/index.js";
import { systemCode, toldBySystem } from "../failures.js";
import { openSafely } from "../workspace.js";
import { EMPTY } from "./parts.js";
import { isPart } from "./shape.js";

/** @typedef {import("../context.js").Context} Context */
/** @typedef {import("../../memory/index.js").Scope} Scope */
/** @typedef {import("../../memory/index.js").State} State */
/** @typedef {<T>(use: (place: string) => T) => T} At */

const FOLDER = ".hanzo";
const FILE = "memory.json";
const VERSION = 1;

/**
 * Where each scope but the session's is kept; the user's part only where the user has a folder.
 *
 * Spec: KEPT-2, KEPT-4
 * @param {Context} context
 * @returns {{ project: Store, global: Store | null }}
 */
export function storesOf({ workspace, environment }) {
  // By the rule for every path: a link that leads out of the workspace is refused.
  const path = workspace.locate(workspace.uri(join(workspace.root, FOLDER, FILE)));
  const folder = dirname(path);
  const project = new Store("project", workspace.uri(path), {
    file: (use) => workspace.at(path, use),
    make: () => workspace.at(folder, (place) => mkdirSync(place)),
  });
  const settings = settingsOf(environment);
  if (settings === null) return { project, global: null };
  const user = join(settings, "hanzo");
  const global = new Store("global", workspace.uri(join(user, FILE)), {
    file: (use) => use(join(user, FILE)),
    make: () => mkdirSync(user, { recursive: true }),
  });
  return { project, global };
}

/** The part of one scope; its file is made when something is first remembered there. */
class Store {
  #scope;
  #uri;
  #place;

  /**
   * @param {Scope} scope
   * @param {string} uri
   * @param {{ file: At, make: () => void }} place how the file is reached, and its folder made
   */
  constructor(scope, uri, place) {
    this.#scope = scope;
    this.#uri = uri;
    this.#place = place;
  }

  /**
   * What is remembered here; nothing without a file. Throws `CONFLICT` for another content.
   *
   * Spec: KEPT-5
   * @returns {State}
   */
  load() {
    const text = this.#read();
    if (text === null) return EMPTY;
    const { version, ...part } = objectIn(text);
    if (version === VERSION && isPart(part, this.#scope)) return part;
    throw new ToolError("CONFLICT", `${this.#uri} is no memory`, { reason: "format" });
  }

  /**
   * Keep this and nothing else: the file is replaced at once.
   *
   * Spec: KEPT-8
   * @param {State} part
   */
  save(part) {
    const content = `${canonicalJson({ ...part, version: VERSION })}\n`;
    this.#telling(() => {
      try {
        this.#place.make();
      } catch (problem) {
        if (systemCode(problem) !== "EEXIST") throw problem;
      }
      this.#place.file((place) => replace(place, content));
    });
  }

  /** @returns {string | null} */
  #read() {
    return this.#telling(() => {
      try {
        const file = this.#place.file(openSafely);
        try {
          return readFileSync(file, "utf8");
        } finally {
          closeSync(file);
        }
      } catch (problem) {
        if (systemCode(problem) === "ENOENT") return null;
        throw problem;
      }
    });
  }

  /** @template T @param {() => T} run @returns {T} */
  #telling(run) {
    try {
      return run();
    } catch (problem) {
      throw toldBySystem(this.#uri, problem);
    }
  }
}

/** @param {string} place @param {string} content */
function replace(place, content) {
  const temporary = join(dirname(place), `.${FILE}.${randomUUID()}`);
  const file = openSync(temporary, "wx", 0o600);
  try {
    try {
      writeFileSync(file, content);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, place);
  } catch (problem) {
    rmSync(temporary, { force: true });
    throw problem;
  }
}

/** @param {string} text @returns {Record<string, unknown>} nothing for what is no object */
function objectIn(text) {
  try {
    return { ...JSON.parse(text) };
  } catch {
    return {};
  }
}

/**
 * XDG Base Directory Specification: a relative path is to be ignored.
 * @param {Readonly<Record<string, string | undefined>>} environment
 * @returns {string | null}
 */
function settingsOf({ XDG_CONFIG_HOME: named = "", HOME: home = "" }) {
  if (isAbsolute(named)) return named;
  return isAbsolute(home) ? join(home, ".config") : null;
}
