import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";

import { reader, readReport } from "../src/tools/test/output/index.js";
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

/** @param {string} program @returns {boolean} whether it can be started here */
const isThere = (program) => spawnSync(program, ["--version"]).status === 0;

test("pytest is run and its report read", { skip: !isThere("pytest") }, async () => {
  const root = laid({
    "pytest.ini": "[pytest]\naddopts = -qq -p no:cacheprovider\n",
    "a/test_sample.py":
      "import pytest\n\n\ndef test_good(capfd):\n    with capfd.disabled():\n" +
      "        print('= 9 passed in 0.1s =')\n\n\nclass TestGroup:\n" +
      "    @pytest.mark.parametrize('word', ['a - b'])\n" +
      "    def test_bad(self, word):\n        assert word == '<c>'\n\n\n" +
      "@pytest.mark.skip\ndef test_later():\n    pass\n",
  });
  const { data } = await call(root, "run", { env: { PYTHONDONTWRITEBYTECODE: "1" } });
  assert.deepEqual([data.status, data.pass, data.fail, data.skip], ["failed", 1, 1, 1]);
  const start = { line: 11, col: 0 };
  const uri = `file://${root}/a/test_sample.py`;
  const name = "a/test_sample.py::TestGroup::test_bad[a - b]";
  assert.deepEqual(data.failure_locations, [{ name, uri, range: { start, end: start } }]);
});

test("cargo is run and read", { skip: !isThere("cargo") }, async () => {
  const told =
    "\\nrunning 7 tests\\n\\ntest result: ok. 7 passed; 0 failed; 0 ignored; 0 measured; " +
    "0 filtered out; finished in 0.00s\\n\\n";
  const root = laid({
    "Cargo.toml": '[package]\nname = "sample"\nversion = "0.1.0"\nedition = "2021"\n[workspace]\n',
    "src/lib.rs":
      "use std::io::Write;\n#[test]\nfn good() {\n" +
      `    std::io::stdout().write_all(b"${told}").unwrap();\n}\n` +
      '#[test]\nfn bad() {\n    panic!("no");\n}\n#[test]\n#[ignore]\nfn later() {}\n',
  });
  const env = { CARGO_TARGET_DIR: join(root, "target") };
  const { data } = await call(root, "run", { parallel: 1, env });
  assert.deepEqual([data.status, data.pass, data.fail, data.skip], ["failed", 1, 1, 1]);
  const start = { line: 7, col: 0 };
  const uri = `file://${root}/src/lib.rs`;
  assert.deepEqual(data.failure_locations, [{ name: "bad", uri, range: { start, end: start } }]);
});

test("no report breaks its reader", () => {
  const parts = ["<testsuite>", "<testcase", " name='a'", ">", "<failure>", "&", "\u{1f600}", "</"];
  const none = { passed: 0, failed: 0, skipped: 0, failures: [], complete: false };
  for (const text of parts.flatMap((one) => parts.flatMap((two) => parts.map((three) => one + two + three)))) {
    assert.deepEqual(readReport(Buffer.from(`<testsuite>${text}`), "/w"), none);
  }
  assert.deepEqual(readReport(Buffer.from([0xff]), "/w"), none);
  assert.deepEqual(readReport(null, "/w"), none);
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
    "", "not ok 1 - ", "  ---", "    ok 1 - ", "  ...", "\u2028", "1..9", "running 1 test",
  ];
  for (const runner of /** @type {const} */ (["cargo", "node"])) {
    const output = reader(runner);
    for (const first of lines) {
      for (const second of lines) [first, second].forEach((line) => output.line(line));
    }
    assert.equal(output.tally().skipped, 0);
  }
});
