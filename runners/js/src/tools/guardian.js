// Who ends what is left when this program ends, in whatever way: a shell waits at the other end of
// a pipe, knows the groups that live, and kills them when the pipe is closed, which the system does
// for a program that has no time to.

import { spawn } from "node:child_process";

const SCRIPT = `
while read -r change group; do
  others=
  for known in $groups; do
    [ "$known" = "$group" ] || others="$others $known"
  done
  groups=$others
  [ "$change" = - ] || groups="$groups $group"
done
for group in $groups; do kill -9 "-$group"; done
[ -z "$1" ] || rm -rf -- "$1"
`;

/** The guardian of groups of processes and, if there is one, of the folder they write into. */
export class Guardian {
  #pipe;

  /** @param {string} [folder] which will be removed */
  constructor(folder = "") {
    const shell = spawn("/bin/sh", ["-c", SCRIPT, "sh", folder], {
      cwd: "/",
      env: { PATH: "/usr/bin:/bin" },
      detached: true,
      stdio: ["pipe", "ignore", "ignore"],
    });
    this.#pipe = shell.stdin;
    // One that somebody has killed can guard nothing; commands work all the same.
    this.#pipe.on("error", () => {});
    shell.on("error", () => {});
    // Nobody waits for it: it is the one that waits.
    shell.unref();
    /** @type {import("node:net").Socket} */ (/** @type {unknown} */ (this.#pipe)).unref();
  }

  /** @param {number} group one that lives from now on */
  add(group) {
    this.#pipe.write(`+ ${group}\n`);
  }

  /** @param {number} group one that has ended */
  remove(group) {
    this.#pipe.write(`- ${group}\n`);
  }

  /** The end of what it guards. */
  close() {
    this.#pipe.end();
  }
}

/** @type {Guardian | null} */
let common = null;

/**
 * The guardian of what this program starts and waits for, which has no folder.
 *
 * Spec: VCS-48
 * @returns {Guardian}
 */
export function guardian() {
  common ??= new Guardian();
  return common;
}
