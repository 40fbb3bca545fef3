"""Workspaces and steps that cannot be: refused by the schema, or in words where it has none."""

from __future__ import annotations

import tracemalloc
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from workshop_world import FILE, entry, lay_out_corpus, read, say, scenarios, write

from hanzo_vectors.errors import FileError
from hanzo_vectors.files import WorkspaceError, check_files
from hanzo_vectors.reading import read_corpus
from hanzo_vectors.stage import Stage


def test_a_committed_link_has_no_placeholder() -> None:
    link = {"symlink": "${workspace}/a"}
    with (
        pytest.raises(WorkspaceError, match="no placeholders"),
        Stage({"files": {"l": link}, "git": True}),
    ):
        pass


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({"../a": {"text": ""}}, "a path is relative"),
        ({"/a": {"text": ""}}, "a path is relative"),
        ({"a//b": {"text": ""}}, "a path is relative"),
        ({"": {"text": ""}}, "a path is relative"),
        ({".git/hooks/x": {"text": ""}}, "made by git alone"),
        ({"a": {"text": "x"}, "a/b": {"text": ""}}, "a is no folder"),
        ({"a": {"symlink": "b"}, "a/b": {"text": ""}}, "a is no folder"),
        ({"a": {"text": "x", "base64": ""}}, "exactly one of"),
        ({"a": {}}, "exactly one of"),
        ({"a": {"base64": "!"}}, "not base64"),
        ({"a": {"repeat": "x"}}, "repeat needs times"),
        ({"a": {"directory": False}}, "directory can only be true"),
        ({"a": {"symlink": "b", "executable": True}}, "no member executable"),
        ({"a": {"any": True}}, "exactly one of"),
        ({"a": None}, "a file is an object"),
    ],
)
def test_files_that_cannot_be_are_refused(files: Mapping[str, Any], said: str) -> None:
    with pytest.raises(WorkspaceError, match=said):
        check_files(files)


def problem(tmp_path: Path, **members: Any) -> str:
    with pytest.raises(FileError) as told:
        read_corpus(lay_out_corpus(tmp_path, entry("one", **members)))
    return told.value.what


@pytest.mark.parametrize(
    "members",
    [
        {"steps": []},
        {"steps": [say("a")], **say("b")},
        {"workspace": {}},
        {"after": {"files": {}}, **say("a")},
        {"workspace": {}, **say("a")},
        {"workspace": {"folder": "x"}, **read("a", "")},
        {"workspace": {"http": {"/x": {"status": 99}}}, **read("a", "")},
        {"workspace": {"files": {"a": {"text": 1}}}, **read("a", "")},
        {"workspace": {"files": {"a": {"any": True}}}, **read("a", "")},
        {"workspace": {}, "steps": [{**read("a", ""), "input": {"path": "a", "more": 1}}]},
        {"workspace": {}, "steps": [{**read("a", ""), "expected": {"result": {"path": "a"}}}]},
        {"workspace": {}, "steps": [{**read("a", ""), "operation": "shop.burn"}]},
        {"workspace": {}, **read("a", ""), "input": {"workspace": "/x", "path": "a"}},
        read("a", ""),
    ],
)
def test_the_schema_of_a_vector_file_refuses_what_is_no_scenario(
    tmp_path: Path, members: dict[str, Any]
) -> None:
    assert problem(tmp_path, **members).startswith("/vectors/0")


@pytest.mark.parametrize(
    ("members", "said"),
    [
        ({"workspace": {"files": {"../a": {"text": ""}}}, **read("a", "")}, "a path is relative"),
        (
            {"workspace": {}, "steps": [write("a", ""), {**write("a", ""), "input": {
                "path": "a", "text": {"$from": [1, "/text"]}}}]},
            "which is no earlier result",
        ),
        (
            {"steps": [{**say("a"), "before": {"files": {}}}]},
            "changes files before it, and there is no workspace",
        ),
    ],
)  # fmt: skip
def test_what_a_schema_cannot_say_is_refused_in_words(
    tmp_path: Path, members: dict[str, Any], said: str
) -> None:
    assert said in problem(tmp_path, **members)


def test_a_domain_whose_operations_know_no_folder_has_no_workspaces() -> None:
    from small_corpus import DOMAIN

    from hanzo_conformance.generation.schemas import vector_file_schema

    schema = vector_file_schema(DOMAIN)
    assert "question-in-workspace" not in schema["$defs"]
    assert FILE["domain"] not in str(schema)


def test_a_plain_question_is_no_scenario(tmp_path: Path) -> None:
    [vector] = scenarios(tmp_path, entry("one", **say("a")))
    assert vector.scenario is None
    assert vector.params == b'{"text":"a"}'


@pytest.mark.parametrize(
    "members",
    [
        {"workspace": {"files": {"a": {"repeat": "x", "times": 10**15}}}},
        {"workspace": {"files": {"a": {"repeat": "x" * 1000, "times": 10**6}}}},
        {"workspace": {"files": {str(n): {"repeat": "x", "times": 10**7} for n in range(9)}}},
        {"workspace": {"files": {}, "http": {"/a": {"body": {"repeat": "x", "times": 10**15}}}}},
        {"workspace": {"files": {}, "http": {"/a": {"raw": [{"repeat": "x", "times": 10**15}]}}}},
        {"workspace": {"files": {}}, "after": {"files": {"a": {"repeat": "x", "times": 10**15}}}},
    ],
)
def test_what_describes_more_than_anybody_can_hold_is_refused_at_a_fixed_cost(
    tmp_path: Path, members: dict[str, Any]
) -> None:
    place = lay_out_corpus(tmp_path, entry("huge", **read("a", ""), **members))
    tracemalloc.start()
    try:
        with pytest.raises(FileError, match="a vector may describe 67108864"):
            read_corpus(place)
        assert tracemalloc.get_traced_memory()[1] < 32 * 1024**2
    finally:
        tracemalloc.stop()


def test_what_changes_from_outside_counts_too(tmp_path: Path) -> None:
    step = {**read("a", ""), "before": {"files": {"a": {"repeat": "x", "times": 10**15}}}}
    place = lay_out_corpus(tmp_path, entry("huge", steps=[step], workspace={"files": {}}))
    with pytest.raises(FileError, match="a vector may describe"):
        read_corpus(place)
