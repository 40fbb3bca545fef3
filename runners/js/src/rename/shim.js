// The one version that an old name still publishes, as its manifest has it.

import { DomainError } from "../domain-error.js";
import { NAMES, warning } from "./names.js";

/** @typedef {import("./names.js").Registry} Registry */
/**
 * @typedef {object} Shim
 * @property {string} name
 * @property {string} version
 * @property {string} description
 * @property {{ name: string, range: string }} requires in the registry's own notation
 * @property {Record<string, string>} programs programs of before, each with what it becomes
 */

// SemVer 2.0.0, items 2 and 9: neither a number nor an identifier of digits has leading zeros.
const NUMBER = "(0|[1-9][0-9]*)";
const IDENTIFIER = "(?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)";
const CORE = `${NUMBER}\\.${NUMBER}\\.${NUMBER}`;
const VERSION = new RegExp(`^${CORE}(-${IDENTIFIER}(?:\\.${IDENTIFIER})*)?$`);

/** A version is none, or not one that a shim can have: code `INVALID_VERSION {version}`. */
export class InvalidVersion extends DomainError {
  /**
   * @param {string} version
   * @param {string} message
   */
  constructor(version, message) {
    super("INVALID_VERSION", message, { version });
  }
}

/**
 * The shim with this version, which leads to the new package from a version on.
 *
 * Throws `InvalidVersion`. Spec: REN-10 to REN-18
 * @param {Registry} registry
 * @param {string} version
 * @param {string} newVersion
 * @returns {Shim}
 */
export function shim(registry, version, newVersion) {
  const own = read(version);
  // PyPI has had 0.1.0, and it is no shim.
  const isAbove = own.major > 0 || own.minor > 1 || (own.minor === 1 && own.patch > 0);
  if (own.isPreRelease || !isAbove) throw new InvalidVersion(version, "a shim is a release above 0.1.0");
  const end = read(newVersion).major + 1;
  const names = NAMES[registry];
  return {
    name: names.old,
    version,
    description: warning(registry),
    requires: { name: names.new, range: range(registry, newVersion, end) },
    programs: {
      "hanzo-repl": "hanzo-dev",
      // Programs that only the package of PyPI has had.
      ...(registry === "pypi" && {
        "hanzo-repl-ipython": "hanzo-dev",
        "hanzo-repl-tui": "hanzo-dev",
      }),
    },
  };
}

/**
 * @param {Registry} registry
 * @param {string} first
 * @param {number} end
 * @returns {string}
 */
function range(registry, first, end) {
  if (registry === "pypi") return `>=${first},<${end}`;
  return `>=${first}${registry === "crates" ? "," : ""} <${end}.0.0`;
}

/**
 * @param {string} text
 * @returns {{ major: number, minor: number, patch: number, isPreRelease: boolean }}
 */
function read(text) {
  const found = VERSION.exec(text);
  if (found === null) {
    throw new InvalidVersion(text, "no version of SemVer without build metadata");
  }
  const [major, minor, patch] = [Number(found[1]), Number(found[2]), Number(found[3])];
  if (![major, minor, patch].every(Number.isSafeInteger)) {
    throw new InvalidVersion(text, "a number beyond what all languages count exactly");
  }
  return { major, minor, patch, isPreRelease: found[4] !== undefined };
}
