// Finds the domains: every file in domains/ is one, and its name is the domain's id; so is every
// tool, whose operations are its actions.

import { readdir } from "node:fs/promises";

import { actionOperations } from "./domains/tools.js";

const FOLDER = new URL("./domains/", import.meta.url);

/**
 * Every operation of every domain by its full name.
 * @returns {Promise<import("./adapter.js").Operations>}
 */
export async function loadOperations() {
  const files = (await readdir(FOLDER)).filter((name) => name.endsWith(".js")).sort();
  const domains = await Promise.all(files.map(loadDomain));
  return new Map([...domains.flat(), ...(await actionOperations())]);
}

/** @param {string} file */
async function loadDomain(file) {
  const { default: operations } = await import(new URL(file, FOLDER).href);
  const domain = file.slice(0, -".js".length);
  return Object.entries(operations).map(
    ([name, operation]) => /** @type {const} */ ([`${domain}.${name}`, operation]),
  );
}
