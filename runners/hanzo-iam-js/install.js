/**
 * Build step: the published package, locked, in BUILD_DIR/node_modules.
 *
 * `node install.js BUILD_DIR` writes nowhere else; the folder of this file may be read-only.
 */
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const FILES = ["package.json", "package-lock.json", ".npmrc", "published.js"];

// One retry, so that whoever is offline is told so in seconds. No script of a package has to run.
const NPM = [
  "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", "--fetch-retries=1",
  "--fetch-retry-mintimeout=1000", "--fetch-retry-maxtimeout=5000", "--fetch-timeout=60000",
];

const [target, ...rest] = process.argv.slice(2);
if (target === undefined || rest.length > 0) {
  console.error("usage: node install.js BUILD_DIR");
  process.exit(2);
}
const folder = resolve(target);
mkdirSync(folder, { recursive: true });
for (const file of FILES) copyFileSync(join(HERE, file), join(folder, file));

const npm = spawnSync("npm", NPM, { cwd: folder, stdio: ["ignore", "inherit", "inherit"] });
if (npm.status !== 0) {
  const why = npm.error?.message ?? `npm ci ended with ${npm.signal ?? `status ${npm.status}`}`;
  console.error(`cannot install @hanzo/iam: ${why}`);
  process.exit(1);
}
const entry = join(folder, "published.js");
const probe = `await import(${JSON.stringify(entry)})`;
const load = ["--input-type=module", "--eval", probe];
const node = spawnSync(process.execPath, load, { stdio: "inherit" });
if (node.status !== 0) {
  console.error("cannot load @hanzo/iam after installing it");
  process.exit(1);
}
