"""Several tools one after the other, each with what an earlier one has answered."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from hanzo_reference.spec.cases import Case, Step
from hanzo_reference.tools.case_words import answered, asked, at, call, from_step, tree

PIPE = "HIP-0300, Composability Primitives, Example pipe"
ANY: dict[str, Any] = {}
TEXT = {"type": "string", "minLength": 1}


def road_cases() -> Iterator[Case]:
    """An agent's way through five tools, and two through three."""
    yield _find_patch_test_commit()
    yield _download_rename_read()
    yield _diff_patch_run()


def _find_patch_test_commit() -> Case:
    """Five tools, one after the other, as an agent uses them."""
    # Of pytest, what matters here: it writes its report where it is told to.
    runner = """#!/bin/sh
grep -q fine src/a.py || exit 1
for word; do case $word in --junit-xml=*) report=${word#*=};; esac; done
echo '<testsuites><testsuite><testcase name="test_a" /></testsuite></testsuites>' >"$report"
"""
    files = {
        "src/a.py": "one = 1\nerror = 2\n",
        "pytest.ini": "[pytest]\n",
        "bin/pytest": {"text": runner, "executable": True},
    }
    path = {"PATH": "${workspace}/bin:/usr/bin:/bin"}
    numbered = {"/data/run_id": TEXT, "/data/proc_id": TEXT, "/data/duration": {"type": "integer"}}
    told = {
        "run_id": "", "proc_id": "", "suite": "pytest", "status": "passed", "pass": 1, "fail": 0,
        "skip": 0, "duration": 0, "failure_locations": [],
    }  # fmt: skip
    return Case(
        slug="find-read-patch-test-commit",
        description="An agent finds a line, reads the file, patches it, tests, and commits",
        requirements=["WS-11"],
        steps=[
            replace(call("ws", "detect"), where={"/data/backends": {"type": "array"}}),
            call("fs", "search_text", pattern="error", path=from_step(0, "/data/root")),
            call("fs", "read", uri=from_step(1, "/data/matches/0/uri")),
            call(
                "fs", "apply_patch", uri=from_step(2, "/data/uri"),
                base_hash=from_step(2, "/data/hash"),
                patch="--- a/a.py\n+++ b/a.py\n@@ -1,2 +1,2 @@\n one = 1\n-error = 2\n+fine = 2\n",
            ),
            Step(
                *asked("test", "run", env=path), answered("test", "run", told), numbered
            ),
            replace(
                call("proc", "logs", proc_id=from_step(4, "/data/proc_id")), where={"/data": ANY}
            ),
            call(
                "vcs", "commit", message="Mend it", files=[from_step(3, "/data/uri")],
                author={"name": "Vector", "email": "vector@example.org"}, date="2001-01-02T00:00:00Z",
            ),
            call("vcs", "status"),
        ],
        anchor=PIPE,
        flags=["interpretation"],
        workspace={**tree(files), "git": True},
        after={"files": dict(tree({**files, "src/a.py": "one = 1\nfine = 2\n"})["files"])},
    )  # fmt: skip


def _download_rename_read() -> Case:
    source = "def load():\n    return load\n"
    downloaded = {
        "url": "${http}/a.py", "status": 200, "redirects": [], "uri": at("a.py"),
        # printf 'def load():\n    return load\n' | sha256sum
        "hash": "sha256:ed5228b5d364a54194ce868f08cc1ea743393a991af9c20ee4cecd1d1e7c1ef5", "size": 28,
    }  # fmt: skip
    return Case(
        slug="download-rename-read",
        description="What was downloaded is renamed in by the patches that a rename answers",
        requirements=["WS-11"],
        steps=[
            replace(
                call("net", "download", url="${http}/a.py", output=at("a.py")),
                expected=answered("net", "download", downloaded),
            ),
            call(
                "code", "rename", uri=from_step(0, "/data/uri"), new_name="fetch",
                position={"line": 0, "col": 4}, backend="tree-sitter",
            ),
            call(
                "fs", "apply_patch", uri=from_step(1, "/data/patches/0/uri"),
                patch=from_step(1, "/data/patches/0/patch"),
                base_hash=from_step(1, "/data/patches/0/base_hash"),
            ),
            call("fs", "read", uri=from_step(2, "/data/uri")),
        ],
        anchor=PIPE,
        flags=["interpretation"],
        workspace={"http": {"/a.py": {"body": {"text": source}}}},
        after={"files": {"a.py": {"text": source.replace("load", "fetch")}}},
    )  # fmt: skip


def _diff_patch_run() -> Case:
    return Case(
        slug="diff-patch-run",
        description="The diff of a repository is a patch for the file that it is about",
        requirements=["WS-11"],
        steps=[
            replace(call("vcs", "diff"), before={"a.txt": {"text": "one\nTWO\n"}}),
            replace(call("fs", "stat", uri=at("a.txt")), before={"a.txt": {"text": "one\ntwo\n"}}),
            call(
                "fs", "apply_patch", uri=from_step(1, "/data/uri"),
                patch=from_step(0, "/data/patch"), base_hash=from_step(1, "/data/hash"),
            ),
            Step(
                *asked("proc", "exec", command=["grep", "-c", "TWO", "a.txt"]),
                where={"/data": {"type": "object", "properties": {"exit_code": {"const": 0}}}},
            ),
        ],
        flags=["interpretation"],
        workspace={**tree({"a.txt": "one\ntwo\n"}), "git": True},
        after={"files": {"a.txt": {"text": "one\nTWO\n"}}},
    )  # fmt: skip
