// code: what the vectors ask is asked there; here, git as a judge of patches, races and odd files.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";

import { isBetweenTokens, readerOf } from "../src/tools/code/grammars.js";
import { languageOf, languages } from "../src/tools/code/languages.js";
import { unified } from "../src/tools/code/patches.js";
import { Source } from "../src/tools/code/source.js";
import { Toolbox } from "../src/tools/toolbox.js";

const FOLDER = realpathSync(mkdtempSync(join(tmpdir(), "code-")));
after(() => rmSync(FOLDER, { recursive: true, force: true }));
let count = 0;

/** A workspace, and the tool in it. */
class Asker {
  #toolbox = new Toolbox({});

  /** @param {Record<string, string>} files */
  constructor(files) {
    count += 1;
    this.root = join(FOLDER, `${count}`, "work");
    mkdirSync(this.root, { recursive: true });
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(this.root, name)), { recursive: true });
      writeFileSync(join(this.root, name), text);
    }
  }

  /** @param {string} name */
  uri(name) {
    return `file://${this.root}/${name}`;
  }

  /**
   * The data of an action by the grammars, or its error.
   * @param {string} action
   * @param {Record<string, unknown>} params
   * @returns {Promise<any>}
   */
  async ask(action, params) {
    const given = { backend: "tree-sitter", ...params };
    const { data, error } = await this.#toolbox.call(this.root, "code", action, given);
    return error ?? data;
  }

  /** @param {string} patch */
  apply(patch) {
    const options = ["apply", "--unidiff-zero", "--whitespace=nowarn", "-"];
    execFileSync("git", options, { cwd: this.root, input: patch });
  }

  /** @param {string} name */
  read(name) {
    return readFileSync(join(this.root, name), "utf8");
  }
}

for (const name of ["plain.py", "a b.py", 'quo"te.py', "tab\t.py", "\u00e9.py"]) {
  test(`git applies what rename and format make of ${JSON.stringify(name)}`, async () => {
    const asker = new Asker({ [name]: "x = 1 \nprint(x)\r\n\n\n\n\n\n\n\n\n\ny = x" });
    const [{ uri }] = (await asker.ask("search_symbol", { query: "y" })).results;
    const place = { uri, position: { line: 0, col: 0 }, new_name: "z\u00fcge" };
    asker.apply((await asker.ask("rename", place)).patches[0].patch);
    asker.apply((await asker.ask("format", { uri })).patches[0].patch);
    assert.equal(
      asker.read(name),
      "z\u00fcge = 1\nprint(z\u00fcge)\r\n\n\n\n\n\n\n\n\n\ny = z\u00fcge\n",
    );
  });
}

for (const [name, text] of [
  ["a.c", "int f(int a) { return a; }\nint n = f(1);\n"],
  ["a.cpp", "struct A { A(); int f(); };\nA::A() {}\nint A::f() { return 1; }\n"],
  ["a.go", "package a\n\nfunc f() {}\n\nfunc g() { f() }\n"],
  ["A.java", "class A { int f() { return f(); } }\n"],
  ["a.js", "const f = () => f;\nf();\n"],
  ["a.py", "def f():\n    return f\n"],
  ["a.rs", "fn f() { f() }\n"],
  ["a.ts", "function f(): void { f(); }\n"],
  ["a.tsx", "const f = () => <b>{f()}</b>;\n"],
]) {
  test(`a renaming there and back is the same ${name}`, async () => {
    const asker = new Asker({ [String(name)]: String(text) });
    const [found] = (await asker.ask("search_symbol", { query: "f" })).results;
    for (const newName of ["renamed", "f"]) {
      const place = { uri: found.uri, position: found.range.start, new_name: newName };
      asker.apply((await asker.ask("rename", place)).patches[0].patch);
      assert.equal(asker.read(String(name)) === text, newName === "f");
    }
  });
}

test("every language has a grammar that takes its query", async () => {
  for (const name of languages.keys()) {
    const reader = await readerOf(name);
    assert.deepEqual(reader?.matches(""), [], name);
  }
  assert.equal(await readerOf("cobol"), null);
});

test("an extension is compared exactly, and a name that begins with a dot has none", () => {
  assert.equal(languageOf("a.b.py")?.name, "python");
  assert.equal(languageOf("a.PY"), undefined);
  assert.equal(languageOf(".py"), undefined);
});

test("blanks lie between tokens where no leaf and no text holds them", async () => {
  const reader = await readerOf("javascript");
  const text = "f(`a  \n${x  \n}`)  \n";
  const found = [...text.matchAll(/ +(?=\n)/g)].map(({ 0: blanks, index: start }) =>
    reader?.read(text, (tree) => isBetweenTokens(tree, { start, end: start + blanks.length })),
  );
  // In a substitution they could go; the node's name says template, so they stay.
  assert.deepEqual(found, [false, false, true]);
});

test("offsets of positions past the end and inside of characters", () => {
  const source = new Source("a\u{1f600}b\r\nc");
  assert.deepEqual(
    [0, 1, 2, 3, 4, 9].map((col) => source.offset({ line: 0, col })),
    [0, 1, 1, 3, 4, 4],
  );
  assert.equal(source.offset({ line: 2, col: 0 }), null);
  assert.deepEqual(source.position(5), { line: 0, col: 4 });
});

test("equal texts have no patch", () => {
  assert.equal(unified("a", "x\ny", "x\ny"), "");
});

test("a file that changes is read again", async () => {
  const asker = new Asker({ "a.py": "x = 1\n" });
  for (const name of ["x", "y", "z"]) {
    writeFileSync(join(asker.root, "a.py"), `${name} = 1\n`);
    const [found] = (await asker.ask("search_symbol", { query: "" })).results;
    assert.equal(found.symbol_id, `sym:${name}`);
  }
});

test("a named pipe is no file, and nobody waits", async () => {
  const asker = new Asker({});
  execFileSync("mkfifo", [join(asker.root, "pipe.py")]);
  const { code, details } = await asker.ask("diagnostics", { uri: asker.uri("pipe.py") });
  assert.deepEqual([code, details.type], ["UNSUPPORTED", "other"]);
});

test("a link that is swapped in shows nothing of what is outside", async () => {
  const asker = new Asker({ "sub/a.py": "inside = 1\n" });
  const outside = join(dirname(asker.root), "outside");
  mkdirSync(outside);
  writeFileSync(join(outside, "a.py"), "secret = 1\n");
  const swap =
    `cd ${asker.root}; while [ -d sub ]; do mv sub aside; ln -s ${outside} sub; rm sub; ` +
    "mv aside sub; done";
  const swapping = spawn("sh", ["-c", swap], { stdio: "ignore" });
  try {
    for (let round = 0; round < 300; round += 1) {
      const place = { uri: asker.uri("sub/a.py"), position: { line: 0, col: 0 } };
      const told = await asker.ask("definition", place);
      const searched = await asker.ask("search_symbol", { query: "" });
      assert.doesNotMatch(JSON.stringify([told, searched]), /secret/);
    }
  } finally {
    swapping.kill();
    await once(swapping, "exit");
  }
});
