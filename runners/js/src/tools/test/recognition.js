// Which test runners a folder is made for, told from the names of its files and some contents.
// Nothing here asks the file system; the tool `ws` judges by the same rules.

/** @typedef {"cargo" | "node" | "pytest"} Runner */
/** @typedef {ReadonlySet<string>} Names */
/** @typedef {ReadonlyMap<string, string>} Contents */

/** Folders of which the files are looked at, too, by their path from the folder that is judged. */
export const LOOKED_INTO = ["test", "tests"];
/** Files of which the contents count. */
export const READ = ["package.json", "pyproject.toml", "setup.cfg", "tox.ini"];

/**
 * The table or section by which a file of several tools configures pytest.
 * @type {readonly (readonly [string, RegExp])[]}
 */
const PYTEST_SECTIONS = [
  ["pyproject.toml", /(?:^|\n)\[tool\.pytest[.\]]/u],
  ["setup.cfg", /(?:^|\n)\[tool:pytest\]/u],
  ["tox.ini", /(?:^|\n)\[pytest\]/u],
];
// pytest, python_files; node --test, "Running tests from the command line".
const PYTHON_TEST = /^(?:test_.*|.*_test)\.py$/su;
const NODE_TEST = /^.*\.test\.[cm]?js$/su;

/**
 * The runners of a folder, sorted.
 *
 * Spec: TEST-1 to TEST-4
 * @param {Names} names the paths of the files in it and in the folders of `LOOKED_INTO`
 * @param {Contents} contents the text of those of `READ` that are there
 * @returns {Runner[]}
 */
export function runners(names, contents) {
  /** @type {Runner[]} */
  const found = [];
  if (names.has("Cargo.toml")) found.push("cargo");
  if (isNode(names, contents)) found.push("node");
  if (isPytest(names, contents)) found.push("pytest");
  return found;
}

/** @param {Names} names @param {Contents} contents */
function isPytest(names, contents) {
  return (
    names.has("conftest.py") ||
    names.has("pytest.ini") ||
    PYTEST_SECTIONS.some(([name, rule]) => rule.test(contents.get(name) ?? "")) ||
    has(names, PYTHON_TEST)
  );
}

/** @param {Names} names @param {Contents} contents */
function isNode(names, contents) {
  const script = testScript(contents.get("package.json") ?? "");
  if (script === null) return has(names, NODE_TEST);
  const words = script.split(/\s+/u);
  const place = words.indexOf("node");
  return place >= 0 && words.includes("--test", place);
}

/** @param {string} text @returns {string | null} */
function testScript(text) {
  try {
    const script = JSON.parse(text)?.scripts?.test;
    return typeof script === "string" ? script : null;
  } catch {
    return null;
  }
}

/** @param {Names} names @param {RegExp} rule */
function has(names, rule) {
  return [...names].some((name) => rule.test(name.slice(name.lastIndexOf("/") + 1)));
}
