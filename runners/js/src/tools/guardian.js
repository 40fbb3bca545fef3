// Who ends what is left when this program ends, in whatever way: a shell waits at the other end of
// a pipe, knows the groups that live, and kills them when the pipe is closed, which the system does
// for a program that has no time to. It is told before a group begins, too: where it has not heard of
// its number by then, it looks for what bears its mark, a variable, or has a file of its folder open,
// as Linux shows both.

import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";

// The variable by which a process is known; its value is of one guardian.
const MARK = "HANZO_GUARDED";
const SCRIPT = `
pending=0
while read -r change group; do
  case $change in
    '?') pending=$((pending + 1)); continue ;;
    '!') pending=$((pending - 1)); continue ;;
    +) pending=$((pending - 1)) ;;
  esac
  others=
  for known in $groups; do
    [ "$known" = "$group" ] || others="$others $known"
  done
  groups=$others
  [ "$change" = - ] || groups="$groups $group"
done
for group in $groups; do kill -9 "-$group"; done
tries=0
while [ "$pending" -gt 0 ] && [ "$tries" -lt 20 ]; do
  if [ -z "$1" ]; then found=$(grep -ls "$2" /proc/[0-9]*/environ)
  else found=$(find /proc/[0-9]*/fd -lname "*/\${1##*/}/*"); fi
  for place in $found; do
    process=\${place#/proc/}
    process=\${process%%/*}
    kill -9 "-$process"
    kill -9 "$process"
  done
  tries=$((tries + 1))
  sleep 0.05
done
[ -z "$1" ] || rm -rf -- "$1"
`;

/** The guardian of groups of processes and, if there is one, of the folder they write into. */
export class Guardian {
  #pipe;
  /**
   * The variables that what it guards has to have; none, where there is a folder.
   * @type {Readonly<Record<string, string>>}
   */
  mark;

  /** @param {string} [folder] which will be removed */
  constructor(folder = "") {
    const token = randomBytes(16).toString("hex");
    // What writes into the folder is found by that, and sees no variable that is not its own.
    this.mark = folder === "" ? { [MARK]: token } : {};
    const shell = spawn("/bin/sh", ["-c", SCRIPT, "sh", folder, `${MARK}=${token}`], {
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

  /**
   * Start a process, whose group lives from then on.
   * @template {import("node:child_process").ChildProcess} Started
   * @param {() => Started} start
   * @returns {Started}
   */
  begin(start) {
    this.#pipe.write("? 0\n");
    /** @type {number | undefined} */
    let group;
    try {
      const started = start();
      group = started.pid;
      return started;
    } finally {
      this.#pipe.write(group === undefined ? "! 0\n" : `+ ${group}\n`);
    }
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
