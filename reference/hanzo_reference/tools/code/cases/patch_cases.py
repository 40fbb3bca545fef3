"""Cases of rename and format: patches that fs.apply_patch takes, and why there are none."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from hanzo_reference.spec.cases import Case, Step
from hanzo_reference.tools.case_words import (
    answered,
    asked,
    at,
    from_step,
    invalid,
    refused,
    tree,
)
from hanzo_reference.tools.code.cases.telling import (
    TREE,
    extent,
    found,
    patched,
    position,
    question,
)

RENAME = "LSP 3.17, textDocument/rename; GNU diffutils, Unified Format"
FORMAT = "spec.md, CODE-48 to CODE-51; GNU diffutils, Unified Format"
TWO = {
    "app.py": "from tools import load\n\n\ndef main():\n    x = load()\n    return x\n",
    "tools.py": "# load\ndef load():\n    return 'to load'\n",
}


def rename_cases() -> Iterator[Case]:
    """Another name for a symbol."""
    yield _rename(
        "rename-in-two-files", "A rename is one patch for each file, and edits nothing",
        ["CODE-37", "CODE-44", "CODE-47"], TWO, ("app.py", 4, 8), "fetch",
        ("app.py", ("@@ -1,6 +1,6 @@\n-from tools import load\n+from tools import fetch\n \n \n"
         " def main():\n-    x = load()\n+    x = fetch()\n     return x\n")),
        ("tools.py", "@@ -1,3 +1,3 @@\n # load\n-def load():\n+def fetch():\n     return 'to load'\n"),
        flags=["half-renamed"],
    )  # fmt: skip
    far = {"a.py": "x = 1\n1\n2\n3\n4\n5\n6\nx\n1\n2\n3\n4\n5\n6\n7\nx\n"}
    yield _rename(
        "rename-in-several-hunks", "Six lines between changes keep a hunk together, seven do not",
        ["CODE-44"], far, ("a.py", 7, 0), "y",
        ("a.py", ("@@ -1,11 +1,11 @@\n-x = 1\n+y = 1\n 1\n 2\n 3\n 4\n 5\n 6\n-x\n+y\n 1\n 2\n 3\n"
         "@@ -13,4 +13,4 @@\n 5\n 6\n 7\n-x\n+y\n")),
    )  # fmt: skip
    yield _rename(
        "rename-in-neighbouring-lines", "Removed lines of a run stand before added ones",
        ["CODE-44"], {"a.py": "x = 1\nx\n"}, ("a.py", 0, 0), "y",
        ("a.py", "@@ -1,2 +1,2 @@\n-x = 1\n-x\n+y = 1\n+y\n"),
    )  # fmt: skip
    yield _rename(
        "rename-without-a-last-line-end", "A last line without an end is marked", ["CODE-45"],
        {"a.js": "let x = 1;\r\nf(x)"}, ("a.js", 0, 4), "y",
        ("a.js", ("@@ -1,2 +1,2 @@\n-let x = 1;\r\n-f(x)\n\\ No newline at end of file\n"
         "+let y = 1;\r\n+f(y)\n\\ No newline at end of file\n")),
    )  # fmt: skip
    yield _rename(
        "rename-in-a-file-of-one-line", "A count of one is left out", ["CODE-44"],
        {"a.js": "let x = x\n"}, ("a.js", 0, 4), "\u00e9t\u00e9",
        ("a.js", "@@ -1 +1 @@\n-let x = x\n+let \u00e9t\u00e9 = \u00e9t\u00e9\n"),
    )  # fmt: skip
    yield _rename(
        "rename-a-shorthand", "A member and value at once is written out", ["CODE-43"],
        {"a.js": "const { x } = f();\ng({ x, y: x });\n"}, ("a.js", 0, 8), "z",
        ("a.js", ("@@ -1,2 +1,2 @@\n-const { x } = f();\n-g({ x, y: x });\n"
         "+const { x: z } = f();\n+g({ x: z, y: z });\n")),
        flags=["half-renamed"],
    )  # fmt: skip
    yield _rename(
        "rename-a-shorthand-of-a-struct", "A member that is given a value of its name is written out",
        ["CODE-43"], {"a.rs": "fn f(x: u8) -> P {\n    P { x }\n}\n"}, ("a.rs", 0, 5), "z",
        ("a.rs", ("@@ -1,3 +1,3 @@\n-fn f(x: u8) -> P {\n-    P { x }\n"
         "+fn f(z: u8) -> P {\n+    P { x: z }\n }\n")),
        flags=["half-renamed"],
    )  # fmt: skip
    yield _rename(
        "rename-a-parameter-of-a-type", "What a type is made with is seen in all of it",
        ["CODE-20"], {"a.rs": "impl<T> P<T> {\n    fn f(a: T) -> T { a }\n}\n"}, ("a.rs", 0, 5), "U",
        ("a.rs", ("@@ -1,3 +1,3 @@\n-impl<T> P<T> {\n-    fn f(a: T) -> T { a }\n"
         "+impl<U> P<U> {\n+    fn f(a: U) -> U { a }\n }\n")),
        flags=["half-renamed", "scope"],
    )  # fmt: skip
    yield _rename(
        "rename-a-parameter-of-one-alias", "And of another type that is made with such a name, nothing",
        ["CODE-20", "CODE-37"], {"a.ts": "type P<T> = T | null;\ntype A<T> = T | P<T>;\n"},
        ("a.ts", 0, 7), "U",
        ("a.ts", ("@@ -1,2 +1,2 @@\n-type P<T> = T | null;\n+type P<U> = U | null;\n"
         " type A<T> = T | P<T>;\n")),
        flags=["half-renamed", "scope"],
    )  # fmt: skip
    yield _rename(
        "rename-not-a-shadow", "Another variable of the same name keeps it", ["CODE-37"],
        {"a.js": "let x = 1;\nfunction f(x) { return x; }\nf(x);\n"}, ("a.js", 0, 4), "y",
        ("a.js", ("@@ -1,3 +1,3 @@\n-let x = 1;\n+let y = 1;\n function f(x) { return x; }\n"
         "-f(x);\n+f(y);\n")),
        flags=["half-renamed", "scope"],
    )  # fmt: skip
    yield _rename(
        "rename-to-the-same-name", "The name that it has needs no patch", ["CODE-42"], TWO,
        ("tools.py", 1, 4), "load",
    )  # fmt: skip
    for slug, name in (
        ("empty", ""), ("with-a-blank", "a b"), ("with-a-digit-first", "1a"),
        ("a-keyword", "class"), ("of-another-language", "a$"),
    ):  # fmt: skip
        yield _refused(
            f"rename-to-a-name-{slug}", "What is no name of the language is refused", "CODE-38",
            TWO, ("tools.py", 1, 4), name,
            invalid("code", "rename", ("/new_name", "identifier")),
        )  # fmt: skip
    for slug, line, col in (("at-no-name", 0, 1), ("of-an-unknown-name", 1, 0)):
        yield _refused(
            f"rename-{slug}", "Only what the workspace defines can be renamed", "CODE-39",
            {"a.py": "import os\nprint(os)\n"}, ("a.py", line, col), "x",
            refused("code", "rename", "NOT_FOUND", {"uri": at("a.py")}),
        )  # fmt: skip
    doubtful = {
        "a.py": "class A:\n    def f(self): pass\n\nclass B:\n    def f(self): pass\n\nx.f()\n"
    }
    candidates = found(doubtful, ("a.py", 1, 8, 1, "A.f"), ("a.py", 4, 8, 1, "B.f"))
    for slug, line, col in (("what-may-be-two", 6, 2), ("what-a-call-may-not-mean", 1, 8)):
        yield _refused(
            f"rename-{slug}", "What may be several symbols is not renamed by half", "CODE-40",
            doubtful, ("a.py", line, col), "g",
            refused("code", "rename", "CONFLICT", {"candidates": candidates}), ["half-renamed"],
        )  # fmt: skip
    yield from _doubted()
    yield _refused(
        "rename-in-a-deep-file", "What is nested too deep is not looked through", "CODE-72",
        {"a.py": "x" + ".y" * 12_000 + "\n"}, ("a.py", 0, 0), "z",
        refused("code", "rename", "UNSUPPORTED", {"missing": "shallow-file"}),
    )  # fmt: skip
    yield _refused(
        "rename-to-a-taken-name", "A name that the scope has is refused", "CODE-41",
        {"a.py": "class A:\n    x = 1\n    y = 2\n"}, ("a.py", 1, 4), "y",
        refused("code", "rename", "EXISTS", {"symbol_id": "sym:A.y"}),
    )  # fmt: skip
    yield _quoted_path()
    yield _chain()


# Slug, files, the place that is renamed, and the places that leave a doubt with their lengths.
DOUBTS: tuple[tuple[str, dict[str, str], tuple[str, int, int], tuple[tuple[str, int, int], ...]], ...] = (
    ("a-member-of-anything", {"a.js": "function has(a) { return a; }\nS.has(has(1));\n"},
     ("a.js", 0, 9), (("a.js", 1, 2),)),
    ("a-member-in-another-file", {"a.js": "export function match() {}\n", "b.js": "key.match(/x/);\n"},
     ("a.js", 0, 16), (("b.js", 0, 4),)),
    ("a-key", {"a.js": "function error() {}\nf({ error: 1 });\n"}, ("a.js", 0, 9),
     (("a.js", 1, 4),)),
    ("a-pattern", {"a.py": "a = 1\ndef f():\n    [a, b] = 1, 2\n    return b\n"}, ("a.py", 0, 0),
     (("a.py", 2, 5),)),
    ("a-pattern-of-a-loop", {"a.py": "k = 1\ndef f(d):\n    for (k, v) in d: pass\n"},
     ("a.py", 0, 0), (("a.py", 2, 9),)),
    ("a-global", {"a.py": "x = 1\ndef f():\n    global x\n    x = 2\n"}, ("a.py", 0, 0),
     (("a.py", 2, 11),)),
    ("the-value-of-a-parameter", {"a.py": "x = 1\ndef f(x=x):\n    return 2\n"}, ("a.py", 0, 0),
     (("a.py", 1, 8),)),
    ("a-named-argument", {"a.py": "def f(x):\n    return x\n\nf(x=1)\n"}, ("a.py", 0, 6),
     (("a.py", 3, 2),)),
    ("a-text-in-a-macro", {"a.rs": 'fn f() {\n    let x = 1;\n    println!("{x}");\n}\n'},
     ("a.rs", 1, 8), (("a.rs", 2, 15),)),
    ("a-text-alone", {"a.py": "__all__ = ['f']\ndef f(): pass\n"}, ("a.py", 1, 4),
     (("a.py", 0, 12),)),
    ("a-declarator", {"a.c": "int v;\nint f(char **v) { return 1; }\n"}, ("a.c", 0, 4),
     (("a.c", 1, 13),)),
    ("a-pointer-to-a-function", {"a.c": "int cb;\ntypedef int (*cb)(int);\n"}, ("a.c", 0, 4),
     (("a.c", 1, 14),)),
    ("a-specialisation",
     {"a.cpp": "template<class T> struct A {};\ntemplate<> struct A<int> {};\n"}, ("a.cpp", 0, 25),
     (("a.cpp", 1, 18),)),
    ("a-member-of-another-type",
     {"a.py": "class A:\n    def f(self): pass\n\nclass B(A):\n    def f(self): pass\n"},
     ("a.py", 1, 8), (("a.py", 4, 8),)),
    ("an-import-of-another-module",
     {"a.py": "from others import load\n", "b.py": "def load(): pass\n"}, ("b.py", 0, 4),
     (("a.py", 0, 19),)),
    ("a-lifetime", {"a.rs": "fn f<'v>(v: &'v u8) {}\n"}, ("a.rs", 0, 9),
     (("a.rs", 0, 6), ("a.rs", 0, 14))),
    ("an-attribute", {"a.rs": "#[cfg(test)]\nmod test {}\n"}, ("a.rs", 1, 4), (("a.rs", 0, 6),)),
    ("before-it-is-given", {"a.rs": "fn f(x: u8) -> u8 {\n    let x = x + 1;\n    x\n}\n"},
     ("a.rs", 0, 5), (("a.rs", 1, 12),)),
    ("before-it-is-given-in-a-block",
     {"a.c": "int f(int x) {\n    { int y = x; int x = 2; return x + y; }\n}\n"}, ("a.c", 0, 10),
     (("a.c", 1, 14),)),
    ("given-anew", {"a.rs": "fn f() {\n    let a = 1;\n    let a = 2;\n}\n"}, ("a.rs", 1, 8),
     (("a.rs", 1, 8), ("a.rs", 2, 8))),
    ("given-for-several-templates",
     {"a.cpp": "template<class T> void f(T a);\ntemplate<class T> void g(T a);\n"}, ("a.cpp", 0, 15),
     (("a.cpp", 0, 15), ("a.cpp", 0, 25), ("a.cpp", 1, 15))),
    ("what-a-trait-asks-for",
     {"a.rs": "struct A;\nimpl Iterator for A {\n    fn next(&mut self) -> Option<u8> { None }\n}\n"},
     ("a.rs", 2, 7), (("a.rs", 2, 7),)),
    ("a-type-that-a-trait-names",
     {"a.rs": "type Item = u8;\nfn f(i: impl Iterator<Item = u8>) {}\n"}, ("a.rs", 0, 5),
     (("a.rs", 1, 22),)),
    ("a-member-of-an-inner-type",
     {"a.rs": "fn f() {\n    struct P { a: u8 }\n    let p = P { a: 1 };\n}\n"}, ("a.rs", 1, 15),
     (("a.rs", 2, 16),)),
    ("a-type-named-like-a-member", {"a.rs": "struct A;\nenum B {\n    A(A),\n}\n"}, ("a.rs", 2, 4),
     (("a.rs", 2, 6),)),
    ("a-parameter-of-an-operator",
     {"a.cpp": "struct A {\n  bool operator()(int a);\n};\n"}, ("a.cpp", 1, 22), (("a.cpp", 1, 22),)),
    ("a-path-that-begins-like-a-parameter",
     {"a.rs": "fn f(c: u8) -> c::D {\n    c::D(c)\n}\n"}, ("a.rs", 0, 5),
     (("a.rs", 0, 15), ("a.rs", 1, 4))),
    ("a-member-that-is-written-short",
     {"a.rs": "struct P { a: u8 }\nfn f(a: u8) -> P {\n    P { a }\n}\n"}, ("a.rs", 0, 11),
     (("a.rs", 2, 8),)),
    ("an-imported-module", {"a.py": "import os\nprint(os.sep)\n"}, ("a.py", 0, 7),
     (("a.py", 0, 7),)),
    ("a-variable-of-a-whole-function",
     {"a.js": "function f() {\n  for (var i = 0; i < 9; i++) {}\n  return i;\n}\n"}, ("a.js", 1, 11),
     (("a.js", 1, 11),)),
    ("a-new-name-in-use", {"a.py": "def f():\n    x = 1\n    return fresh(x)\n"}, ("a.py", 1, 4),
     (("a.py", 2, 11),)),
)  # fmt: skip


def _doubted() -> Iterator[Case]:
    for slug, files, place, doubted in DOUBTS:
        path, line, col = place
        length = len("fresh") if slug == "a-new-name-in-use" else len(_word(files[path], line, col))
        places = [
            {
                "uri": at(name), "range": extent(number, start, length),
                "snippet": files[name].split("\n")[number], "symbol_id": None,
            }
            for name, number, start in doubted
        ]  # fmt: skip
        yield _refused(
            f"rename-in-doubt-{slug}", f"A place leaves a doubt: {slug.replace('-', ' ')}",
            "CODE-73", files, place, "fresh",
            refused("code", "rename", "CONFLICT", {"reason": "ambiguous", "places": places}),
            ["half-renamed"],
        )  # fmt: skip


def _word(text: str, line: int, col: int) -> str:
    return re.split(r"\W", text.split("\n")[line][col:])[0]


def format_cases() -> Iterator[Case]:
    """Blanks at line ends."""
    yield _format(
        "format-blanks-at-line-ends", "Blanks between tokens at line ends go", ["CODE-48"],
        {"a.py": "x = 1 \t\ny = 2\n\t\nz = 3\n"}, {},
        "@@ -1,4 +1,4 @@\n-x = 1 \t\n+x = 1\n y = 2\n-\t\n+\n z = 3\n",
    )  # fmt: skip
    yield _format(
        "format-before-a-carriage-return", "A carriage return stays", ["CODE-48", "CODE-50"],
        {"a.js": "f() \r\ng()"}, {},
        "@@ -1,2 +1,2 @@\n-f() \r\n-g()\n\\ No newline at end of file\n+f()\r\n+g()\r\n",
        flags=["whitespace"],
    )  # fmt: skip
    yield _format(
        "format-adds-the-last-line-end", "A file ends in a line feed", ["CODE-50"],
        {"a.go": "package a"}, {},
        "@@ -1 +1 @@\n-package a\n\\ No newline at end of file\n+package a\n",
    )  # fmt: skip
    yield _format(
        "format-a-last-line-of-blanks", "Blanks without a line end become an empty line",
        ["CODE-48", "CODE-50"], {"a.py": "x = 1\n  "}, {},
        "@@ -1,2 +1,2 @@\n x = 1\n-  \n\\ No newline at end of file\n+\n",
        flags=["whitespace"],
    )  # fmt: skip
    for slug, path, text in (
        ("a-string", "a.py", "x = '''a  \n  b \n'''\n"),
        ("a-template", "a.js", "f(`a  \n${x} \n`);\n"),
        ("a-typed-template", "a.ts", "f(`a  \n${x} \n`);\n"),
        ("a-raw-string", "a.rs", 'const A: &str = r#"a  \nb \n"#;\n'),
        ("a-comment", "a.c", "// a  \n/* b  \n */ int x;\n"),
    ):
        yield _format(
            f"format-keeps-{slug}", "Blanks that may be content stay", ["CODE-48", "CODE-49"],
            {path: text}, {}, flags=["whitespace"],
        )  # fmt: skip
    yield _format(
        "format-some-lines", "Only the lines of the range are formatted", ["CODE-51"],
        {"a.py": "a = 1 \nb = 2 \nc = 3 \nd = 4 "},
        {"range": {"start": position(1, 4), "end": position(2, 0)}},
        "@@ -1,4 +1,4 @@\n a = 1 \n-b = 2 \n-c = 3 \n+b = 2\n+c = 3\n d = 4 \n"
        "\\ No newline at end of file\n",
    )  # fmt: skip
    for slug, start, end in (
        ("backwards", position(1, 1), position(1, 0)), ("too-long", position(0, 0), position(2, 0)),
    ):  # fmt: skip
        yield question(
            f"format-a-range-{slug}", "A range that is none of the file is refused", ["CODE-51"],
            {"a.py": "a = 1 \n"}, "format",
            {"uri": at("a.py"), "range": {"start": start, "end": end}},
            invalid("code", "format", ("/range", "range")), "IDS-13, IDS-17",
        )  # fmt: skip
    yield question(
        "format-with-syntax-errors", "What is no syntax is not formatted", ["CODE-52"],
        {"a.py": "x = ( \n"}, "format", {"uri": at("a.py")},
        refused("code", "format", "UNSUPPORTED", {"missing": "valid-syntax"}), "spec.md, CODE-52",
    )  # fmt: skip


def _rename(
    slug: str, description: str, requirements: list[str], files: Mapping[str, str],
    place: tuple[str, int, int], name: str, *patches: tuple[str, str],
    flags: list[str] | tuple[()] = (),
) -> Case:  # fmt: skip
    path, line, col = place
    return question(
        slug, description, requirements, files, "rename",
        {"uri": at(path), "position": position(line, col), "new_name": name},
        patched("rename", files, *patches), RENAME, flags,
    )  # fmt: skip


def _refused(
    slug: str, description: str, requirement: str, files: Mapping[str, str],
    place: tuple[str, int, int], name: str, expected: Mapping[str, object],
    flags: list[str] | tuple[()] = (),
) -> Case:  # fmt: skip
    path, line, col = place
    return question(
        slug, description, [requirement], files, "rename",
        {"uri": at(path), "position": position(line, col), "new_name": name}, expected,
        f"spec.md, {requirement}", flags,
    )  # fmt: skip


def _format(
    slug: str, description: str, requirements: list[str], files: Mapping[str, str],
    params: Mapping[str, object], hunks: str = "", flags: list[str] | tuple[()] = (),
) -> Case:  # fmt: skip
    (path,) = files
    patches = [(path, hunks)] if hunks else []
    return question(
        slug, description, requirements, files, "format", {"uri": at(path), **params},
        patched("format", files, *patches), FORMAT, flags,
    )  # fmt: skip


def _quoted_path() -> Case:
    files = {'a "b"\t.py': "x = 1\n"}
    uri = at("a%20%22b%22%09.py")
    digest = "sha256:9e26bf369911c45c243c684147b23fc9e1dcfcf257d299a1c632016a6fcd33f4"
    patch = {
        "uri": uri,
        "patch": '--- "a/a \\"b\\"\\011.py"\n+++ "b/a \\"b\\"\\011.py"\n@@ -1 +1 @@\n-x = 1\n+y = 1\n',
        "base_hash": digest,
    }
    return question(
        "rename-in-a-quoted-path", "A path that would break the header stands in quotes",
        ["CODE-46"], files, "rename",
        {"uri": uri, "position": position(0, 0), "new_name": "y"},
        answered("code", "rename", {"patches": [patch]}, backend=TREE),
        "git diff-files, generating patch text",
    )  # fmt: skip


def _chain() -> Case:
    renamed = {path: text.replace("load()", "fetch()") for path, text in TWO.items()}
    renamed["app.py"] = renamed["app.py"].replace("import load", "import fetch")
    ask = {"backend": TREE, "uri": at("tools.py"), "position": position(1, 4), "new_name": "fetch"}
    applied = [
        Step(
            *asked(
                "fs", "apply_patch",
                uri=from_step(0, f"/data/patches/{index}/uri"),
                patch=from_step(0, f"/data/patches/{index}/patch"),
                base_hash=from_step(0, f"/data/patches/{index}/base_hash"),
            ),
        )
        for index in (0, 1)
    ]  # fmt: skip
    again = {"backend": TREE, "query": "fetch"}
    expected = answered(
        "code", "search_symbol", {"results": found(renamed, ("tools.py", 1, 4, 5, "fetch"))},
        backend=TREE, paging={"cursor": None, "more": False},
    )  # fmt: skip
    return Case(
        "rename-then-apply", "The patches of a rename are what fs.apply_patch takes",
        ["CODE-37", "CODE-47"],
        flags=["half-renamed"],
        anchor="HIP-0300, Test Cases 6: composability",
        workspace=tree(TWO),
        steps=[
            Step(*asked("code", "rename", **ask)),
            *applied,
            Step(*asked("code", "search_symbol", **again), expected),
        ],
        after=tree(renamed),
    )  # fmt: skip
