import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";

import { reader } from "../src/tools/test/output/index.js";
import { runners } from "../src/tools/test/recognition.js";
import { Toolbox } from "../src/tools/toolbox.js";

const base = realpathSync(mkdtempSync(join(tmpdir(), "tools-test-")));
after(() => rmSync(base, { recursive: true }));

/** @param {Record<string, string>} files @returns {string} a folder that holds them */
function laid(files) {
  const root = mkdtempSync(join(base, "w-"));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(root, path, ".."), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

/**
 * @param {string} root
 * @param {string} action
 * @param {Record<string, unknown>} params
 * @returns {Promise<any>}
 */
const call = (root, action, params) =>
  new Toolbox(process.env).call(root, "test", action, params);

for (const [names, contents, expected] of
  /** @type {[string[], Record<string, string>, string[]][]} */ ([
    [["pytest.ini", "Cargo.toml"], {}, ["cargo", "pytest"]],
    [["tests/a.test.js", "tests/test_a.py"], {}, ["node", "pytest"]],
    [["a.test.js"], { "package.json": '{"scripts": {"test": "mocha"}}' }, []],
    [[], { "package.json": '{"scripts": {"test": "node a.js --test"}}' }, ["node"]],
    [[], { "package.json": "null" }, []],
    [[], { "pyproject.toml": "[a]\n[tool.pytest]" }, ["pytest"]],
    [["README.md"], { "tox.ini": " [pytest]" }, []],
  ])) {
  test(`${[...names, ...Object.keys(contents)].join(" and ")} make for ${expected}`, () => {
    assert.deepEqual(runners(new Set(names), new Map(Object.entries(contents))), expected);
  });
}

test("node is run and read", async () => {
  const root = laid({
    "a.test.mjs":
      'import { describe, it, test } from "node:test";\n' +
      'test("good", () => {});\n' +
      'describe("group # 1", () => {\n' +
      '  it("bad", () => { throw new Error("no"); });\n' +
      "});\n" +
      'test("later", { skip: true }, () => {});\n',
  });
  const { data } = await call(root, "run", { parallel: 1 });
  assert.equal(data.status, "failed");
  assert.deepEqual([data.pass, data.fail, data.skip], [1, 1, 1]);
  const start = { line: 3, col: 0 };
  const uri = `file://${root}/a.test.mjs`;
  const failures = [{ name: "group # 1 > bad", uri, range: { start, end: start } }];
  assert.deepEqual(data.failure_locations, failures);
  const again = await call(root, "run", { filter: "good" });
  assert.equal(again.data.status, "passed");
});

test("a link leads to no suite", async () => {
  const root = laid({ "real/Cargo.toml": "" });
  symlinkSync("real", join(root, "link"));
  const listed = await call(root, "list", {});
  assert.equal(listed.data.suites.length, 1);
  assert.equal(listed.data.suites[0].suite, "cargo:real");
  const { error } = await call(root, "run", { suite: "cargo:link" });
  assert.equal(error?.code, "NOT_FOUND");
});

test("no line breaks a reader", () => {
  const lines = [
    "", "=", "= =", "_ _", "not ok 1 - ", "    # Subtest: ", "...", "\u2028", "# pass 9",
  ];
  for (const runner of /** @type {const} */ (["cargo", "node", "pytest"])) {
    const output = reader(runner);
    for (const first of lines) {
      for (const second of lines) [first, second].forEach((line) => output.line(line));
    }
    assert.equal(output.tally().skipped, 0);
  }
});
