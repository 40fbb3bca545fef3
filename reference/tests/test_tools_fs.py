"""Files: large ones, ranges, modes and rights, and what vectors cannot show."""

from __future__ import annotations

import base64
import doctest
import os
import resource
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanzo_reference.envelope import ToolError
from hanzo_reference.ids import Position, Range, convert_position, slice_text
from hanzo_reference.ids.models import PositionModel, RangeModel
from hanzo_reference.spec import contract
from hanzo_reference.spec.declaration import DomainError
from hanzo_reference.tools.calling import Toolbox
from hanzo_reference.tools.fs import DOMAIN
from hanzo_reference.tools.fs.files import LIMIT
from hanzo_reference.tools.fs.reading import _part
from hanzo_reference.tools.fs.seen import MOST_BYTES, SeenContents
from hanzo_reference.tools.fs.unified import parse


@pytest.fixture
def toolbox() -> Toolbox:
    return Toolbox({})


def _call(toolbox: Toolbox, root: Path, action: str, **params: Any) -> dict[str, Any]:
    return toolbox.call(str(root), "fs", action, params)


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


def test_what_somebody_writes_into_a_pipe_are_no_rules(tmp_path: Path, toolbox: Toolbox) -> None:
    for folder in (tmp_path, tmp_path / "below"):
        folder.mkdir(exist_ok=True)
        (folder / "a.txt").write_text("word\n")
        os.mkfifo(folder / ".gitignore")
    writers = [
        os.open(folder / ".gitignore", os.O_RDWR | os.O_NONBLOCK)
        for folder in (tmp_path, tmp_path / "below")
    ]
    for writer in writers:
        os.write(writer, b"a.txt\n")
    for params, count in (({}, 2), ({"path": f"file://{tmp_path}/below"}, 1)):
        told = _call(toolbox, tmp_path, "search_text", pattern="word", **params)
        assert len(told["data"]["matches"]) == count
    for writer in writers:
        assert os.read(writer, 10) == b"a.txt\n"
        os.close(writer)


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
