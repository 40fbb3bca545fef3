// Whether the system runs a file by itself. Node starts programs by `execvp`, which gives what the
// system refuses to /bin/sh; that is for nobody to find out by its effects.

import { closeSync, openSync, readSync } from "node:fs";

const SCRIPT = Buffer.from("#!");
// ELF, and the forms of Mach-O: both orders of both sizes, and files for several machines.
const MAGIC = ["7f454c46", "feedface", "cefaedfe", "feedfacf", "cffaedfe", "cafebabe"].map((bytes) =>
  Buffer.from(bytes, "hex"),
);

/**
 * Whether a file begins as programs and scripts do; one that cannot be read is for the system to
 * judge.
 *
 * Spec: PROC-39
 * @param {string} path
 * @returns {boolean}
 */
export function isRunnable(path) {
  const start = Buffer.alloc(4);
  let length;
  try {
    const file = openSync(path, "r");
    try {
      length = readSync(file, start);
    } finally {
      closeSync(file);
    }
  } catch {
    return true;
  }
  const found = start.subarray(0, length);
  return [SCRIPT, ...MAGIC].some((magic) => found.subarray(0, magic.length).equals(magic));
}
