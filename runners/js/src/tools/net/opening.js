// Showing a URL to the user, by the program that the environment names.

import { spawn } from "node:child_process";

import { ToolError } from "../../envelope/index.js";

const VARIABLE = "HANZO_OPENER";

/**
 * Start the opener with a URL and leave it alone; throws `UNSUPPORTED` where it is not there.
 *
 * Spec: NET-40, NET-41
 * @param {string} url
 * @param {Readonly<Record<string, string | undefined>>} environment
 * @returns {Promise<void>}
 */
export function openUrl(url, environment) {
  const [program, ...words] = openerWords(environment);
  if (program === undefined) throw missing(VARIABLE);
  return new Promise((resolve, reject) => {
    const started = spawn(program, [...words, url], {
      env: { ...environment },
      stdio: "ignore",
      detached: true,
    });
    started.on("spawn", resolve);
    started.on("error", () => reject(missing(program)));
    started.unref();
  });
}

/**
 * The program and its first arguments; none where the variable says nothing of use.
 * @param {Readonly<Record<string, string | undefined>>} environment
 * @returns {string[]}
 */
function openerWords(environment) {
  try {
    const words = JSON.parse(environment[VARIABLE] ?? "[]");
    return Array.isArray(words) && words.every(isWord) ? words : [];
  } catch {
    return [];
  }
}

/** @param {unknown} word */
function isWord(word) {
  return typeof word === "string" && word !== "" && !word.includes("\0");
}

/** @param {string} what */
function missing(what) {
  return new ToolError("UNSUPPORTED", `there is no ${what}`, { missing: what });
}
