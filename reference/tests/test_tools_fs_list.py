"""``list`` and ``search_text`` in folders: globs, odd names, pages, and a hostile system."""

from __future__ import annotations

import os
import random
import threading
import time
import unicodedata
from pathlib import Path

import pytest
from fs_search_world import PATHS, call, lay_out, pages, path_of
from hypothesis import given
from hypothesis import strategies as st

from hanzo_reference.envelope import ToolError
from hanzo_reference.tools.fs.globs import GlobError, glob_filter
from hanzo_reference.tools.fs.ignoring import read_rules


@given(pattern=st.text(alphabet="ab*?[]!^-{},\\/.:", max_size=12), path=PATHS)
def test_every_glob_is_refused_or_answers(pattern: str, path: str) -> None:
    try:
        accepts = glob_filter(pattern)
    except GlobError:
        return
    assert accepts(path) in (True, False)


def test_a_glob_of_many_stars_takes_no_long_time() -> None:
    accepts = glob_filter("*a" * 400 + "b")
    begun = time.perf_counter()
    assert not accepts("a" * 20_000)
    assert time.perf_counter() - begun < 60


def test_a_thousand_rules_are_judged_in_portions() -> None:
    rules = read_rules("".join(f"name{number}\n" for number in range(1000)).encode())
    assert rules.verdict("a/name999", "name999", is_folder=False) is True
    assert rules.verdict("a/name1000", "name1000", is_folder=False) is None


def test_names_that_are_not_utf_8_are_left_out(tmp_path: Path) -> None:
    lay_out(tmp_path, {"a": "x"})
    (Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff"))).write_text("x")
    listed = call(tmp_path, "list", uri=tmp_path.as_uri())["data"]["entries"]
    assert [path_of(tmp_path, entry) for entry in listed] == ["a"]
    found = call(tmp_path, "search_text", pattern="x")["data"]["matches"]
    assert [path_of(tmp_path, item) for item in found] == ["a"]


def test_a_pipe_is_listed_and_never_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    listed = call(tmp_path, "list", uri=tmp_path.as_uri())["data"]["entries"]
    assert [(entry["type"], entry["size"]) for entry in listed] == [("other", None)]
    assert call(tmp_path, "search_text", pattern="x")["data"]["matches"] == []
    with pytest.raises(ToolError, match="is no file"):
        call(tmp_path, "search_text", pattern="x", path="pipe")


def test_names_in_different_forms_are_two_entries(tmp_path: Path) -> None:
    composed, decomposed = (unicodedata.normalize(form, "\u00e9") for form in ("NFC", "NFD"))
    lay_out(tmp_path, {composed: "", decomposed: ""})
    listed = call(tmp_path, "list", uri=tmp_path.as_uri())["data"]["entries"]
    assert [path_of(tmp_path, entry) for entry in listed] == [decomposed, composed]


@pytest.mark.parametrize("limit", [1, 2, 3, 7])
def test_pages_together_are_the_list(tmp_path: Path, limit: int) -> None:
    source = random.Random(limit)  # noqa: S311 - the same names every time
    names = ["".join(source.choices("ab+/-", k=6)).replace("//", "/") for _ in range(30)]
    for name in names:
        place = tmp_path / f"d{name.strip('/')}x"
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text("x\nxx\n")
    uri = tmp_path.as_uri()
    whole = call(tmp_path, "list", uri=uri, depth=9, limit=1000)["data"]["entries"]
    assert pages(tmp_path, "list", "entries", uri=uri, depth=9, limit=limit) == whole
    found = call(tmp_path, "search_text", pattern="x", limit=1000)["data"]["matches"]
    assert pages(tmp_path, "search_text", "matches", pattern="x", limit=limit) == found
    assert len(found) == 3 * sum(path.is_file() for path in tmp_path.rglob("*"))


def test_a_first_page_leaves_the_rest_unread(tmp_path: Path) -> None:
    lay_out(tmp_path, {f"{number:03}": "x" * 100_000 for number in range(100)})
    (tmp_path / "000").write_text("x")

    def seconds(pattern: str) -> float:
        begun = time.perf_counter()
        assert call(tmp_path, "search_text", pattern=pattern, limit=1)["ok"]
        return time.perf_counter() - begun

    seconds("x")
    # What is found nowhere is looked for in all hundred files.
    assert min(seconds("x") for _ in range(3)) < min(seconds("y") for _ in range(3))


def test_no_descriptor_stays_open(tmp_path: Path) -> None:
    lay_out(tmp_path, {f"a/b/{number}": "x" for number in range(20)})

    def count() -> int:
        return sum(1 for _ in Path("/proc/self/fd").iterdir())

    if not Path("/proc/self/fd").exists():
        pytest.skip("the system does not show open files")
    call(tmp_path, "search_text", pattern="x", limit=1)
    before = count()
    for _ in range(20):
        call(tmp_path, "search_text", pattern="x", limit=1)
        call(tmp_path, "list", uri=tmp_path.as_uri(), depth=9, limit=2)
        with pytest.raises(ToolError):
            call(tmp_path, "search_text", pattern="x", cursor="bm9uZQ")
    assert count() == before


def test_a_folder_that_becomes_a_link_leads_nowhere(tmp_path: Path) -> None:
    root, outside = tmp_path / "root", tmp_path / "outside"
    lay_out(root, {"a/b/inside.txt": "secret", "z.txt": "secret"})
    lay_out(outside, {"b/outside.txt": "secret", "outside.txt": "secret"})
    done = threading.Event()

    def swap() -> None:
        while not done.is_set():
            (root / "a").rename(tmp_path / "kept")
            (root / "a").symlink_to(outside)
            (root / "a").unlink()
            (tmp_path / "kept").rename(root / "a")

    swapping = threading.Thread(target=swap)
    swapping.start()
    try:
        told = set()
        for _ in range(300):
            for answer in (
                call(root, "search_text", pattern="secret")["data"]["matches"],
                call(root, "list", uri=root.as_uri(), depth=9)["data"]["entries"],
            ):
                told |= {item["uri"].rpartition("/")[2] for item in answer}
    finally:
        done.set()
        swapping.join()
    assert told <= {"a", "b", "inside.txt", "z.txt"}
    assert "z.txt" in told
