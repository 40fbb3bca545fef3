"""Cases of hover, completion and diagnostics."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hanzo_reference.spec.cases import Case
from hanzo_reference.tools.case_words import answered, at
from hanzo_reference.tools.code.cases.telling import TREE, extent, position, question, told

HOVER = "LSP 3.17, textDocument/hover; spec.md, CODE-56"
COMPLETION = "LSP 3.17, textDocument/completion; read by hand"
DIAGNOSTICS = "tree-sitter, Using Parsers: error recovery; read by hand"


def hover_cases() -> Iterator[Case]:
    """How a symbol is declared."""
    for slug, description, path, text, place, shown, symbol, length in (
        ("hover-on-a-call", "Hovering tells the declaration without its body", "a.py",
         "def add(a: int,\n        b=2) -> int:\n    return a + b\n\nadd(1)\n", (4, 0),
         "def add(a: int, b=2) -> int:", "add", 3),
        ("hover-on-a-value", "A value is told as it is given", "a.rs",
         "const MAX: u8\t=  3;\nfn f() -> u8 { MAX }\n", (1, 15), "const MAX: u8 = 3;", "MAX", 3),
        ("hover-on-a-class", "A class is told up to its body", "A.java",
         "class A<T>\n    extends B { A a; }\n", (1, 16), "class A<T> extends B", "A", 1),
    ):  # fmt: skip
        yield _hover(slug, description, {path: text}, path, place, [(shown, symbol)], length)
    yield _hover(
        "hover-on-an-overload", "Each definition is told", {"a.ts": "function f(a: 1): 1;\nfunction f(a: 2): 2;\nf(1);\n"},
        "a.ts", (2, 0), [("function f(a: 1): 1;", "f"), ("function f(a: 2): 2;", "f")], 1,
    )  # fmt: skip
    yield question(
        "hover-on-nothing", "At no name there is nothing to tell", ["CODE-17", "CODE-56"],
        {"a.py": "x = 1\n"}, "hover", {"uri": at("a.py"), "position": position(0, 2)},
        answered("code", "hover", {"results": []}, backend=TREE), HOVER,
    )  # fmt: skip


def completion_cases() -> Iterator[Case]:
    """What the word before a place may become."""
    text = (
        "import settings\nlimit = 1\n\nclass Cart:\n    line = 2\n\n    def list_all(self, limit):\n"
        "        lines = 3\n        li\n        self.\n        Cart.l\n        return lines\n\n"
        "def later(): pass\n"
    )
    in_class = ("Cart.line", "Cart.list_all")
    for slug, description, requirements, line, col, length, symbols in (
        ("completion-of-a-word", "What is seen from a place, the nearest of each name",
         ["CODE-57", "CODE-60"], 8, 10, 2, ("Cart.list_all.limit", "Cart.list_all.lines")),
        ("completion-within-a-word", "Only what is before the place counts and is replaced",
         ["CODE-58"], 8, 9, 1,
         ("later", "Cart.list_all.limit", "Cart.list_all.lines")),
        ("completion-of-self", "After self and a dot the members of the class", ["CODE-59"],
         9, 13, 0, in_class),
        ("completion-of-a-type", "After a type and a dot its members", ["CODE-59"],
         10, 14, 1, in_class),
        ("completion-with-another-case", "Case matters", ["CODE-57"], 3, 7, 1, ()),
    ):  # fmt: skip
        yield _completion(
            slug, description, requirements, {"a.py": text}, "a.py", (line, col), length, symbols
        )
    for slug, path, source, place, symbols in (
        ("completion-after-an-arrow", "a.c",
         "struct n { int left; int right; };\nint f(struct n *p) { return p->; }\n",
         (1, 31), ("n.left", "n.right")),
        ("completion-after-colons", "a.rs",
         "enum K { One, Two }\nstruct S { a: u8 }\nfn f() { let k = K::; }\n",
         (2, 20), ("K.One", "K.Two")),
    ):  # fmt: skip
        yield _completion(
            slug, "Members follow the marks of every language", ["CODE-59"], {path: source}, path,
            place, 0, symbols,
        )  # fmt: skip


def diagnostic_cases() -> Iterator[Case]:
    """What is no syntax, and what is missing."""
    for slug, description, path, text, problems in (
        ("diagnostics-of-a-sound-file", "A sound file has none", "a.py", "x = (1)\n", ()),
        ("diagnostics-of-a-missing-bracket", "A bracket that is missing is told where it should be",
         "a.c", "int x = (1;\n", (("missing )", (0, 10), (0, 10), None),)),
        ("diagnostics-of-an-open-bracket", "What an open bracket swallows is no syntax",
         "a.py", "def f():\n    x = (1\n", (("syntax error", (1, 4), (1, 10), "sym:f"),)),
        ("diagnostics-of-a-missing-semicolon", "A semicolon that is missing is told", "a.c",
         "int x = 1\n", (("missing ;", (0, 9), (0, 9), None),)),
        ("diagnostics-of-no-syntax", "What is no syntax is told as one stretch", "a.js",
         "let a = 1;\nlet = = 2;\n", (("syntax error", (1, 6), (1, 7), None),)),
        ("diagnostics-of-a-method", "A problem is told with what it is part of", "A.java",
         "class A {\n  int f() { return 1 + ; }\n}\n",
         (("missing identifier", (1, 22), (1, 22), "sym:A.f"),)),
    ):  # fmt: skip
        yield question(
            slug, description, ["CODE-53", "CODE-54", "CODE-55"], {path: text}, "diagnostics",
            {"uri": at(path)}, told("diagnostics", [_problem(path, text, *one) for one in problems]),
            DIAGNOSTICS,
        )  # fmt: skip


def _problem(
    path: str, text: str, message: str, start: tuple[int, int], end: tuple[int, int],
    symbol: str | None,
) -> dict[str, Any]:  # fmt: skip
    return {
        "uri": at(path),
        "range": {"start": position(*start), "end": position(*end)},
        "snippet": text.split("\n")[start[0]],
        "symbol_id": symbol,
        "severity": "error",
        "message": message,
    }


def _hover(
    slug: str, description: str, files: dict[str, str], path: str, place: tuple[int, int],
    shown: list[tuple[str, str]], length: int,
) -> Case:  # fmt: skip
    line, col = place
    results = [
        {
            "uri": at(path),
            "range": extent(line, col, length),
            "snippet": snippet,
            "symbol_id": f"sym:{symbol}",
        }
        for snippet, symbol in shown
    ]
    return question(
        slug, description, ["CODE-56"], files, "hover",
        {"uri": at(path), "position": position(line, col)},
        answered("code", "hover", {"results": results}, backend=TREE), HOVER,
    )  # fmt: skip


def _completion(
    slug: str, description: str, requirements: list[str], files: dict[str, str], path: str,
    place: tuple[int, int], length: int, symbols: tuple[str, ...],
) -> Case:  # fmt: skip
    line, col = place
    results = [
        {
            "uri": at(path),
            "range": extent(line, col - length, length),
            "snippet": symbol.rpartition(".")[2],
            "symbol_id": f"sym:{symbol}",
        }
        for symbol in symbols
    ]
    return question(
        slug, description, requirements, files, "completion",
        {"uri": at(path), "position": position(line, col)}, told("completion", results),
        COMPLETION,
    )  # fmt: skip
