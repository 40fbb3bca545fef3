"""The suites of a workspace: folders that a runner is made for, and how each is run."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from hanzo_reference.tools.test.recognition import LOOKED_INTO, READ, runners

# Folders below the one where the search begins.
DEEPEST = 3
# What holds other people's tests, or what a build has made.
PASSED_OVER = ("__pycache__", "node_modules", "target", "venv")
MOST_READ_BYTES = 1 << 20
# Of its forms of the report xunit1 alone says where a test stands; what tests print is no part of it.
PYTEST_OPTIONS = (
    "--verbosity=0", "--color=no", "--tb=short", "--rootdir=.", "-o", "junit_family=xunit1",
    "-o", "junit_logging=no", "--junit-prefix=",
)  # fmt: skip
# Runners whose report is a file.
WRITING = ("pytest",)
OPEN_FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC


class Suite(NamedTuple):
    """A runner and its folder; ``name`` is what callers say."""

    name: str
    runner: str
    folder: Path

    def words(
        self, only: str | None = None, parallel: int | None = None, report: Path | None = None
    ) -> list[str]:
        """The command that runs it, with a report in this file. Spec: TEST-13 to TEST-16."""
        if self.runner == "pytest":
            written = [] if report is None else [f"--junit-xml={report}"]
            several = [] if parallel in (None, 1) else ["-n", str(parallel)]
            chosen = [] if only is None else ["-k", only]
            return ["pytest", *PYTEST_OPTIONS, *written, *several, *chosen]
        if self.runner == "cargo":
            threads = [] if parallel is None else [f"--test-threads={parallel}"]
            further = [*([] if only is None else [only]), *threads]
            options = ["--no-fail-fast", "--color=never"]
            return ["cargo", "test", *options, *(["--", *further] if further else [])]
        chosen = [] if only is None else [f"--test-name-pattern={only}"]
        several = [] if parallel is None else [f"--test-concurrency={parallel}"]
        return ["node", "--test", "--test-reporter=tap", *several, *chosen]


def suites(root: Path, start: Path) -> list[Suite]:
    """The suites at and below a folder of the workspace, by folder and then by runner.

    A folder below a suite belongs to it, as far as the runner is the same. Spec: TEST-1 to TEST-8.
    """
    found = [
        Suite(_name(runner, folder.relative_to(root)), runner, folder)
        for folder, names in _below(start, (), 0)
        for runner in names
    ]
    return sorted(found, key=lambda suite: (os.fsencode(suite.folder), suite.runner))


def named(root: Path, name: str) -> Suite | None:
    """The suite of a name, which may lie in another one or deeper than one looks, or None.

    Spec: TEST-26.
    """
    place = name.partition(":")[2]
    parts = place.split("/") if place else []
    if any(part in ("", ".", "..") or "\0" in part for part in parts):
        return None
    folder = root.joinpath(*parts)
    if not folder.is_dir() or Path(os.path.realpath(folder)) != folder:
        return None
    found = (suite for suite in suites(root, folder) if suite.name == name)
    return next(found, None)


def _name(runner: str, place: Path) -> str:
    return runner if place == Path() else f"{runner}:{place}"


def _below(
    folder: Path, taken: tuple[str, ...], depth: int
) -> Iterator[tuple[Path, tuple[str, ...]]]:
    names, folders = _entries(folder)
    inside = {
        f"{name}/{file}" for name in LOOKED_INTO if name in folders
        for file in _entries(folder / name)[0]
    }  # fmt: skip
    contents = {name: _text(folder / name) for name in READ if name in names}
    new = tuple(name for name in runners(names | inside, contents) if name not in taken)
    yield folder, new
    if depth < DEEPEST:
        for name in folders:
            if not name.startswith(".") and name not in PASSED_OVER:
                yield from _below(folder / name, taken + new, depth + 1)


def _entries(folder: Path) -> tuple[set[str], set[str]]:
    """The names of the files and of the folders in a folder.

    Links are neither, and a name that is not UTF-8 has no URI and is passed over.
    """
    files: set[str] = set()
    folders: set[str] = set()
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                if not _is_text(entry.name):
                    continue
                if entry.is_dir(follow_symlinks=False):
                    folders.add(entry.name)
                elif entry.is_file(follow_symlinks=False):
                    files.add(entry.name)
    except OSError:
        # What cannot be looked into has no suites to run.
        return set(), set()
    return files, folders


def _is_text(name: str) -> bool:
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


def _text(path: Path) -> str:
    try:
        # Without waiting, and through no link: it may have changed since it was looked at.
        with open(os.open(path, OPEN_FILE), "rb") as file:  # noqa: PTH123 - a descriptor
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                return ""
            return file.read(MOST_READ_BYTES).decode(errors="replace")
    except OSError:
        return ""
