"""Cases of backends and files: who is asked, what cannot be read, words without a grammar."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from hanzo_reference.spec.cases import Case
from hanzo_reference.tools.case_words import at, invalid, refused
from hanzo_reference.tools.code.cases.telling import found, position, question, told

WORDS = "heuristic"
RUBY = {
    "a.rb": "# def greet\nclass Greeter\n  def greet(name)\n    name + greeting\n  end\nend\n",
    "b.rb": "Greeter.new.greet('x')\ngreet_all\n",
    "c.txt": "def greet\n",
}


def backend_cases() -> Iterator[Case]:
    """Who is asked."""
    yield question(
        "backend-that-is-asked-for", "The backend that is asked for answers, though another could",
        ["CODE-1"], {"a.py": "def f(): pass\n"}, "definition",
        {"uri": at("a.py"), "position": position(0, 4), "backend": WORDS},
        told("definition", found({"a.py": "def f(): pass\n"}, ("a.py", 0, 4, 1, "f")), WORDS),
        "spec.md, CODE-1",
    )  # fmt: skip
    for slug, path in (("without-grammar", "a.rb"), ("in-capitals", "A.PY"), ("hidden", ".py")):
        yield _chosen(f"backend-of-a-file-{slug}", path)
    for backend, missing, path in (
        ("tree-sitter", "grammar", "a.rb"), ("lsp", "language-server", "a.rb"),
    ):  # fmt: skip
        yield question(
            f"backend-{backend}-without-its-language", "A backend that does not know the file refuses",
            ["CODE-3"], RUBY, "definition",
            {"uri": at(path), "position": position(0, 0), "backend": backend},
            refused("code", "definition", "UNSUPPORTED", {"missing": missing}), "spec.md, CODE-3",
        )  # fmt: skip
    yield question(
        "backend-nobody-knows", "Another name is no backend", ["CODE-1"], RUBY, "search_symbol",
        {"query": "", "backend": "ctags"},
        invalid("code", "search_symbol", ("/backend", "enum")), "ENVELOPE-37",
    )  # fmt: skip
    yield question(
        "search-by-a-language-server", "No language server searches everything", ["CODE-3", "CODE-64"],
        RUBY, "search_symbol", {"query": "", "backend": "lsp"},
        refused("code", "search_symbol", "UNSUPPORTED", {"missing": "language-server"}),
        "spec.md, CODE-64",
    )  # fmt: skip


def file_cases() -> Iterator[Case]:
    """Files that cannot be read."""
    files = {
        "a.py": "x = 1\n",
        "folder.py": {"directory": True},
        "latin.py": {"base64": "eCA9ICfpJwo="},
        "large.py": {"repeat": "x = 123\n", "times": 655361},
        "link.py": {"symlink": "${outside}/secret.txt"},
        "inside.py": {"symlink": "a.py"},
    }
    for slug, description, requirement, uri, code, details in (
        ("is-not-there", "A file that is not there is NOT_FOUND", "CODE-30", at("b.py"),
         "NOT_FOUND", {"uri": at("b.py")}),
        ("is-in-a-file", "What would be inside of a file is NOT_FOUND", "CODE-30", at("a.py/b.py"),
         "NOT_FOUND", {"uri": at("a.py/b.py")}),
        ("is-a-folder", "A folder is refused", "CODE-31", at("folder.py"),
         "UNSUPPORTED", {"uri": at("folder.py"), "type": "directory"}),
        ("is-not-utf-8", "A file that is not UTF-8 is refused", "CODE-32", at("latin.py"),
         "UNSUPPORTED", {"missing": "utf-8"}),
        ("is-too-large", "A file of five mebibytes and more is refused", "CODE-33", at("large.py"),
         "UNSUPPORTED", {"missing": "small-file"}),
        ("is-outside", "A file outside of the workspace is refused", "CODE-34",
         "file://${outside}/secret.txt",
         "PERMISSION_DENIED", {"uri": "file://${outside}/secret.txt"}),
        ("is-linked-outside", "A link that leads outside is refused", "CODE-34", at("link.py"),
         "PERMISSION_DENIED", {"uri": at("link.py")}),
    ):  # fmt: skip
        # The large file is for one case only: to lay it out takes time.
        laid_out = {name: files[name] for name in files if name != "large.py" or "large" in slug}
        yield _file(f"file-that-{slug}", description, requirement, laid_out, uri,
                    refused("code", "diagnostics", code, details))  # fmt: skip
    spot = {"position": position(0, 0)}
    for action, more in (
        ("definition", spot), ("references", spot), ("hover", spot), ("completion", spot),
        ("rename", {**spot, "new_name": "y"}), ("format", {}),
    ):  # fmt: skip
        for place, uri in (("beyond", "file://${outside}/secret.txt"), ("linked", at("link.py"))):
            yield question(
                f"{action}-{place}", f"What is outside has no answer: {action}, {place}", ["CODE-34"],
                {"a.py": files["a.py"], "link.py": files["link.py"]}, action, {"uri": uri, **more},
                refused("code", action, "PERMISSION_DENIED", {"uri": uri}), "spec.md, CODE-34",
            )  # fmt: skip
    yield question(
        "file-that-is-linked-inside", "A link inside of the workspace is followed", ["CODE-34"],
        files | {"large.py": "x = 1\n"}, "definition",
        {"uri": at("inside.py"), "position": position(0, 0)},
        told("definition", found({"a.py": "x = 1\n"}, ("a.py", 0, 0, 1, "x"))), "spec.md, CODE-34",
    )  # fmt: skip


def word_cases() -> Iterator[Case]:
    """Words without a grammar."""
    ask = {"uri": at("a.rb"), "position": position(2, 7)}
    defined = [("a.rb", 0, 6, 5, "greet"), ("a.rb", 2, 6, 5, "greet")]
    yield _words(
        "words-that-are-defined", "A word after a keyword is a definition", "CODE-65",
        "definition", ask, *defined,
    )  # fmt: skip
    yield _words(
        "words-that-are-used", "References are the same word in files of the same kind", "CODE-66",
        "references", ask, *defined, ("b.rb", 0, 12, 5, "greet"),
    )  # fmt: skip
    yield _words(
        "words-that-are-searched", "A search by words finds words after keywords", "CODE-65",
        "search_symbol", {"query": "GREETE"}, ("a.rb", 1, 6, 7, "Greeter"),
    )  # fmt: skip
    for action, more in (
        ("rename", {"position": position(2, 7), "new_name": "hail"}), ("format", {}),
        ("diagnostics", {}),
    ):  # fmt: skip
        yield question(
            f"words-are-not-enough-for-{action}", "Without a grammar this cannot be done",
            ["CODE-67"], RUBY, action, {"uri": at("a.rb"), "backend": WORDS, **more},
            refused("code", action, "UNSUPPORTED", {"missing": "grammar"}), "spec.md, CODE-67",
        )  # fmt: skip
    completed = [
        {
            "uri": at("a.rb"),
            "range": {"start": position(3, 11), "end": position(3, 13)},
            "snippet": "greet",
            "symbol_id": "sym:greet",
        }
    ]
    yield question(
        "words-that-may-be-completed", "Completions are other words of the file", ["CODE-68"],
        RUBY, "completion", {"uri": at("a.rb"), "position": position(3, 13), "backend": WORDS},
        told("completion", completed, WORDS), "spec.md, CODE-68",
    )  # fmt: skip


def _chosen(slug: str, path: str) -> Case:
    files = {path: "def f(): pass\n"}
    return question(
        slug, "A file whose extension nobody knows is read as words", ["CODE-2"], files,
        "definition", {"uri": at(path), "position": position(0, 4), "backend": None},
        told("definition", found(files, (path, 0, 4, 1, "f")), WORDS), "spec.md, CODE-2",
    )  # fmt: skip


def _words(
    slug: str, description: str, requirement: str, action: str, params: Mapping[str, Any],
    *places: tuple[str, int, int, int, str],
) -> Case:  # fmt: skip
    return question(
        slug, description, [requirement], RUBY, action, {**params, "backend": WORDS},
        told(action, found(RUBY, *places), WORDS), f"spec.md, {requirement}",
    )  # fmt: skip


def _file(
    slug: str, description: str, requirement: str, files: Mapping[str, Any], uri: str,
    expected: Mapping[str, Any],
) -> Case:  # fmt: skip
    return question(
        slug, description, [requirement], files, "diagnostics", {"uri": uri}, expected,
        f"spec.md, {requirement}", ["escape"] if "out" in slug else [],
    )  # fmt: skip
