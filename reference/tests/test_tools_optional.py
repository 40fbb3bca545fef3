"""The tools that not every server has: memory, llm, hanzo."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hanzo_conformance.transports.stage import Stage
from hanzo_reference.tools.calling import Toolbox


def told(root: Path | str, tool: str, action: str, /, **params: Any) -> dict[str, Any]:
    """The envelope of a call to a toolbox that was just made, as after a restart."""
    return Toolbox({}).call(str(root), tool, action, params)


def test_a_memory_outlives_the_server(tmp_path: Path) -> None:
    made = told(tmp_path, "memory", "create", content="Paul likes tea", tags=["b", "a", "b"])
    assert made["data"]["id"] == "mem_1"
    assert made["data"]["tags"] == ["a", "b"]
    found = told(tmp_path, "memory", "recall")["data"]["memories"]
    assert found == [made["data"]]


@pytest.mark.parametrize(
    ("asked", "ids"),
    [
        ({}, ["mem_1", "mem_2", "mem_3"]),
        ({"query": "TEA"}, ["mem_1", "mem_3"]),
        ({"query": "tea paul"}, ["mem_1"]),
        ({"tags": ["x"]}, ["mem_2", "mem_3"]),
        ({"query": "tea", "tags": ["x"]}, ["mem_3"]),
        ({"query": "straße"}, ["mem_2"]),
        ({"query": "nothing"}, []),
    ],
)
def test_recall_finds_what_has_all_words_and_all_tags(
    tmp_path: Path, asked: dict[str, Any], ids: list[str]
) -> None:
    told(tmp_path, "memory", "create", content="Paul likes tea")
    told(tmp_path, "memory", "create", content="STRASSE 5", tags=["x"])
    told(tmp_path, "memory", "create", content="More tea", tags=["x", "y"])
    found = told(tmp_path, "memory", "recall", **asked)["data"]["memories"]
    assert [item["id"] for item in found] == ids


def test_an_update_changes_what_is_given_and_nothing_else(tmp_path: Path) -> None:
    made = told(tmp_path, "memory", "create", content="a", tags=["x"])["data"]
    changed = told(tmp_path, "memory", "update", id="mem_1", content="b")["data"]
    assert {**changed, "updated_ms": 0} == {**made, "content": "b", "updated_ms": 0}
    assert told(tmp_path, "memory", "update", id="mem_1", tags=[])["data"]["tags"] == []


@pytest.mark.parametrize("name", ["mem_2", "mem_01", "1", "", "mem_-1", "mem_1 or 1=1"])
def test_an_id_that_there_is_not_is_not_found(tmp_path: Path, name: str) -> None:
    told(tmp_path, "memory", "create", content="a")
    error = told(tmp_path, "memory", "update", id=name, content="b")["error"]
    assert (error["code"], error["details"]) == ("NOT_FOUND", {"id": name})


@pytest.mark.parametrize(
    ("action", "params", "violation"),
    [
        ("create", {"content": " \n"}, ("/content", "empty")),
        ("create", {}, ("/content", "required")),
        ("update", {"id": "mem_1"}, ("/content", "required")),
        ("update", {"id": "mem_1", "content": ""}, ("/content", "empty")),
        ("recall", {"cursor": "x"}, ("/cursor", "cursor")),
        ("facts", {"add": [{"subject": "a"}]}, ("/add/0/object", "required")),
    ],
)
def test_what_cannot_be_remembered_is_refused(
    tmp_path: Path, action: str, params: dict[str, Any], violation: tuple[str, str]
) -> None:
    error = told(tmp_path, "memory", action, **params)["error"]
    assert error["code"] == "INVALID_PARAMS"
    pointer, rule = violation
    assert {"pointer": pointer, "rule": rule} in error["details"]["violations"]


def test_reading_makes_no_file(tmp_path: Path) -> None:
    told(tmp_path, "memory", "recall")
    told(tmp_path, "memory", "facts")
    assert list(tmp_path.iterdir()) == []


def test_facts_are_added_once_and_come_sorted_and_in_pages(tmp_path: Path) -> None:
    fact = {"subject": "b", "predicate": "is", "object": "c"}
    other = {"subject": "a", "predicate": "has", "object": "d"}
    told(tmp_path, "memory", "facts", add=[fact, fact])
    answer = told(tmp_path, "memory", "facts", add=[other, fact], limit=1)
    assert answer["data"]["facts"] == [other]
    rest = told(tmp_path, "memory", "facts", limit=1, cursor=answer["meta"]["paging"]["cursor"])
    assert rest["data"]["facts"] == [fact]
    assert told(tmp_path, "memory", "facts", predicate="is")["data"]["facts"] == [fact]


def test_a_memory_behind_a_link_out_of_the_workspace_is_refused(tmp_path: Path) -> None:
    inside = tmp_path / "inside"
    inside.mkdir()
    (tmp_path / "outside").mkdir()
    (inside / ".hanzo").symlink_to("../outside")
    error = told(inside, "memory", "create", content="a")["error"]
    assert error["code"] == "PERMISSION_DENIED"
    assert list((tmp_path / "outside").iterdir()) == []


@pytest.mark.parametrize(
    ("tool", "action", "params"),
    [
        ("llm", "query", {"prompt": "a", "model": "m"}),
        ("llm", "stream", {"prompt": "a", "model": "m"}),
        ("llm", "embed", {"texts": ["a"], "model": "m"}),
        ("llm", "consensus", {"prompt": "a", "models": ["m"]}),
        ("hanzo", "cloud", {}),
        ("hanzo", "deploy", {}),
        ("hanzo", "auth", {}),
        ("hanzo", "node", {}),
    ],
)
def test_without_an_endpoint_it_is_missing(
    tmp_path: Path, tool: str, action: str, params: dict[str, Any]
) -> None:
    error = told(tmp_path, tool, action, **params)["error"]
    assert (error["code"], error["details"]) == ("UNSUPPORTED", {"missing": "endpoint"})


def chat(text: str) -> dict[str, Any]:
    return {"body": {"text": json.dumps({"choices": [{"message": {"content": text}}]})}}


def behind(routes: dict[str, Any], tool: str, action: str, **params: Any) -> dict[str, Any]:
    """A call of a tool whose endpoint answers by these routes."""
    with Stage({"http": routes}) as stage:
        base = stage.expand("${http}")
        variables = {
            "HANZO_LLM_ENDPOINT": base, "HANZO_LLM_KEY": "k",
            "HANZO_API_BASE": f"{base}/", "HANZO_API_KEY": "k",
        }  # fmt: skip
        return Toolbox(variables).call(stage.folder, tool, action, params)


def test_a_query_answers_the_text_of_the_first_choice() -> None:
    answer = behind({"POST /chat/completions": chat("hi")}, "llm", "query", prompt="a", model="m")
    assert answer["data"] == {"model": "m", "text": "hi"}


def test_a_stream_is_read_to_its_end_and_no_further() -> None:
    events = "".join(
        f"data: {json.dumps({'choices': [{'delta': delta}]})}\n\n"
        for delta in ({"role": "assistant"}, {"content": "he"}, {"content": "llo"})
    )
    body = {"text": f"{events}data: [DONE]\n\ndata: not read\n\n"}
    routes = {"POST /chat/completions": {"body": body}}
    answer = behind(routes, "llm", "stream", prompt="a", model="m")
    assert answer["data"] == {"model": "m", "text": "hello", "pieces": ["he", "llo"]}


def test_embeddings_come_in_the_order_of_the_texts() -> None:
    rows = [{"index": 1, "embedding": [2]}, {"index": 0, "embedding": [1]}]
    routes = {"POST /embeddings": {"body": {"text": json.dumps({"data": rows})}}}
    answer = behind(routes, "llm", "embed", texts=["a", "b"], model="m")
    assert answer["data"]["embeddings"] == [[1], [2]]


def test_consensus_tells_what_most_of_them_said() -> None:
    routes = {"POST /chat/completions": chat(" same ")}
    answer = behind(routes, "llm", "consensus", prompt="a", models=["m", "n"])["data"]
    assert (answer["text"], answer["agreeing"], answer["asked"]) == ("same", 2, 2)


@pytest.mark.parametrize(
    ("response", "details"),
    [
        ({"status": 500}, {"status": 500}),
        ({"body": {"text": "no json"}}, {}),
        ({"body": {"text": "{}"}}, {}),
    ],
)
def test_an_endpoint_that_does_not_answer_properly_is_an_error(
    response: dict[str, Any], details: dict[str, Any]
) -> None:
    routes = {"POST /chat/completions": response}
    error = behind(routes, "llm", "query", prompt="a", model="m")["error"]
    assert (error["code"], error["details"]) == ("ERROR", details)


def test_the_platform_is_asked_below_its_area_with_the_key() -> None:
    routes = {"POST /v1/deploy/apps/x": {"echo": ["authorization", "content-type"]}}
    answer = behind(
        routes, "hanzo", "deploy", path="apps/x", method="POST", body={"a": "ä"}
    )["data"]["body"]  # fmt: skip
    assert answer["headers"] == {"authorization": "Bearer k", "content-type": "application/json"}
    assert answer["target"] == "/v1/deploy/apps/x"


@pytest.mark.parametrize("path", ["/a", "a/", "a//b", "..", "a/../b", "a?b", "a b", "a#b"])
def test_a_path_does_not_leave_its_area(tmp_path: Path, path: str) -> None:
    error = told(tmp_path, "hanzo", "cloud", path=path)["error"]
    assert error["details"] == {"violations": [{"pointer": "/path", "rule": "path"}]}
