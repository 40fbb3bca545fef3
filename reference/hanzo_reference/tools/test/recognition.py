"""Which test runners a folder is made for, told from the names of its files and some contents.

Nothing here asks the file system; the tool ``ws`` judges by the same rules.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Mapping

# Folders of which the files are looked at, too, by their path from the folder that is judged.
LOOKED_INTO = ("test", "tests")
# Files of which the contents count.
READ = ("package.json", "pyproject.toml", "setup.cfg", "tox.ini")

PYTEST_FILES = ("conftest.py", "pytest.ini")
# The table or section by which a file of several tools configures pytest.
PYTEST_SECTIONS = {
    "pyproject.toml": re.compile(r"^\[tool\.pytest[.\]]", re.MULTILINE),
    "setup.cfg": re.compile(r"^\[tool:pytest\]", re.MULTILINE),
    "tox.ini": re.compile(r"^\[pytest\]", re.MULTILINE),
}
# pytest, python_files; node --test, "Running tests from the command line".
PYTHON_TEST = re.compile(r"(?:test_.*|.*_test)\.py\Z")
NODE_TEST = re.compile(r".*\.test\.[cm]?js\Z")


def runners(names: Collection[str], contents: Mapping[str, str]) -> tuple[str, ...]:
    """The runners of a folder, sorted.

    ``names`` are the paths of the files in it and in the folders of ``LOOKED_INTO``, ``contents``
    the text of those of ``READ`` that are there. Spec: TEST-1 to TEST-4.
    """
    return tuple(name for name, made_for in sorted(RULES.items()) if made_for(names, contents))


def _pytest(names: Collection[str], contents: Mapping[str, str]) -> bool:
    return (
        any(name in names for name in PYTEST_FILES)
        or any(rule.search(contents.get(name, "")) for name, rule in PYTEST_SECTIONS.items())
        or _has(names, PYTHON_TEST)
    )


def _cargo(names: Collection[str], _: Mapping[str, str]) -> bool:
    return "Cargo.toml" in names


def _node(names: Collection[str], contents: Mapping[str, str]) -> bool:
    script = _test_script(contents.get("package.json", ""))
    if script is None:
        return _has(names, NODE_TEST)
    words = script.split()
    return "node" in words and "--test" in words[words.index("node") :]


def _test_script(package: str) -> str | None:
    try:
        document = json.loads(package)
    except ValueError:
        return None
    scripts = document.get("scripts") if isinstance(document, dict) else None
    script = scripts.get("test") if isinstance(scripts, dict) else None
    return script if isinstance(script, str) else None


def _has(names: Collection[str], rule: re.Pattern[str]) -> bool:
    return any(rule.match(name.rpartition("/")[2]) for name in names)


RULES: Mapping[str, Callable[[Collection[str], Mapping[str, str]], bool]] = {
    "cargo": _cargo,
    "node": _node,
    "pytest": _pytest,
}
