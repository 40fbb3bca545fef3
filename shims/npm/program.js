#!/usr/bin/env node
// The old program: a warning for people, and then the new program in its place. Spec: REN-18

const { spawn } = require("node:child_process");
const { readFileSync, existsSync } = require("node:fs");
const { dirname, join } = require("node:path");

const PACKAGE = "@hanzo/dev";

/** The script of the program hanzo-dev, in the package that is installed beside this one. */
function program() {
  for (const folder of require.resolve.paths(PACKAGE) ?? []) {
    const manifest = join(folder, PACKAGE, "package.json");
    if (!existsSync(manifest)) continue;
    const { bin } = JSON.parse(readFileSync(manifest, "utf8"));
    return join(dirname(manifest), typeof bin === "string" ? bin : bin["hanzo-dev"]);
  }
  throw new Error(`${PACKAGE} is not installed`);
}

// Standard output stays clean: it may be a protocol.
process.stderr.write("@hanzo/repl is now called @hanzo/dev: install @hanzo/dev instead\n");
const child = spawn(process.execPath, [program(), ...process.argv.slice(2)], { stdio: "inherit" });
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
child.on("exit", (status, signal) => {
  if (signal === null) process.exit(status);
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) process.removeAllListeners(name);
  process.kill(process.pid, signal);
});
