// The adapter's program: `node src/main.js`, spoken to over standard input and output.

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

import { serve } from "./adapter.js";
import { loadOperations } from "./operations.js";

const manifest = await readFile(new URL("../package.json", import.meta.url), "utf8");
const { version, dependencies } = JSON.parse(manifest);

// Without a grammar the tool code answers otherwise, which is right for a library and wrong here.
const require = createRequire(import.meta.url);
const missing = Object.keys(dependencies).filter((name) => !isInstalled(name));
if (missing.length > 0) {
  process.stderr.write(`not installed: ${missing.join(", ")}; npm ci installs them\n`);
  process.exit(1);
}
await serve(await loadOperations(), { name: "hanzo-js", version }, process.stdin, process.stdout);

/** @param {string} name */
function isInstalled(name) {
  try {
    require.resolve(`${name}/package.json`);
    return true;
  } catch (problem) {
    // One that keeps the file to itself is there.
    return problem instanceof Error && "code" in problem && problem.code !== "MODULE_NOT_FOUND";
  }
}
