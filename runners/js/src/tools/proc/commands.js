// What a command is: its words, the rules that they keep, and where its program may be. Nothing
// here asks the file system.

import { join, resolve } from "node:path";

import { pointerTo } from "../../json-pointer.js";

/** @typedef {string | readonly string[]} Command */
/** @typedef {import("../violations.js").Violation} Violation */

const SHELL = "/bin/sh";
const NUL = "\0";

/**
 * The words of a command: text goes to the shell as one word.
 *
 * Spec: PROC-1, PROC-2
 * @param {Command} command
 * @returns {[string, ...string[]]}
 */
export function words(command) {
  if (typeof command === "string") return [SHELL, "-c", command];
  const [program = "", ...others] = command;
  return [program, ...others];
}

/**
 * A command as a filter sees it.
 *
 * Spec: PROC-24
 * @param {Command} command
 * @returns {string}
 */
export function asText(command) {
  return typeof command === "string" ? command : command.join(" ");
}

/**
 * The rules that a schema cannot state and that a command breaks.
 *
 * Spec: PROC-3, PROC-14
 * @param {Command} command
 * @param {Readonly<Record<string, string>>} env
 * @returns {Violation[]}
 */
export function brokenRules(command, env) {
  return [...inCommand(command), ...inEnvironment(env)];
}

/** @param {Command} command @returns {Generator<Violation>} */
function* inCommand(command) {
  if (command.length === 0) yield { pointer: "/command", rule: "empty" };
  if (typeof command === "string") {
    if (command.includes(NUL)) yield { pointer: "/command", rule: "nul" };
    return;
  }
  for (const [index, word] of command.entries()) {
    if (index === 0 && word === "") yield { pointer: "/command/0", rule: "empty" };
    if (word.includes(NUL)) yield { pointer: `/command/${index}`, rule: "nul" };
  }
}

/** @param {Readonly<Record<string, string>>} env @returns {Generator<Violation>} */
function* inEnvironment(env) {
  for (const [name, value] of Object.entries(env)) {
    const pointer = `/env${pointerTo(name)}`;
    if (name === "" || name.includes("=") || name.includes(NUL)) yield { pointer, rule: "name" };
    if (value.includes(NUL)) yield { pointer, rule: "nul" };
  }
}

/**
 * The absolute paths at which a program may be, the first one first.
 *
 * A name with a slash is a path from the command's folder; another one is looked for in the
 * folders of `PATH`, where the empty one is the command's own. Spec: PROC-15
 * @param {string} program
 * @param {string} path
 * @param {string} folder
 * @returns {string[]}
 */
export function places(program, path, folder) {
  if (program.includes("/")) return [resolve(folder, program)];
  return path.split(":").map((place) => join(resolve(folder, place), program));
}
