// Which name is which: old, new or none of ours, as each registry compares names.

/** @typedef {"crates" | "pypi" | "npm"} Registry */
/** @typedef {"current" | "deprecated" | "yanked" | "unrelated"} State */
/** @typedef {{ name: string, state: State, warning: string | null }} Resolved */

/**
 * The old name and the new one, as published.
 * @type {Readonly<Record<Registry, { old: string, new: string }>>}
 */
export const NAMES = {
  crates: { old: "hanzo-repl", new: "hanzo-dev" },
  pypi: { old: "hanzo-repl", new: "hanzo-dev" },
  npm: { old: "@hanzo/repl", new: "@hanzo/dev" },
};

/** @type {readonly Registry[]} */
export const REGISTRIES = ["crates", "pypi", "npm"];

/** How long an old name is kept, in seconds: 90 days of 86,400. */
export const GRACE_S = 90 * 86400;

/**
 * What a name in a registry stands for at a time, in seconds since the epoch.
 *
 * `publishedS` is when the shim was published, null before that. Spec: REN-1 to REN-9
 * @param {Registry} registry
 * @param {string} name
 * @param {number | null} publishedS
 * @param {number} nowS
 * @returns {Resolved}
 */
export function resolve(registry, name, publishedS, nowS) {
  const names = NAMES[registry];
  const key = spelling(registry, name);
  if (key === spelling(registry, names.new)) {
    return { name: names.new, state: "current", warning: null };
  }
  if (key !== spelling(registry, names.old)) return { name, state: "unrelated", warning: null };
  const gone = publishedS !== null && nowS >= publishedS + GRACE_S;
  return { name: names.new, state: gone ? "yanked" : "deprecated", warning: warning(registry) };
}

/**
 * The line that leads from the old name to the new one. Spec: REN-9
 * @param {Registry} registry
 * @returns {string}
 */
export function warning(registry) {
  const names = NAMES[registry];
  return `${names.old} is now called ${names.new}: install ${names.new} instead`;
}

/**
 * What two spellings of one name have in common; a foreign letter is in no name of ours.
 * @param {Registry} registry
 * @param {string} name
 * @returns {string}
 */
function spelling(registry, name) {
  if (registry === "npm") return name;
  // Letters are folded by their range alone: toLowerCase also makes a k of the Kelvin sign.
  const small = name.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  return registry === "pypi" ? small.replace(/[-_.]+/g, "-") : small.replaceAll("_", "-");
}
