"""The tool memory: what its files keep, and how one memory comes out of its parts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hanzo_reference.memory import Entry, Fact, State
from hanzo_reference.tools.calling import Toolbox
from hanzo_reference.tools.memory.parts import EMPTY, divided, whole

Place = tuple[Path, dict[str, str]]


@pytest.fixture
def place(tmp_path: Path) -> Place:
    """A workspace, and an environment with a folder of a user."""
    root = tmp_path / "workspace"
    root.mkdir()
    return root, {"HOME": str(tmp_path / "home")}


def told(place: Place, action: str, /, **params: Any) -> dict[str, Any]:
    """The envelope of a call to a toolbox that was just made, as after a restart."""
    root, environment = place
    return Toolbox(environment).call(str(root), "memory", action, params)


def found(place: Place) -> list[str]:
    return [item["content"] for item in told(place, "recall")["data"]["memories"]]


def test_a_memory_outlives_the_server(place: Place) -> None:
    made = told(place, "create", content="Paul likes tea", tags=["b", "a", "b"])
    assert made["data"]["id"] == "mem_1"
    assert told(place, "recall")["data"]["memories"] == [made["data"]]
    assert [path.name for path in (place[0] / ".hanzo").iterdir()] == ["memory.sqlite3"]


def test_what_is_kept_for_the_user_is_found_in_every_workspace(place: Place) -> None:
    told(place, "create", content="everywhere", scope="global")
    told(place, "create", content="here")
    other = place[0].parent / "other"
    other.mkdir()
    assert found((other, place[1])) == ["everywhere"]
    assert not (other / ".hanzo").exists()
    assert (place[0].parent / "home/.config/hanzo/memory.sqlite3").is_file()


def test_the_folder_of_settings_may_be_named(place: Place, tmp_path: Path) -> None:
    named = (place[0], {**place[1], "XDG_CONFIG_HOME": str(tmp_path / "xdg")})
    told(named, "create", content="a", scope="global")
    assert (tmp_path / "xdg/hanzo/memory.sqlite3").is_file()
    relative = (place[0], {**place[1], "XDG_CONFIG_HOME": "xdg"})
    told(relative, "create", content="a", scope="global")
    assert (tmp_path / "home/.config/hanzo/memory.sqlite3").is_file()


def test_what_is_kept_for_the_session_ends_with_it(place: Place) -> None:
    toolbox = Toolbox(place[1])
    params = {"content": "now", "scope": "session"}
    made = toolbox.call(str(place[0]), "memory", "create", params)["data"]
    listed = toolbox.call(str(place[0]), "memory", "recall", {})["data"]["memories"]
    assert listed == [made]
    assert found(place) == []
    assert list(place[0].iterdir()) == []


def test_without_a_folder_of_the_user_nothing_is_kept_there(tmp_path: Path) -> None:
    bare: Place = (tmp_path, {})
    error = told(bare, "create", content="a", scope="global")["error"]
    assert (error["code"], error["details"]) == ("UNSUPPORTED", {"missing": "HOME"})
    told(bare, "create", content="b")
    assert found(bare) == ["b"]


def test_numbers_do_not_come_back_after_a_restart(place: Place) -> None:
    told(place, "create", content="a")
    told(place, "delete", ids=["mem_1"])
    assert told(place, "create", content="b")["data"]["id"] == "mem_2"


def test_facts_are_kept_in_the_order_in_which_they_were_added(place: Place) -> None:
    facts = [{"subject": name, "predicate": "is", "object": "x"} for name in "ba"]
    told(place, "facts", add=facts)
    assert [fact["subject"] for fact in told(place, "facts")["data"]["facts"]] == ["a", "b"]
    told(place, "facts", remove=facts[:1])
    assert [fact["subject"] for fact in told(place, "facts")["data"]["facts"]] == ["a"]


def test_reading_and_refusals_make_no_file(place: Place) -> None:
    told(place, "recall")
    told(place, "facts")
    assert told(place, "create", content=" ")["error"]["code"] == "INVALID_PARAMS"
    assert told(place, "delete", ids=["mem_1"])["error"]["code"] == "NOT_FOUND"
    assert list(place[0].iterdir()) == []
    assert not (place[0].parent / "home").exists()


def test_a_call_that_is_refused_changes_no_file(place: Place) -> None:
    told(place, "create", content="a")
    before = (place[0] / ".hanzo/memory.sqlite3").read_bytes()
    told(place, "manage", create=[{"content": "b"}], delete=["mem_9"])
    assert (place[0] / ".hanzo/memory.sqlite3").read_bytes() == before


def test_a_memory_behind_a_link_out_of_the_workspace_is_refused(place: Place) -> None:
    outside = place[0].parent / "outside"
    outside.mkdir()
    (place[0] / ".hanzo").symlink_to("../outside")
    assert told(place, "create", content="a")["error"]["code"] == "PERMISSION_DENIED"
    assert list(outside.iterdir()) == []


@pytest.mark.parametrize("content", [b"", b"{}", b"SQLite format 3\0 and then something else"])
def test_a_file_of_something_else_stays_as_it_is(place: Place, content: bytes) -> None:
    file = place[0] / ".hanzo/memory.sqlite3"
    file.parent.mkdir()
    file.write_bytes(content)
    for action, params in (("recall", {}), ("create", {"content": "a"})):
        error = told(place, action, **params)["error"]
        assert (error["code"], error["details"]) == ("CONFLICT", {"reason": "format"})
    assert file.read_bytes() == content


def entry(number: int, scope: Any) -> Entry:
    return Entry(id=f"mem_{number}", content="a", tags=[], scope=scope, created_ms=0, updated_ms=0)


def test_of_one_id_in_two_parts_the_nearer_one_keeps_it() -> None:
    state = whole(
        {
            "session": State(next=3, memories=[entry(1, "session")], facts=[]),
            "project": State(next=2, memories=[entry(1, "project")], facts=[]),
            "global": State(next=2, memories=[entry(1, "global")], facts=[]),
        }
    )
    told = [(item.id, item.scope) for item in state.memories]
    assert told == [("mem_1", "project"), ("mem_3", "session"), ("mem_4", "global")]
    assert state.next == 5


def test_a_state_is_the_whole_of_its_parts() -> None:
    fact = Fact(subject="a", predicate="b", object="c", scope="session")
    memories = [entry(2, "global"), entry(9, "session"), entry(10, "project")]
    state = State(next=11, memories=memories, facts=[fact])
    assert whole(divided(state)) == state
    assert whole({"session": EMPTY, "project": EMPTY, "global": EMPTY}) == EMPTY
