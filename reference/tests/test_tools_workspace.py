"""The folder that tools may touch: what is inside, what is not, and races about it."""

from __future__ import annotations

import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from hanzo_reference.envelope import ToolError
from hanzo_reference.tools.calling import Toolbox
from hanzo_reference.tools.workspace import Workspace

ROUNDS = 150


@pytest.fixture
def places(tmp_path: Path) -> tuple[Path, Path]:
    inside, outside = tmp_path / "workspace", tmp_path / "outside"
    inside.mkdir()
    outside.mkdir()
    (outside / "secret.txt").write_text("secret\n")
    return inside, outside


def test_a_workspace_named_through_a_link_has_its_canonical_root(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to("real")
    workspace = Workspace(str(tmp_path / "link"))
    assert workspace.root == tmp_path / "real"
    assert workspace.locate(f"file://{tmp_path}/link/a") == tmp_path / "real" / "a"


@pytest.mark.parametrize("name", ["a/", "../", "a/../", "./", "/"])
def test_a_path_of_very_many_names_is_located_at_once(tmp_path: Path, name: str) -> None:
    workspace = Workspace(str(tmp_path))
    begun = time.monotonic()
    for uri in (f"file://{tmp_path}/{name * 300_000}", f"file://{tmp_path}/{name * 300_000}a"):
        with suppress(ToolError):
            workspace.locate_entry(uri)
    # To ask the system at each of them, with all before it, would take many minutes.
    assert time.monotonic() - begun < 60


def test_links_are_followed_behind_names_that_lead_back(tmp_path: Path) -> None:
    (tmp_path / "out").symlink_to("/")
    far = "a/" * 3000 + "../" * 3000
    workspace = Workspace(str(tmp_path))
    assert workspace.canonical(Path(f"{tmp_path}/{far}out/x")) is None
    assert workspace.canonical(Path(f"{tmp_path}/{far}in/x")) == workspace.root / "in" / "x"


def test_a_violation_is_reported_at_the_pointer_of_the_parameter(tmp_path: Path) -> None:
    with pytest.raises(ToolError) as failure:
        Workspace(str(tmp_path)).locate("a", "/path")
    assert failure.value.details == {"violations": [{"pointer": "/path", "rule": "uri"}]}


def test_an_entry_keeps_the_link_at_its_end_and_no_other(places: tuple[Path, Path]) -> None:
    inside, _ = places
    (inside / "d").mkdir()
    (inside / "link").symlink_to("d")
    (inside / "d" / "leaf").symlink_to("a")
    workspace = Workspace(str(inside))
    assert workspace.locate_entry(f"file://{inside}/link/leaf") == inside / "d" / "leaf"
    assert workspace.locate(f"file://{inside}/link/leaf") == inside / "d" / "a"


def test_a_link_outside_that_leads_in_names_what_is_inside(places: tuple[Path, Path]) -> None:
    inside, outside = places
    (outside / "back").symlink_to(inside / "a")
    workspace = Workspace(str(inside))
    assert workspace.locate_entry(f"file://{outside}/back") == inside / "a"


def test_a_folder_that_becomes_a_link_after_it_was_judged_is_not_entered(
    places: tuple[Path, Path],
) -> None:
    inside, outside = places
    (inside / "d").mkdir()
    workspace = Workspace(str(inside))
    located = workspace.locate(f"file://{inside}/d/secret.txt")
    (inside / "d").rmdir()
    (inside / "d").symlink_to(outside)
    with pytest.raises(ToolError) as failure, workspace.folder_of(located):
        pass
    assert failure.value.code == "PERMISSION_DENIED"
    with pytest.raises(ToolError):
        workspace.open(located)


def test_a_file_that_becomes_a_link_after_it_was_judged_is_not_opened(
    places: tuple[Path, Path],
) -> None:
    inside, outside = places
    workspace = Workspace(str(inside))
    located = workspace.locate(f"file://{inside}/a")
    (inside / "a").symlink_to(outside / "secret.txt")
    with pytest.raises(ToolError) as failure:
        workspace.open(located)
    assert failure.value.code == "PERMISSION_DENIED"


def test_no_descriptor_stays_open(places: tuple[Path, Path]) -> None:
    inside, _ = places
    (inside / "a" / "b").mkdir(parents=True)
    workspace = Workspace(str(inside))
    before = len(list(Path("/proc/self/fd").iterdir()))
    for name in ("a/b/c", "a/x/y", "."):
        path = inside / name
        with suppress(OSError), workspace.folder_of(path):
            pass
    assert len(list(Path("/proc/self/fd").iterdir())) == before


def _tree(folder: Path) -> dict[str, Any]:
    """Everything in a folder, with what would show that somebody touched it."""
    return {
        str(path.relative_to(folder)): (
            path.lstat().st_mode,
            path.lstat().st_mtime_ns,
            path.read_bytes() if stat.S_ISREG(path.lstat().st_mode) else None,
        )
        for path in [folder, *sorted(folder.rglob("*"))]
    }


# In a process of its own, so that it runs while the other is between two system calls.
SWAP = """
import os, sys
place, target = sys.argv[1:]
spare, link = place + "-spare", place + "-link"
def attempt(function, *arguments):
    try:
        function(*arguments)
    except OSError:
        pass
while True:
    attempt(os.mkdir, spare)
    attempt(os.symlink, target, link)
    attempt(os.rename, place, spare)
    attempt(os.rename, link, place)
    attempt(os.unlink, place)
    attempt(os.rename, spare, place)
"""


@contextmanager
def _swapping(place: Path, target: Path) -> Iterator[None]:
    """A folder that is in a loop a folder, then a link to somewhere else."""
    process = subprocess.Popen([sys.executable, "-c", SWAP, str(place), str(target)])
    try:
        yield
    finally:
        process.kill()
        process.wait()


PATCH = "--- a\n+++ a\n@@ -1 +1 @@\n-secret\n+stolen\n"
RACES: dict[str, tuple[str, Callable[[str], dict[str, Any]]]] = {
    "write": ("write", lambda uri: {"uri": f"{uri}/new", "content": "mine"}),
    "mkdir": ("mkdir", lambda uri: {"uri": f"{uri}/folder/below"}),
    "rm a file": ("rm", lambda uri: {"uri": f"{uri}/secret.txt", "confirm": True}),
    "rm a folder": ("rm", lambda uri: {"uri": f"{uri}/e", "confirm": True}),
    "rm the folder": ("rm", lambda uri: {"uri": uri, "confirm": True}),
    "read": ("read", lambda uri: {"uri": f"{uri}/secret.txt"}),
    "stat": ("stat", lambda uri: {"uri": f"{uri}/secret.txt"}),
}


@pytest.mark.parametrize("race", RACES)
def test_nothing_outside_changes_or_shows_while_a_folder_is_swapped_for_a_link(
    race: str, places: tuple[Path, Path]
) -> None:
    inside, outside = places
    (outside / "e").mkdir()
    (outside / "e" / "kept.txt").write_text("kept\n")
    swapped = inside / "d"
    action, params = RACES[race]
    before = _tree(outside)
    toolbox = Toolbox({})
    with _swapping(swapped, outside):
        for _ in range(ROUNDS):
            answer = toolbox.call(str(inside), "fs", action, params(f"file://{swapped}"))
            assert "secret" not in str((answer["data"] or {}).get("text"))
            assert (answer["data"] or {}).get("size") != len("secret\n")
    assert _tree(outside) == before


def test_a_patch_does_not_follow_a_link_that_has_taken_the_place_of_a_folder(
    places: tuple[Path, Path],
) -> None:
    inside, outside = places
    (inside / "d").mkdir()
    (inside / "d" / "secret.txt").write_text("secret\n")
    toolbox = Toolbox({})
    uri = f"file://{inside}/d/secret.txt"
    read = toolbox.call(str(inside), "fs", "read", {"uri": uri})
    before = _tree(outside)
    codes = set()
    params = {"uri": uri, "patch": PATCH, "base_hash": read["data"]["hash"]}
    with _swapping(inside / "d", outside):
        for _ in range(ROUNDS):
            answer = toolbox.call(str(inside), "fs", "apply_patch", params)
            codes.add(answer["error"]["code"] if answer["error"] else "ok")
    assert _tree(outside) == before
    assert codes <= {"ok", "PERMISSION_DENIED", "NOT_FOUND", "CONFLICT"}
