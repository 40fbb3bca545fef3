// The variables that a command gets: some of the server's own, and those of the call.

// What programs need to find their parts and to write as the user reads. Nothing that may hold a
// credential: what a command needs beside these is given to it by name.
const PASSED = [
  "CARGO_HOME", "GOPATH", "HOME", "JAVA_HOME", "LANG", "LC_ALL", "LC_CTYPE", "LOGNAME", "NVM_DIR",
  "PATH", "PYENV_ROOT", "RUSTUP_HOME", "RUSTUP_TOOLCHAIN", "SHELL", "TERM", "TMPDIR", "TZ", "USER",
  "VIRTUAL_ENV",
];
const DEFAULT_PATH = "/usr/local/bin:/usr/bin:/bin";

/**
 * The whole environment of a command; there is always a `PATH`.
 *
 * Spec: PROC-12, PROC-13
 * @param {Readonly<Record<string, string | undefined>>} own
 * @param {Readonly<Record<string, string>>} given
 * @returns {Record<string, string> & { PATH: string }}
 */
export function variables(own, given) {
  // As a map first: `__proto__` is a name like any other.
  const all = new Map([["PATH", DEFAULT_PATH]]);
  for (const name of PASSED) {
    const value = own[name];
    if (value !== undefined) all.set(name, value);
  }
  for (const [name, value] of Object.entries(given)) all.set(name, value);
  return { PATH: DEFAULT_PATH, ...Object.fromEntries(all) };
}
