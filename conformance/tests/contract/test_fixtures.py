"""Kinds of fixtures: a file of one folder each, and nothing else knows them."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

import hanzo_vectors
from hanzo_vectors import fixtures
from hanzo_vectors.errors import FileError
from hanzo_vectors.files import WorkspaceError
from hanzo_vectors.play import Play
from hanzo_vectors.references import UnresolvedError
from hanzo_vectors.stage import Stage

PACKAGE = Path(hanzo_vectors.__file__).parent
CLOCK = """
from hanzo_vectors.fixture import Fixture


class Kind(Fixture):
    schema = {"type": "string"}
    follows = ("files",)

    def check(self):
        if self._stated == "never":
            raise WorkspaceError("clock: never is no time")

    def open(self, ground):
        return {"${clock}": self._stated}

    def lay_out(self, ground):
        (ground.folder / "clock").write_text(self._stated)


from hanzo_vectors.files import WorkspaceError
"""


@pytest.fixture
def clock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """One more kind, by nothing but its file."""
    (tmp_path / "clock.py").write_text(CLOCK)
    monkeypatch.setattr(fixtures, "__path__", [*fixtures.__path__, str(tmp_path)])
    fixtures.kinds.cache_clear()
    yield
    sys.modules.pop("hanzo_vectors.fixtures.clock", None)
    fixtures.kinds.cache_clear()


def test_the_kinds_are_what_the_folder_holds_in_the_order_of_laying_out() -> None:
    there = {path.stem for path in (PACKAGE / "fixtures").glob("[a-z]*.py")}
    assert set(fixtures.kinds()) == there
    assert list(fixtures.kinds()).index("files") < list(fixtures.kinds()).index("git")


@pytest.mark.usefixtures("clock")
def test_a_file_is_all_that_a_new_kind_needs() -> None:
    assert fixtures.workspace_schema()["properties"]["clock"] == {"type": "string"}
    with Stage({"clock": "noon", "files": {"a": {"text": ""}}}) as stage:
        assert (Path(stage.folder) / "clock").read_text() == "noon"
        assert stage.expand("at ${clock}") == "at noon"
    with pytest.raises(WorkspaceError, match="never is no time"), Stage({"clock": "never"}):
        pass


def test_no_module_but_its_own_names_a_kind_of_fixture_that_needs_another() -> None:
    for path in PACKAGE.glob("*.py"):
        told = {
            node.value
            for node in ast.walk(ast.parse(path.read_bytes()))
            if isinstance(node, ast.Constant)
        }
        assert not told & {"git", "http"}, path


def test_a_member_of_a_workspace_that_is_no_kind_is_refused(tmp_path: Path) -> None:
    from small_corpus import entry, lay_out

    from hanzo_vectors.reading import read_corpus

    place = lay_out(tmp_path, entry("one", "a", workspace={"tape": 1}))
    with pytest.raises(FileError, match="tape"):
        read_corpus(place)


def asked(stage: Stage, *steps: tuple[Mapping[str, Any], Any]) -> list[Any]:
    play = Play(stage)
    found = []
    for given, result in steps:
        found.append(play.ask(given))
        play.take(result)
    return found


def test_a_step_takes_from_an_answer_as_it_was_given_and_names_its_folder() -> None:
    with Stage({}) as stage:
        place = f"{stage.folder}/a"
        first, second = asked(
            stage,
            ({"path": "${workspace}/a"}, {"path": place, "odd": "${outside}"}),
            ({"again": {"$from": [0, "/path"]}, "odd": {"$from": [0, "/odd"]}}, None),
        )
        assert first == {"path": place, "workspace": stage.folder}
        # What an implementation says is nobody's placeholder.
        assert second == {"again": place, "odd": "${outside}", "workspace": stage.folder}


def test_answers_are_folded_for_the_judge_and_kept_as_they_are_for_later_steps() -> None:
    with Stage({}) as stage:
        play = Play(stage)
        play.ask({})
        assert play.take({"at": f"{stage.folder}/x"}) == {"at": "${workspace}/x"}
        assert play.ask({"at": {"$from": [0, "/at"]}})["at"] == f"{stage.folder}/x"


def test_a_step_without_a_result_leaves_nothing_to_take() -> None:
    with Stage(None) as stage:
        play = Play(stage)
        assert play.ask({"a": 1}) == {"a": 1}
        with pytest.raises(UnresolvedError, match="step 1 was answered without a result"):
            play.ask({"a": {"$from": [0, ""]}})
