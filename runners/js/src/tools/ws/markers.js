// What the names of files say of a project: its languages, its build systems. Pure tables.

/** @type {Readonly<Record<string, readonly string[]>>} */
const LANGUAGES = {
  c: ["c", "h"],
  cpp: ["cc", "cpp", "cxx", "hh", "hpp", "hxx"],
  go: ["go"],
  java: ["java"],
  javascript: ["js", "cjs", "mjs", "jsx"],
  python: ["py", "pyi"],
  rust: ["rs"],
  typescript: ["ts", "cts", "mts", "tsx"],
};
/** @type {Readonly<Record<string, readonly string[]>>} */
const BUILD = {
  cargo: ["Cargo.toml"],
  cmake: ["CMakeLists.txt"],
  go: ["go.mod"],
  gradle: ["build.gradle", "build.gradle.kts"],
  make: ["GNUmakefile", "Makefile", "makefile"],
  maven: ["pom.xml"],
  meson: ["meson.build"],
  npm: ["package.json"],
  python: ["pyproject.toml", "setup.cfg", "setup.py"],
};
export const REPOSITORY = ".git";
// Folders of what was fetched or built: nobody wrote their files for this project.
const FOREIGN = new Set(["__pycache__", "build", "dist", "node_modules", "target", "vendor"]);

/**
 * The languages of files with these names, sorted.
 *
 * Spec: WS-14
 * @param {Iterable<string>} names
 * @returns {string[]}
 */
export function languages(names) {
  const endings = new Set();
  for (const name of names) {
    const dot = name.lastIndexOf(".");
    if (dot >= 0) endings.add(name.slice(dot + 1));
  }
  return matching(LANGUAGES, endings);
}

/**
 * The build systems of a folder with entries of these names, sorted.
 *
 * Spec: WS-16
 * @param {ReadonlySet<string>} names
 * @returns {string[]}
 */
export function buildSystems(names) {
  return matching(BUILD, names);
}

/**
 * Whether a folder with these entries is where a project begins.
 *
 * Spec: WS-12
 * @param {ReadonlySet<string>} names
 * @returns {boolean}
 */
export function marksARoot(names) {
  return names.has(REPOSITORY) || buildSystems(names).length > 0;
}

/**
 * Whether files below a folder of this name belong to the project.
 *
 * Spec: WS-15
 * @param {string} name
 * @returns {boolean}
 */
export function isOwnFolder(name) {
  return !name.startsWith(".") && !FOREIGN.has(name);
}

/** @param {Readonly<Record<string, readonly string[]>>} table @param {ReadonlySet<string>} found */
function matching(table, found) {
  const names = Object.keys(table).sort();
  return names.filter((name) => table[name]?.some((item) => found.has(item)));
}
