// Completes the package: a file for each path that the installed @hanzo/dev exports, for `require` and
// for `import`, and the list of them in package.json. Spec: REN-10

const { mkdirSync, readFileSync, rmSync, writeFileSync } = require("node:fs");
const { join } = require("node:path");
const { pathToFileURL } = require("node:url");

const NEW = "@hanzo/dev";

/** The paths of a package, of which "." is the package itself; patterns have no one file. */
function paths(exported) {
  if (exported === undefined || typeof exported === "string") return ["."];
  const names = Object.keys(exported);
  if (!names[0]?.startsWith(".")) return ["."];
  return names.filter((name) => !name.includes("*") && name !== "./package.json");
}

/** @param {string} folder where node_modules is */
async function build(folder) {
  const manifest = join(folder, "node_modules", NEW, "package.json");
  const listed = {};
  rmSync(join(folder, "paths"), { recursive: true, force: true });
  mkdirSync(join(folder, "paths"));
  for (const [index, path] of paths(JSON.parse(readFileSync(manifest, "utf8")).exports).entries()) {
    const name = NEW + path.slice(1);
    const from = JSON.stringify(name);
    const url = pathToFileURL(require.resolve(name, { paths: [folder] }));
    const hasDefault = "default" in (await import(url));
    const word = hasDefault ? `export { default } from ${from};\n` : "";
    const place = `./paths/${index}`;
    writeFileSync(
      join(folder, `${place}.cjs`),
      `require("../warning.js");\nmodule.exports = require(${from});\n`,
    );
    writeFileSync(
      join(folder, `${place}.mjs`),
      `import "../warning.js";\nexport * from ${from};\n${word}`,
    );
    listed[path] = { import: `${place}.mjs`, require: `${place}.cjs` };
  }
  const own = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  own.exports = listed;
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(own, null, 2)}\n`);
}

build(__dirname);
