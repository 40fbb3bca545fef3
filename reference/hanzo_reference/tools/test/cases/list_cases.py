"""Cases of suites: by what a folder is recognised, where one looks, in which order they come."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from hanzo_reference.spec.cases import Case, Step
from hanzo_reference.tools.case_words import answered, asked, at, from_step, invalid, refused
from hanzo_reference.tools.test.cases.words import PAGE, played, single

COMMANDS = {
    "pytest": [
        "pytest",
        "--verbosity=0",
        "--color=no",
        "--tb=short",
        "--rootdir=.",
        "-o",
        "junit_family=xunit1",
        "-o",
        "junit_logging=no",
        "--junit-prefix=",
    ],
    "cargo": ["cargo", "test", "--no-fail-fast", "--color=never"],
    "node": ["node", "--test", "--test-reporter=tap"],
}
PYTEST = "pytest documentation, Configuration"
NODE = "Node.js documentation, Test runner"
EMPTY = {"text": ""}


def cases() -> Iterator[Case]:
    """Every case of suites."""
    for slug, description, requirements, files, runners, anchor in (
        ("nothing", "A workspace may have no suite", "TEST-8",
         {"README.md": "words", "src/main.c": ""}, "", PAGE),
        ("pytest-by-ini", "pytest.ini makes a folder one for pytest", "TEST-1 TEST-8",
         {"pytest.ini": ""}, "pytest", PYTEST),
        ("pytest-by-conftest", "So does conftest.py", "TEST-1", {"conftest.py": ""}, "pytest",
         PYTEST),
        ("pytest-by-pyproject", "So does a table in pyproject.toml", "TEST-1",
         {"pyproject.toml": "[project]\nname = 'a'\n\n[tool.pytest.ini_options]\n"}, "pytest",
         PYTEST),
        ("pytest-by-setup-cfg", "So does a section of setup.cfg", "TEST-1",
         {"setup.cfg": "[metadata]\n[tool:pytest]\n"}, "pytest", PYTEST),
        ("pytest-by-tox-ini", "So does a section of tox.ini", "TEST-1",
         {"tox.ini": "[tox]\n[pytest]\n"}, "pytest", PYTEST),
        ("pytest-by-a-test", "So does a test in the folder tests", "TEST-1",
         {"tests/sample_test.py": ""}, "pytest", "pytest documentation, python_files"),
        ("pytest-not-by-others", "What other tools configure, or looks alike, is none of pytest's",
         "TEST-1", {"pyproject.toml": "# [tool.pytest]\n[tool.black]\n", "tox.ini": "[a]\nx = pytest\n",
                    "setup.cfg": "x = [tool:pytest]\n", "testing.py": "", "src/a_test.py.txt": ""},
         "", PYTEST),
        ("cargo", "Cargo.toml makes a folder one for cargo", "TEST-2 TEST-8",
         {"Cargo.toml": "[package]\n"}, "cargo", "The Cargo Book"),
        ("node-by-script", "A script that runs node --test makes a folder one for node",
         "TEST-3 TEST-8", {"package.json": '{"scripts": {"test": "c8 node  --import x --test"}}'},
         "node", PAGE),
        ("node-not-by-other-script", "A script that runs something else is believed", "TEST-3",
         {"package.json": '{"scripts": {"test": "jest"}}', "a.test.js": ""}, "", PAGE),
        ("node-not-by-order", "--test before node is an option of something else", "TEST-3",
         {"package.json": '{"scripts": {"test": "runner --test node"}}'}, "", PAGE),
        ("node-by-a-test", "Without a script, a test does", "TEST-4",
         {"package.json": '{"name": "a"}', "test/a.test.mjs": ""}, "node", NODE),
        ("node-by-a-test-alone", "A package.json need not be there, or in order", "TEST-4",
         {"package.json": "{", "b.test.cjs": ""}, "node", NODE),
        ("node-not-by-other-names", "Other names are no tests", "TEST-4",
         {"package.json": "[]", "a.test.ts": "", "test.json": "", "src/x.test.js.map": ""}, "",
         NODE),
        ("all-three", "A folder may be made for several runners", "TEST-8",
         {"pytest.ini": "", "Cargo.toml": "", "a.test.js": ""}, "cargo node pytest", PAGE),
    ):  # fmt: skip
        yield _listing(f"list-{slug}", description, requirements, files,
                       [(name, "") for name in runners.split()], anchor=anchor)  # fmt: skip
    yield from _places()
    yield from _refusals()


def _places() -> Iterator[Case]:
    yield _listing(
        "list-below", "Suites below come by folder and then by runner", "TEST-5 TEST-8",
        {"b/Cargo.toml": "", "b/pytest.ini": "", "a/b/c/pytest.ini": "", "B/a.test.js": "",
         "é/Cargo.toml": ""},
        [("node", "B"), ("pytest", "a/b/c"), ("cargo", "b"), ("pytest", "b"), ("cargo", "é")],
    )  # fmt: skip
    yield _listing(
        "list-three-deep", "What lies deeper than three folders is not found", "TEST-5",
        {"a/b/c/d/pytest.ini": "", "a/b/Cargo.toml": ""}, [("cargo", "a/b")],
    )  # fmt: skip
    yield _listing(
        "list-passes-over", "Hidden folders, and those of packages and builds, are passed over",
        "TEST-5", {f"{name}/pytest.ini": "" for name in
                   (".venv", "__pycache__", "node_modules", "target", "venv")}, [],
    )  # fmt: skip
    yield _listing(
        "list-follows-no-links", "Links are not followed", "TEST-5",
        {"a/pytest.ini": "", "b": {"symlink": "a"}, "c/Cargo.toml": {"symlink": "../x.toml"},
         "x.toml": ""}, [("pytest", "a")], flags=["escape"],
    )  # fmt: skip
    yield _listing(
        "list-topmost", "What lies below a suite belongs to it, if the runner is the same",
        "TEST-6", {"Cargo.toml": "", "crates/a/Cargo.toml": "", "crates/a/tests/test_a.py": "",
                   "crates/a/tests/b/conftest.py": ""},
        [("cargo", ""), ("pytest", "crates/a")],
    )  # fmt: skip
    yield _listing(
        "list-from-a-folder", "path says where to begin, and names stay those of the workspace",
        "TEST-7", {"pytest.ini": "", "a/pytest.ini": "", "a/b/Cargo.toml": "", "c/Cargo.toml": ""},
        [("pytest", "a"), ("cargo", "a/b")], path=at("a"), anchor="HIP-0300, test",
    )  # fmt: skip
    files = {"pytest.ini": EMPTY, "a/Cargo.toml": EMPTY, "b/a.test.js": EMPTY}
    all_three = [("pytest", ""), ("cargo", "a"), ("node", "b")]
    cursor = from_step(0, "/meta/paging/cursor")
    first = answered("test", "list", {"suites": [_suite(*item) for item in all_three[:2]]},
                     paging={"cursor": "x", "more": True})  # fmt: skip
    rest = answered("test", "list", {"suites": [_suite(*all_three[2])]})
    yield played(
        "list-in-pages", "The list comes in pages, and a cursor belongs to its folder", "TEST-8",
        Step(*asked("test", "list", limit=2), first,
             {"/meta/paging/cursor": {"type": "string", "minLength": 1}}),
        Step(*asked("test", "list", limit=2, cursor=cursor), rest),
        Step(*asked("test", "list", path=at("a"), cursor=cursor),
             invalid("test", "list", ("/cursor", "cursor"))),
        files=files, anchor="HIP-0300, Test Cases 5",
    )  # fmt: skip


def _refusals() -> Iterator[Case]:
    files = {"a.txt": EMPTY, "out": {"symlink": "${outside}"}}
    outside = {"uri": "file://${outside}"}
    for slug, description, uri, expected in (
        ("path", "A folder is named by its URI", "tests",
         invalid("test", "list", ("/path", "uri"))),
        ("file", "A file has no suites", at("a.txt"),
         invalid("test", "list", ("/path", "directory"))),
        ("missing", "A folder has to be there", at("b"),
         refused("test", "list", "NOT_FOUND", {"uri": at("b")})),
        ("outside", "A folder outside of the workspace is refused", outside["uri"],
         refused("test", "list", "PERMISSION_DENIED", outside)),
        ("link-out", "A link that leads out is followed and refused", at("out"),
         refused("test", "list", "PERMISSION_DENIED", {"uri": at("out")})),
    ):  # fmt: skip
        flags = ["escape"] if "out" in slug else []
        yield single(f"list-of-{slug}", description, "TEST-7", "list", {"path": uri}, expected,
                     files, flags=flags)  # fmt: skip


def _suite(runner: str, folder: str) -> dict[str, Any]:
    return {
        "suite": f"{runner}:{folder}" if folder else runner,
        "runner": runner,
        "uri": at(folder.replace("é", "%C3%A9")),
        "command": COMMANDS[runner],
    }


def _listing(
    slug: str,
    description: str,
    requirements: str,
    files: Mapping[str, Any],
    found: list[tuple[str, str]],
    *,
    anchor: str = PAGE,
    flags: list[str] | None = None,
    **params: Any,
) -> Case:
    expected = answered("test", "list", {"suites": [_suite(*item) for item in found]})
    laid = {path: {"text": file} if isinstance(file, str) else file for path, file in files.items()}
    return single(slug, description, requirements, "list", params, expected, laid, anchor,
                  flags or ())  # fmt: skip
