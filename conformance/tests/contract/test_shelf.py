"""What is too much for memory stands in a file without a name, and reads the same."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from command_line import Cli, cli
from hypothesis import given
from hypothesis import strategies as st
from small_corpus import entry, lay_out, manifest

from hanzo_vectors import shelf, shelved
from hanzo_vectors.errors import FileError
from hanzo_vectors.reading import read_corpus
from hanzo_vectors.shelf import Shelf
from hanzo_vectors.shelved import ShelvedVector, let_go

__all__ = ["cli"]  # a fixture


@given(st.lists(st.binary(max_size=40)), st.integers(1, 50))
def test_a_shelf_gives_back_what_was_put_there(pieces: list[bytes], gathered: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(shelf, "GATHERED_BYTES", gathered)
        kept = Shelf()
        assert [kept.put(piece) for piece in pieces] == list(range(len(pieces)))
        assert [kept[number] for number in range(len(kept))] == pieces


def test_a_shelf_that_cannot_be_written_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shelf, "GATHERED_BYTES", 1)
    with Path("/dev/full").open("wb", buffering=0) as full:
        monkeypatch.setattr("tempfile.TemporaryFile", lambda **_: full)
        with pytest.raises(FileError, match="keeps aside cannot be written") as caught:
            Shelf().put(b"x")
    assert "TMPDIR" in (caught.value.hint or "")


def test_vectors_on_a_shelf_say_what_those_in_memory_say(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refused = entry("two", "b", expected={"error": {"code": "TOO_BAD"}})
    place = lay_out(tmp_path, entry("one", "a"), refused, entry("three", "c"))
    held = read_corpus(place).vectors
    monkeypatch.setattr(shelved, "KEPT_BYTES", len(held[0].request) + len(held[0].answer or b""))
    put = read_corpus(place).vectors
    assert [isinstance(vector, ShelvedVector) for vector in put] == [False, True, True]
    for one, other in zip(held, put, strict=True):
        for name in (*one.__struct_fields__, "params", "result", "operations"):
            assert getattr(one, name) == getattr(other, name), name
    renamed = msgspec.structs.replace(put[1], id="echo/other")
    assert (renamed.id, renamed.request) == ("echo/other", held[1].request)
    let_go(put)
    assert put[1].request == held[1].request


def test_a_run_over_vectors_on_a_shelf_judges_and_tells_them_alike(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    entries = [entry(f"v{number}", f"text {number}") for number in range(40)]
    place = lay_out(tmp_path, *entries, entry("bad", "bad"))
    path = manifest(tmp_path / "impl", "wrong")

    def told() -> tuple[int, str]:
        code, out, _ = cli("run", "--vectors", place, "--impl", path, "--report", "tap=run.tap")
        assert "text" in out
        points = [line for line in Path("run.tap").read_text().split("\n") if "ok " in line]
        return code, "\n".join(points)

    before = told()
    monkeypatch.setattr(shelved, "KEPT_BYTES", 0)
    monkeypatch.setattr(shelf, "GATHERED_BYTES", 100)
    assert told() == before
    assert before[0] == 1


def test_what_is_on_a_shelf_leaves_nothing_in_the_folder_for_such_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shelf, "GATHERED_BYTES", 1)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    kept = Shelf()
    kept.put(b"something")
    assert list(tmp_path.iterdir()) == []
    assert kept[0] == b"something"
