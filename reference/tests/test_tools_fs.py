"""Files: patches against git and GNU patch, diffs, and what vectors cannot show."""

from __future__ import annotations

import base64
import difflib
import doctest
import os
import resource
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from hanzo_reference import contract
from hanzo_reference.declaration import DomainError
from hanzo_reference.envelope import ToolError
from hanzo_reference.ids import Position, Range, convert_position, slice_text
from hanzo_reference.ids.models import PositionModel, RangeModel
from hanzo_reference.tools.calling import Toolbox
from hanzo_reference.tools.fs import DOMAIN
from hanzo_reference.tools.fs.differences import changes, unified
from hanzo_reference.tools.fs.files import LIMIT
from hanzo_reference.tools.fs.patching import patched
from hanzo_reference.tools.fs.reading import _part
from hanzo_reference.tools.fs.seen import MOST_BYTES, SeenContents
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


@pytest.fixture
def toolbox() -> Toolbox:
    return Toolbox({})


def _call(toolbox: Toolbox, root: Path, action: str, **params: Any) -> dict[str, Any]:
    return toolbox.call(str(root), "fs", action, params)


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


@pytest.mark.parametrize("seed", range(20))
def test_contents_are_forgotten_in_the_order_in_which_they_were_named(seed: int) -> None:
    source = Random(seed)  # noqa: S311 - test data
    seen = SeenContents()
    size = MOST_BYTES // 4
    names = [seen.remember(bytes([number]) * size) for number in range(4)]
    again = source.randrange(4)
    seen.remember(bytes([again]) * size)
    seen.remember(b"one more")
    gone = [name for name in names if seen.find(name) is None]
    assert gone == [names[1 if again == 0 else 0]]


def test_a_file_of_ten_megabytes_is_patched_in_two_places(tmp_path: Path, toolbox: Toolbox) -> None:
    row = b"x" * 49 + b"\n"
    content = row * 200_000 + b"last\n"
    (tmp_path / "big").write_bytes(content)
    uri = f"file://{tmp_path}/big"
    base_hash = _call(toolbox, tmp_path, "stat", uri=uri)["data"]["hash"]
    patch = "--- a\n+++ b\n@@ -1,0 +2 @@\n+y\n@@ -200001 +200002 @@\n-last\n+end\n"
    answer = _call(toolbox, tmp_path, "apply_patch", uri=uri, patch=patch, base_hash=base_hash)
    assert answer["ok"]
    assert (tmp_path / "big").read_bytes() == row + b"y\n" + row * 199_999 + b"end\n"


def test_a_pipe_is_told_of_and_not_waited_for(tmp_path: Path, toolbox: Toolbox) -> None:
    os.mkfifo(tmp_path / "pipe")
    uri = f"file://{tmp_path}/pipe"
    told = _call(toolbox, tmp_path, "stat", uri=uri)["data"]
    assert (told["type"], told["size"], told["hash"]) == ("other", None, None)
    for action, params in {
        "read": {},
        "apply_patch": {"patch": "", "base_hash": "sha256:" + "0" * 64},
    }.items():
        answer = _call(toolbox, tmp_path, action, uri=uri, **params)
        assert answer["error"]["code"] == "UNSUPPORTED"
        assert answer["error"]["details"] == {"uri": uri, "type": "other"}
    assert _call(toolbox, tmp_path, "rm", uri=uri, confirm=True)["data"]["type"] == "other"


def test_a_large_file_is_measured_in_little_memory(tmp_path: Path, toolbox: Toolbox) -> None:
    with (tmp_path / "big").open("wb") as file:
        file.truncate(10 * LIMIT)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    told = _call(toolbox, tmp_path, "stat", uri=f"file://{tmp_path}/big")["data"]
    assert told["size"] == 10 * LIMIT
    # ru_maxrss is in KiB.
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 4 * LIMIT // 1024


def test_the_last_line_of_a_large_text_is_found(tmp_path: Path, toolbox: Toolbox) -> None:
    (tmp_path / "a").write_bytes(b"line of text\r\n" * 700_000 + b"last")
    place = {"line": 700_000, "col": 1}
    answer = _call(
        toolbox, tmp_path, "read",
        uri=f"file://{tmp_path}/a", range={"start": place, "end": {**place, "col": 9}},
    )  # fmt: skip
    assert answer["data"]["text"] == "ast"
    assert answer["data"]["range"]["end"] == {"line": 700_000, "col": 4}


@given(
    text=st.text("a\r\n\U0001f600", max_size=12),
    numbers=st.tuples(*[st.integers(0, 5)] * 4),
)
def test_a_range_is_that_of_stable_ids(text: str, numbers: tuple[int, ...]) -> None:
    start, end = Position(*numbers[:2]), Position(*numbers[2:])
    asked = RangeModel(start=PositionModel(**start._asdict()), end=PositionModel(**end._asdict()))
    try:
        expected = slice_text(text, Range(start, end))
    except DomainError:
        with pytest.raises(ToolError):
            _part(text, asked)
        return
    part, extent = _part(text, asked)
    assert part == expected
    assert extent["end"] == convert_position(text, end, "utf-16", "utf-16")._asdict()
    assert extent["start"] == convert_position(text, start, "utf-16", "utf-16")._asdict()


def test_a_file_at_the_limit_is_read(tmp_path: Path, toolbox: Toolbox) -> None:
    (tmp_path / "a").write_bytes(b"\xff" * LIMIT)
    answer = _call(toolbox, tmp_path, "read", uri=f"file://{tmp_path}/a")
    assert len(base64.b64decode(answer["data"]["content_b64"])) == LIMIT


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o755, 0o4755, 0o444])
def test_a_patch_keeps_every_bit_of_the_mode(tmp_path: Path, toolbox: Toolbox, mode: int) -> None:
    file = tmp_path / "a"
    file.write_bytes(b"a\n")
    file.chmod(mode)
    uri = f"file://{tmp_path}/a"
    base_hash = _call(toolbox, tmp_path, "stat", uri=uri)["data"]["hash"]
    patch = "--- a\n+++ a\n@@ -1 +1 @@\n-a\n+b\n"
    assert _call(toolbox, tmp_path, "apply_patch", uri=uri, patch=patch, base_hash=base_hash)["ok"]
    assert file.stat().st_mode & 0o7777 == mode
    assert [entry.name for entry in tmp_path.iterdir()] == ["a"]


@pytest.fixture
def unprivileged() -> Iterator[None]:
    if os.geteuid() == 0:
        os.seteuid(65534)
        yield
        os.seteuid(0)
    else:
        yield


@pytest.fixture
def locked(tmp_path: Path) -> Iterator[Path]:
    for folder in [tmp_path, *list(tmp_path.parents)[:2]]:
        folder.chmod(0o755)
    (tmp_path / "d").mkdir()
    (tmp_path / "d" / "a").write_bytes(b"a\n")
    (tmp_path / "d" / "a").chmod(0)
    (tmp_path / "d").chmod(0o555)
    yield tmp_path
    (tmp_path / "d").chmod(0o755)


@pytest.mark.usefixtures("unprivileged")
@pytest.mark.parametrize(
    ("action", "path", "params"),
    [
        ("read", "d/a", {}),
        ("stat", "d/a", {}),
        ("write", "d/b", {"content": ""}),
        ("mkdir", "d/b", {}),
        ("rm", "d/a", {"confirm": True}),
    ],
)
def test_what_the_system_forbids_is_permission_denied(
    request: pytest.FixtureRequest, action: str, path: str, params: dict[str, Any]
) -> None:
    euid = os.geteuid()
    os.seteuid(os.getuid())
    root: Path = request.getfixturevalue("locked")
    os.seteuid(euid)
    answer = _call(Toolbox({}), root, action, uri=f"file://{root}/{path}", **params)
    assert answer["error"]["code"] == "PERMISSION_DENIED"
    assert answer["error"]["details"] == {"uri": f"file://{root}/{path}"}
    os.seteuid(os.getuid())


def test_a_failing_write_leaves_no_file(
    tmp_path: Path, toolbox: Toolbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("hanzo_reference.tools.fs.files._write", full)
    answer = _call(toolbox, tmp_path, "write", uri=f"file://{tmp_path}/a", content="a")
    assert answer["error"]["code"] == "ERROR"
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_changes_while_it_is_patched_is_a_conflict(
    tmp_path: Path, toolbox: Toolbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    from hanzo_reference.tools.fs import editing

    file = tmp_path / "a"
    file.write_bytes(b"a\n")
    uri = f"file://{tmp_path}/a"
    base_hash = _call(toolbox, tmp_path, "read", uri=uri)["data"]["hash"]

    def meanwhile(patch: str) -> list[Any]:
        file.write_bytes(b"somebody else's\n")
        return parse(patch)

    monkeypatch.setattr(editing, "parse", meanwhile)
    patch = "--- a\n+++ a\n@@ -1 +1 @@\n-a\n+b\n"
    answer = _call(toolbox, tmp_path, "apply_patch", uri=uri, patch=patch, base_hash=base_hash)
    assert answer["error"]["code"] == "CONFLICT"
    assert file.read_bytes() == b"somebody else's\n"
    assert [entry.name for entry in tmp_path.iterdir()] == ["a"]


def test_the_examples_of_the_page_hold() -> None:
    block = contract.specification(DOMAIN).split("```pycon\n")[1].split("```")[0]
    examples = doctest.DocTestParser().get_doctest(block, {}, "spec.md", "spec.md", 0)
    assert examples.examples
    assert doctest.DocTestRunner().run(examples).failed == 0
