"""Words in which the cases of tests are written, and runners that say what was recorded.

The recordings are of pytest 9.2, cargo 1.95 and Node.js 20.20, with ``@`` for the folder.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hanzo_reference.spec.cases import Case, Step
from hanzo_reference.tools.case_words import answered, asked, at

PAGE = "tools.md, test"
# What the runners of these cases need beside themselves.
ENV = {"PATH": "${workspace}/bin:/usr/bin:/bin"}
OPEN = {
    "/data/run_id": {"type": "string", "pattern": "^run_[1-9][0-9]*$"},
    "/data/proc_id": {"type": "string", "pattern": "^proc_[1-9][0-9]*$"},
    "/data/duration": {"type": "integer", "minimum": 0},
}
# What makes a folder one for the runner.
MARKS = {"pytest": "pytest.ini", "cargo": "Cargo.toml", "node": "a.test.js"}


def program(text: str) -> dict[str, Any]:
    """A file that the shell runs."""
    return {"text": f"#!/bin/sh\n{text}", "executable": True}


def printing(output: str, code: int) -> dict[str, Any]:
    """A runner that prints a recording and ends."""
    return program(_printing(output, code))


def _printing(output: str, code: int) -> str:
    return f"sed \"s|@|$(pwd -P)|g\" <<'END'\n{output}END\nexit {code}\n"


def writing(report: str, code: int = 0, before: str = "") -> dict[str, Any]:
    """A runner that writes a recording where it is told to, and ends."""
    return program(
        "for word; do case $word in --junit-xml=*) report=${word#*=};; esac; done\n"
        f'{before}sed "s|@|$(pwd -P)|g" <<\'END\' >"$report"\n{report}END\nexit {code}\n'
    )


def saying(runner: str, recording: str, code: int = 0, before: str = "") -> dict[str, Any]:
    """A runner that says what was recorded in its own way, after it has run some shell words."""
    if runner == "pytest":
        return writing(recording, code, before)
    return program(f"{before}{_printing(recording, code)}")


def suite_of(runner: str, tool: Mapping[str, Any], folder: str = "") -> dict[str, Any]:
    """The files of a workspace with one suite, whose runner is this program."""
    return {f"bin/{runner}": dict(tool), f"{folder}{MARKS[runner]}": {"text": ""}}


def failure(name: str, path: str | None = None, line: int = 0) -> dict[str, Any]:
    """A failure as it is told; ``line`` counts from 1, as runners do."""
    place = {"line": line - 1, "col": 0}
    return {
        "name": name,
        "uri": None if path is None else at(path),
        "range": None if path is None else {"start": place, "end": dict(place)},
    }


def report(
    status: str,
    counts: Sequence[int | None] = (None, None, None),
    failures: Sequence[Mapping[str, Any]] = (),
    suite: str = "pytest",
) -> dict[str, Any]:
    """What is said of a run; its ids and its duration are left open."""
    passed, failed, skipped = counts
    return {
        "run_id": "run_1", "proc_id": "proc_1", "suite": suite, "status": status,
        "pass": passed, "fail": failed, "skip": skipped, "duration": 0,
        "failure_locations": [dict(item) for item in failures],
    }  # fmt: skip


def ran(told: Mapping[str, Any], **params: Any) -> Step:
    """A run and what is said of it."""
    call = asked("test", "run", **{"env": ENV, **params})
    return Step(*call, answered("test", "run", dict(told)), OPEN)


def played(
    slug: str,
    description: str,
    requirements: str,
    *steps: Step,
    files: Mapping[str, Any],
    anchor: str = PAGE,
    flags: Sequence[str] = (),
    after: Mapping[str, Any] | None = None,
) -> Case:
    """A case of steps in a workspace of these files."""
    return Case(
        slug, description, requirements.split(), steps=steps, anchor=anchor, flags=flags,
        workspace={"files": dict(files)},
        after=None if after is None else {"files": {**files, **after}},
    )  # fmt: skip


def single(
    slug: str,
    description: str,
    requirement: str,
    action: str,
    params: Mapping[str, Any],
    expected: Mapping[str, Any],
    files: Mapping[str, Any],
    anchor: str = PAGE,
    flags: Sequence[str] = (),
) -> Case:
    """A case of one call."""
    return Case(
        slug, description, requirement.split(), *asked("test", action, **params), flags,
        expected, anchor, workspace={"files": dict(files)},
    )  # fmt: skip
