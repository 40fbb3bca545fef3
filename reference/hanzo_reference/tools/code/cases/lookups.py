"""Cases of definition and references: places, scopes, members, files."""

from __future__ import annotations

from collections.abc import Iterator

from hanzo_reference.spec.cases import Case
from hanzo_reference.tools.case_words import at, invalid
from hanzo_reference.tools.code.cases.telling import found, looked_up, position, question, told

REFERENCES = "LSP 3.17, textDocument/references; read by hand"
SHOP = {
    "cart.py": (
        "from load import load\n\nclass Cart:\n    size = 1\n\n    def add(self, item):\n"
        "        total = self.size + load(item=item)\n        return [total for total in item]\n\n"
        "    def more(self):\n        return size, self.add(1), os.size\n"
    ),
    "load.py": "def load(item):\n    '''load'''\n    return item\n\nsize = load(1)\n",
    "other/cart.py": "class Cart:\n    def more(self):\n        return self.add\n",
}


def lookup_cases() -> Iterator[Case]:
    """Names in one language."""
    yield looked_up(
        "definition-in-another-file", "A name that no scope has is sought in other files",
        ["CODE-6", "CODE-24"], SHOP, ("cart.py", 6, 29), ("load.py", 0, 4, 4, "load"),
    )  # fmt: skip
    yield looked_up(
        "definition-of-an-import", "An imported name means what it has in its own file",
        ["CODE-24"], SHOP, ("cart.py", 0, 18), ("load.py", 0, 4, 4, "load"),
    )  # fmt: skip
    yield looked_up(
        "definition-at-itself", "The name of a definition means the symbol", ["CODE-18"], SHOP,
        ("other/cart.py", 0, 6), ("other/cart.py", 0, 6, 4, "Cart"),
    )  # fmt: skip
    yield looked_up(
        "definition-where-a-name-ends", "A place at the end of a name means it", ["CODE-17"], SHOP,
        ("load.py", 2, 15), ("load.py", 0, 9, 4, "load.item"),
    )  # fmt: skip
    yield looked_up(
        "definition-in-a-string", "At no name there are no results", ["CODE-17"], SHOP,
        ("load.py", 1, 8),
    )  # fmt: skip
    yield looked_up(
        "definition-of-a-shadowing-name", "The nearest scope decides", ["CODE-8", "CODE-19"], SHOP,
        ("cart.py", 7, 17), ("cart.py", 7, 26, 5, "Cart.add.total"), flags=["scope"],
    )  # fmt: skip
    yield looked_up(
        "definition-of-a-class-attribute-by-self", "self is the class around", ["CODE-22"], SHOP,
        ("cart.py", 6, 21), ("cart.py", 3, 4, 4, "Cart.size"),
    )  # fmt: skip
    yield looked_up(
        "definition-of-a-method-by-self", "A member of a class of the same name elsewhere is none",
        ["CODE-22"], SHOP, ("cart.py", 10, 26), ("cart.py", 5, 8, 3, "Cart.add"),
    )  # fmt: skip
    yield looked_up(
        "definition-past-a-class", "A method does not see its class's members as such",
        ["CODE-20"], SHOP, ("cart.py", 10, 16), ("load.py", 4, 0, 4, "size"), flags=["scope"],
    )  # fmt: skip
    yield looked_up(
        "definition-of-a-member-of-anything", "A member of what nobody knows means every such member",
        ["CODE-23"], SHOP, ("cart.py", 10, 38), ("cart.py", 3, 4, 4, "Cart.size"),
    )  # fmt: skip
    yield looked_up(
        "definition-of-a-keyword", "The name of a keyword argument stands for no symbol",
        ["CODE-27"], SHOP, ("cart.py", 6, 34), flags=["scope"],
    )  # fmt: skip
    yield looked_up(
        "references-of-a-local", "A local is only where its function is", ["CODE-16", "CODE-28"],
        SHOP, ("cart.py", 6, 38), ("cart.py", 5, 18, 4, "Cart.add.item"),
        ("cart.py", 6, 38, 4, "Cart.add.item"), ("cart.py", 7, 35, 4, "Cart.add.item"),
        action="references", anchor=REFERENCES,
    )  # fmt: skip
    yield looked_up(
        "references-in-all-files", "A shared name is sought in all files of its family",
        ["CODE-9", "CODE-28"], SHOP, ("load.py", 4, 9), ("cart.py", 0, 17, 4, "load"),
        ("cart.py", 6, 28, 4, "load"), ("load.py", 0, 4, 4, "load"), ("load.py", 4, 7, 4, "load"),
        action="references", anchor=REFERENCES,
    )  # fmt: skip
    yield looked_up(
        "references-of-an-unknown-name", "What comes from elsewhere is found where it is used",
        ["CODE-29"], {"a.py": "from os import sep\n\ndef f(sep):\n    return sep\n\nprint(sep)\n"},
        ("a.py", 5, 6), ("a.py", 0, 15, 3, "sep"), ("a.py", 5, 6, 3, "sep"),
        action="references", anchor=REFERENCES,
    )  # fmt: skip
    yield looked_up(
        "definition-in-several-files", "Files of a language of modules have each their own",
        ["CODE-23", "CODE-25"],
        {"a.py": "def run(): pass\n", "b.py": "def run(): pass\n", "c.py": "import x\nx.run()\n"},
        ("c.py", 1, 3), ("a.py", 0, 4, 3, "run"), ("b.py", 0, 4, 3, "run"),
    )  # fmt: skip
    yield looked_up(
        "references-not-of-the-other-file", "Two modules' functions are two symbols", ["CODE-25"],
        {"a.py": "def run(): pass\nrun()\n", "b.py": "def run(): pass\nrun()\n"},
        ("a.py", 1, 0), ("a.py", 0, 4, 3, "run"), ("a.py", 1, 0, 3, "run"),
        action="references", anchor=REFERENCES,
    )  # fmt: skip
    yield looked_up(
        "definition-of-a-value-given-again", "The first of several assignments is the definition",
        ["CODE-26"], {"a.py": "x = 1\nx = 2\nprint(x)\n"}, ("a.py", 2, 6), ("a.py", 0, 0, 1, "x"),
    )  # fmt: skip
    yield looked_up(
        "definition-of-a-member-given-by-self", "An assignment to self gives a member",
        ["CODE-15", "CODE-26"],
        {"a.py": "class A:\n    def f(self, o):\n        self.n = 1\n        o.m = 2\n        self.n = 3\n\nA().n\n"},
        ("a.py", 6, 4), ("a.py", 2, 13, 1, "A.n"),
    )  # fmt: skip
    yield looked_up(
        "definition-of-a-member-given-to-others", "An assignment to another object gives none",
        ["CODE-15"],
        {"a.js": "class A { f(o) { o.m = 2; this.k = 1; } }\nnew A().m;\n"}, ("a.js", 1, 8),
    )  # fmt: skip
    yield from _places()


def language_cases() -> Iterator[Case]:
    """What is its own in each language."""
    yield looked_up(
        "overloads-are-all-definitions", "Signatures of one function are all answered",
        ["CODE-26"],
        {"a.ts": "function f(a: string): void;\nfunction f(a: number): void;\nf('');\n"},
        ("a.ts", 2, 0), ("a.ts", 0, 9, 1, "f"), ("a.ts", 1, 9, 1, "f"),
    )  # fmt: skip
    yield looked_up(
        "javascript-finds-typescript", "JavaScript and TypeScript see each other's names",
        ["CODE-24"], {"a.js": "open();\n", "b.ts": "export function open(): void {}\n"},
        ("a.js", 0, 1), ("b.ts", 0, 16, 4, "open"),
    )  # fmt: skip
    yield looked_up(
        "block-has-its-own-names", "A block of JavaScript is a scope", ["CODE-19"],
        {"a.js": "let x = 1;\n{ let x = 2; f(x); }\nf(x);\n"},
        ("a.js", 1, 15), ("a.js", 1, 6, 1, "x"), flags=["scope"],
    )  # fmt: skip
    yield looked_up(
        "private-member-by-this", "A private member is found with its mark", ["CODE-22"],
        {"a.js": "class A { #n = 1; f() { return this.#n; } }\n"}, ("a.js", 0, 36),
        ("a.js", 0, 10, 2, "A.#n"),
    )  # fmt: skip
    yield looked_up(
        "method-of-an-impl", "A Rust method belongs to the type of its impl", ["CODE-13", "CODE-21"],
        {"a.rs": "struct P { x: u8 }\nimpl P { fn new() -> u8 { 1 } }\nimpl Q { fn new() {} }\nfn f() { P::new(); }\n"},
        ("a.rs", 3, 12), ("a.rs", 1, 12, 3, "P.new"),
    )  # fmt: skip
    yield looked_up(
        "field-of-an-impl-by-self", "self in an impl is its type", ["CODE-13", "CODE-22"],
        {"a.rs": "struct P { x: u8 }\nstruct Q { x: u8 }\nimpl P { fn f(&self) -> u8 { self.x } }\n"},
        ("a.rs", 2, 34), ("a.rs", 0, 11, 1, "P.x"),
    )  # fmt: skip
    yield looked_up(
        "method-of-a-receiver", "A Go method belongs to the type of its receiver", ["CODE-12"],
        {"a.go": "package a\n\ntype U struct{}\n\nfunc (u *U) Name() {}\n\nfunc f(u U) { u.Name() }\n"},
        ("a.go", 6, 16), ("a.go", 4, 12, 4, "U.Name"),
    )  # fmt: skip
    yield looked_up(
        "member-without-object-in-java", "Java sees members without an object in their type",
        ["CODE-20"], {"A.java": "class A {\n  int n;\n  int f() { return n; }\n}\n"},
        ("A.java", 2, 19), ("A.java", 1, 6, 1, "A.n"), flags=["scope"],
    )  # fmt: skip
    yield looked_up(
        "inherited-member-in-java", "A member of a type in another file is found without an object",
        ["CODE-24"],
        {"A.java": "class A {\n  int n;\n}\n", "B.java": "class B extends A {\n  int f() { return n; }\n}\n"},
        ("B.java", 1, 19), ("A.java", 1, 6, 1, "A.n"),
    )  # fmt: skip
    yield looked_up(
        "constructor-is-its-class", "A constructor's name stands for the class", ["CODE-14"],
        {"A.java": "class A {\n  A(int n) {}\n  A f() { return new A(1); }\n}\n"}, ("A.java", 1, 2),
        ("A.java", 0, 6, 1, "A"), ("A.java", 1, 2, 1, "A"), ("A.java", 2, 2, 1, "A"),
        ("A.java", 2, 21, 1, "A"), action="references", anchor=REFERENCES,
    )  # fmt: skip
    yield looked_up(
        "declaration-and-definition", "Header and source of C define one symbol", ["CODE-25"],
        {"a.h": "int add(int a);\n", "a.c": "int add(int a) { return a; }\n", "b.c": "int n = add(1);\n"},
        ("b.c", 0, 8), ("a.c", 0, 4, 3, "add"), ("a.h", 0, 4, 3, "add"),
    )  # fmt: skip
    yield looked_up(
        "designated-member", "A designator means the member", ["CODE-23"],
        {"a.c": "typedef struct { int x; } P;\nP p = { .x = 1 };\nint x;\n"}, ("a.c", 1, 9),
        ("a.c", 0, 21, 1, "P.x"),
    )  # fmt: skip
    yield looked_up(
        "method-outside-of-its-class", "A method before whose name a class stands is the class's",
        ["CODE-12", "CODE-25"],
        {"a.hpp": "class E { int run(); };\n", "a.cpp": "int E::run() { return 1; }\n"},
        ("a.cpp", 0, 7), ("a.cpp", 0, 7, 3, "E.run"), ("a.hpp", 0, 14, 3, "E.run"),
    )  # fmt: skip
    yield looked_up(
        "name-in-a-namespace", "A name with a namespace before it is that namespace's", ["CODE-21"],
        {"a.cpp": "namespace a { int f(); }\nnamespace b { int f(); }\nint n = b::f();\n"},
        ("a.cpp", 2, 11), ("a.cpp", 1, 18, 1, "b.f"),
    )  # fmt: skip


def _places() -> Iterator[Case]:
    wide = {"a.py": "s = '\U0001f600'; name = 1\r\nprint(s); name"}
    # The face is two units: s, blank, =, blank, quote, two, quote, semicolon, blank.
    for slug, description, line, col, expected in (
        (
            "columns-are-utf-16",
            "A column counts units of UTF-16",
            1,
            10,
            ("a.py", 0, 10, 4, "name"),
        ),
        ("column-past-the-end", "A column past the end means the end", 0, 99, None),
        (
            "column-past-a-name",
            "A name at the end is found past it",
            1,
            999,
            ("a.py", 0, 10, 4, "name"),
        ),
    ):
        places = [] if expected is None else [expected]
        yield looked_up(
            slug, description, ["CODE-4"], wide, ("a.py", line, col), *places,
            anchor="LSP 3.17, Position; counted by hand", flags=["columns"],
        )  # fmt: skip
    half = {"a.py": "\U00020000\U00020000 = 1\nb = \U00020000\U00020000\n"}
    yield looked_up(
        "column-inside-a-character", "A column inside of a character means its start", ["CODE-4"],
        half, ("a.py", 1, 5), ("a.py", 0, 0, 4, "\U00020000\U00020000"),
        anchor="IDS-14", flags=["columns"],
    )  # fmt: skip
    yield question(
        "carriage-return-ends-a-line", "A carriage return alone ends a line", ["CODE-4", "CODE-7"],
        {"a.js": "// one\rlet x = 1;\rx;\r"}, "definition",
        {"uri": at("a.js"), "position": position(2, 0)},
        told("definition", [{**found({"a.js": "\nlet x = 1;"}, ("a.js", 1, 4, 1, "x"))[0]}]),
        "IDS-8", ["columns"],
    )  # fmt: skip
    yield question(
        "line-that-is-not-there", "A line that the file does not have is refused", ["CODE-5"],
        wide, "hover", {"uri": at("a.py"), "position": position(2, 0)},
        invalid("code", "hover", ("/position", "position")), "IDS-13",
    )  # fmt: skip
    long = {"a.py": "x = '" + "\U0001f600" * 300 + "'\nprint(x)\n"}
    shortened = found({"a.py": long["a.py"][:200]}, ("a.py", 0, 0, 1, "x"))
    yield question(
        "snippet-of-a-long-line", "A snippet has 200 characters, not units", ["CODE-7"], long,
        "definition", {"uri": at("a.py"), "position": position(1, 6)},
        told("definition", shortened), "spec.md, CODE-7", ["columns"],
    )  # fmt: skip
