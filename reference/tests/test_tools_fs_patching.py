"""Patches against git and GNU patch, and diffs that are as short as diffs can be."""

from __future__ import annotations

import difflib
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from hanzo_reference.envelope import ToolError
from hanzo_reference.tools.fs.differences import changes, unified
from hanzo_reference.tools.fs.patching import patched
from hanzo_reference.tools.fs.unified import parse

GIT = {
    "PATH": os.environ["PATH"], "LC_ALL": "C", "HOME": "/nonexistent",
    "GIT_CONFIG_NOSYSTEM": "1", "GIT_CEILING_DIRECTORIES": "/",
}  # fmt: skip
needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
needs_patch = pytest.mark.skipif(shutil.which("patch") is None, reason="GNU patch is not installed")

# Few different lines, so that hunks could fit in several places.
lines = st.sampled_from([b"a", b"b", b"c", b"", b" a", b"a ", b"-a", b"+a", b"a\r", b"\\ a", b"@@"])


@st.composite
def contents(draw: st.DrawFn) -> bytes:
    content = b"".join(line + b"\n" for line in draw(st.lists(lines, max_size=14)))
    return content if draw(st.booleans()) else content.removesuffix(b"\n")


def _edited(content: bytes, source: Random) -> bytes:
    """A content with one to three lines added or removed."""
    rows = content.split(b"\n")
    for _ in range(source.randint(1, 3)):
        at = source.randrange(len(rows))
        if source.random() < 0.5 or len(rows) == 1:
            rows.insert(at, source.choice([b"a", b"b", b""]))
        else:
            del rows[at]
    return b"\n".join(rows)


@pytest.fixture(scope="module")
def scratch(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("scratch")


def _git_apply(folder: Path, content: bytes, patch: str) -> bytes | None:
    """What git makes of a patch of one file; None when it refuses."""
    (folder / "file").write_bytes(content)
    # Named in git's way, so that a file which ends up empty is not taken for a deleted one.
    body = "\n".join(patch.split("\n")[2:])
    named = f"diff --git a/file b/file\n--- a/file\n+++ b/file\n{body}"
    done = subprocess.run(
        ["git", "apply", "--unidiff-zero", "--whitespace=nowarn", "-"],
        input=named.encode(), cwd=folder, env=GIT, capture_output=True, check=False,
    )  # fmt: skip
    return (folder / "file").read_bytes() if done.returncode == 0 else None


def _gnu_patch(folder: Path, content: bytes, patch: str) -> bytes | None:
    """What GNU patch without fuzz makes of it; None when it refuses."""
    (folder / "file").write_bytes(content)
    done = subprocess.run(
        ["patch", "-F0", "--binary", "-s", "-N", "-r", "-", "-o", "out", "file"],
        input=patch.encode(), cwd=folder, env=GIT, capture_output=True, check=False,
    )  # fmt: skip
    return (folder / "out").read_bytes() if done.returncode == 0 else None


def _applied(content: bytes, patch: str) -> bytes | None:
    try:
        return patched(content, parse(patch))
    except ToolError:
        return None


@needs_git
@settings(max_examples=150, deadline=None)
@given(before=contents(), after=contents())
@example(before=b"", after=b"a\n")
@example(before=b"a\n", after=b"")
@example(before=b"a", after=b"a\nb")
def test_git_applies_our_diffs_to_the_same_bytes(
    scratch: Path, before: bytes, after: bytes
) -> None:
    patch = unified(before, after, "a", "b").decode()
    if before == after:
        assert patch == ""
        return
    assert patched(before, parse(patch)) == after
    assert _git_apply(scratch, before, patch) == after


@needs_git
@settings(max_examples=150, deadline=None)
@given(before=contents(), after=contents(), context=st.integers(0, 4))
def test_we_apply_what_git_writes(scratch: Path, before: bytes, after: bytes, context: int) -> None:
    (scratch / "old").write_bytes(before)
    (scratch / "new").write_bytes(after)
    command = ["git", "diff", "--no-index", f"-U{context}", "old", "new"]
    told = subprocess.run(command, cwd=scratch, env=GIT, capture_output=True, check=False)
    if before != after:
        assert patched(before, parse(told.stdout.decode())) == after


def _damaged(patch: str, seed: int) -> str:
    """A patch with one to three small changes, most of them to numbers, marks and order."""
    source = Random(seed)  # noqa: S311 - test data
    rows = patch.split("\n")
    for _ in range(source.randint(1, 3)):
        at = source.randrange(2, len(rows))
        row = rows[at]
        match source.randrange(6):
            case 0 if row.startswith("@@"):
                digits = [place for place, character in enumerate(row) if character.isdigit()]
                place = source.choice(digits)
                rows[at] = row[:place] + str(source.randrange(10)) + row[place + 1 :]
            case 1:
                rows[at] = source.choice([" ", "-", "+", "\\ No newline at end of file"]) + row[1:]
            case 2:
                del rows[at]
            case 3:
                rows.insert(at, source.choice(rows[2:]))
            case 4:
                rows[at] = row.rstrip()
            case _:
                rows.insert(at, "\\ No newline at end of file")
        if len(rows) < 4:
            break
    return "\n".join(rows)


def _tried(content: bytes, seed: int) -> Iterator[str]:
    """Patches that fit a content, or nearly do."""
    source = Random(seed)  # noqa: S311 - test data
    for _ in range(8):
        patch = unified(content, _edited(content, source), "a", "b").decode()
        if patch:
            yield patch
            yield _damaged(patch, seed)


@needs_git
@settings(max_examples=150, deadline=None)
@given(content=contents(), other=contents(), seed=st.integers(0, 2**32))
@example(content=b"", other=b"", seed=0)
def test_whatever_we_apply_git_applies_to_the_same_bytes(
    scratch: Path, content: bytes, other: bytes, seed: int
) -> None:
    for patch in _tried(content, seed):
        for tried in (content, other):
            ours = _applied(tried, patch)
            if ours is not None:
                assert _git_apply(scratch, tried, patch) == ours


@needs_patch
@settings(max_examples=100, deadline=None)
@given(content=contents(), seed=st.integers(0, 2**32))
def test_whatever_we_apply_gnu_patch_applies_to_the_same_bytes(
    scratch: Path, content: bytes, seed: int
) -> None:
    for patch in _tried(content, seed):
        ours = _applied(content, patch)
        if ours is not None:
            theirs = _gnu_patch(scratch, content, patch)
            # GNU patch takes a last line of context that has lost its space for the hunk's end.
            lost = patch.endswith("\n\n")
            assert theirs == ours or (lost and theirs is None)


@given(before=contents(), after=contents())
def test_a_diff_keeps_a_longest_common_part_between_common_start_and_end(
    before: bytes, after: bytes
) -> None:
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    kept = len(old) - sum(item.old_end - item.old for item in changes(old, new))
    table = [[0] * (len(new) + 1) for _ in range(len(old) + 1)]
    for i, line in enumerate(old):
        for j, other in enumerate(new):
            longest = max(table[i][j + 1], table[i + 1][j])
            table[i + 1][j + 1] = table[i][j] + 1 if line == other else longest
    # Common start and end belong to some longest common part.
    assert kept == table[-1][-1]


@given(before=contents(), after=contents())
def test_a_diff_has_the_form_that_the_standard_library_gives(before: bytes, after: bytes) -> None:
    old, new = before.split(b"\n"), after.split(b"\n")
    if before.count(b"\n") != len(old) - 1 or not (
        before.endswith(b"\n") and after.endswith(b"\n")
    ):
        return
    ours = unified(before, after, "a", "b").decode().split("\n")
    found = changes(before.splitlines(keepends=True), after.splitlines(keepends=True))
    theirs = list(
        difflib.unified_diff(
            [line.decode() for line in old[:-1]], [line.decode() for line in new[:-1]],
            "a", "b", lineterm="",
        )
    )  # fmt: skip
    if len(found) == 1 == sum(line.startswith("@@ ") for line in theirs):
        assert ours[2] == theirs[2]
